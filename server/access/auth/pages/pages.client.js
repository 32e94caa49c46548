// Preselects the browser's time zone on the setup page.
const zone = document.querySelector('select[data-zone]')
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone instanceof HTMLSelectElement && [...zone.options].some((option) => option.value === here))
  zone.value = here

const setup = document.querySelector('form[action="/api/setup"]')
if (setup instanceof HTMLFormElement) prepare(setup)

/** @param {HTMLFormElement} form */
function prepare(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // Loading the sample company takes seconds: show that, and submit only once.
    if (form.dataset.sent) return
    form.dataset.sent = 'true'
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement)) return
    const words = button.textContent
    if (button.value === 'true') button.textContent = 'Loading the sample company…'
    submit(form, button).catch(() => {
      delete form.dataset.sent
      button.textContent = words
      say(form, 'The server cannot be reached. Check your connection and try again.')
    })
  })
  // The sample company needs no name, all other fields are checked before they are sent. Without a script the server says
  // what is missing.
  const name = form.querySelector('#companyName')
  for (const button of form.querySelectorAll('button')) {
    if (button.type !== 'submit') continue
    button.formNoValidate = false
    button.addEventListener('click', () =>
      name?.toggleAttribute('required', button.value === 'false'),
    )
  }
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', () => delete form.dataset.sent)
}

/**
 * Sends the form and shows the page that comes back in place of this one: so the password stays where it was typed, and
 * no page has to contain it.
 * @param {HTMLFormElement} form @param {HTMLButtonElement} button
 */
async function submit(form, button) {
  const sent = new FormData(form, button)
  const body = new URLSearchParams()
  for (const [name, value] of sent) if (typeof value === 'string') body.append(name, value)
  const response = await fetch(form.action, { method: 'POST', body })
  if (response.redirected) return location.assign(response.url)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const main = page.querySelector('main')
  if (!main) throw new Error('The reply is no page')
  document.querySelector('main')?.replaceWith(main)
  document.title = page.title
  const again = main.querySelector('form[action="/api/setup"]')
  if (!(again instanceof HTMLFormElement)) return
  prepare(again)
  for (const name of ['code', 'password']) {
    const input = again.querySelector(`#${name}`)
    if (input instanceof HTMLInputElement) input.value = body.get(name) ?? ''
  }
  const first = again.querySelector('[autofocus]')
  if (first instanceof HTMLElement) first.focus()
  scrollTo(0, 0)
}

/** @param {HTMLFormElement} form @param {string} text */
function say(form, text) {
  const alert = form.parentElement?.querySelector('[role=alert]') ?? document.createElement('p')
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')
  alert.textContent = text
  form.before(alert)
}
