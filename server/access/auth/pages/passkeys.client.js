// Signs in with a passkey, if the browser supports it: it needs https or this computer, and a host
// with a name rather than an IP address.
const part = document.querySelector('#passkey')
const hasName = !/^[\d.]+$|:/.test(location.hostname)
if (part instanceof HTMLElement && 'PublicKeyCredential' in window && isSecureContext && hasName)
  offer(part)

/** @param {HTMLElement} part */
function offer(part) {
  const button = part.querySelector('button')
  if (!button) return
  part.hidden = false
  button.addEventListener('click', () => {
    if (button.ariaDisabled) return
    // Not `disabled`, which would lose the focus.
    button.ariaDisabled = 'true'
    signIn()
      .then(() => location.assign(part.dataset.returnTo ?? '/'))
      .catch((error) => {
        button.ariaDisabled = null
        showAlert(part, messageOf(error))
      })
  })
}

class Refused extends Error {}

/** @param {unknown} error */
function messageOf(error) {
  if (error instanceof Refused) return `${error.message}.`
  if (error instanceof DOMException)
    return 'No passkey was used. Try again, or enter your password.'
  return 'The server cannot be reached. Check your connection and try again.'
}

async function signIn() {
  const { options } = await post('/api/login/passkey/options')
  const challenge = bytesOf(options.challenge)
  const made = await navigator.credentials.get({ publicKey: { ...options, challenge } })
  if (!(made instanceof PublicKeyCredential)) throw new DOMException('No passkey')
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    /** @type {AuthenticatorAssertionResponse} */ (made.response)
  await post('/api/login/passkey', {
    credential: {
      id: made.id,
      rawId: textOf(made.rawId),
      type: made.type,
      response: {
        clientDataJSON: textOf(clientDataJSON),
        authenticatorData: textOf(authenticatorData),
        signature: textOf(signature),
        userHandle: userHandle && textOf(userHandle),
      },
    },
  })
}

/** @typedef {{ message: string, options: { challenge: string } }} Reply */

/** @param {string} address @param {object} [body] */
async function post(address, body = {}) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = /** @type {Reply} */ (await response.json())
  if (!response.ok) throw new Refused(reply.message)
  return reply
}

/** @param {string} base64url */
function bytesOf(base64url) {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** @param {ArrayBuffer} bytes */
function textOf(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @param {HTMLElement} part @param {string} text */
function showAlert(part, text) {
  const alert = part.parentElement?.querySelector('[role=alert]') ?? document.createElement('p')
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')
  alert.textContent = text
  part.parentElement?.querySelector('form')?.before(alert)
}
