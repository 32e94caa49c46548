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
    // Loading the sample company takes seconds, so show that, and submit only once.
    if (form.dataset.sent) return
    form.dataset.sent = 'true'
    const button = event.submitter
    if (!(button instanceof HTMLButtonElement)) return
    const label = button.textContent
    if (button.value === 'true') button.textContent = 'Loading the sample company…'
    submit(form, button).catch(() => {
      delete form.dataset.sent
      button.textContent = label
      showAlert(form, 'The server cannot be reached. Check your connection and try again.')
    })
  })
  // The sample company needs no name. All other fields are checked before they are sent. Without a
  // script, the server reports what is missing.
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
 * Sends the form and replaces this page with the one that comes back. The password stays where it
 * was typed, so no page has to contain it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
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
  const newForm = main.querySelector('form[action="/api/setup"]')
  if (!(newForm instanceof HTMLFormElement)) return
  prepare(newForm)
  for (const name of ['code', 'password']) {
    const input = newForm.querySelector(`#${name}`)
    if (input instanceof HTMLInputElement) input.value = body.get(name) ?? ''
  }
  const first = newForm.querySelector('[autofocus]')
  if (first instanceof HTMLElement) first.focus()
  scrollTo(0, 0)
}

/** @param {HTMLFormElement} form @param {string} text */
function showAlert(form, text) {
  const alert = form.parentElement?.querySelector('[role=alert]') ?? document.createElement('p')
  alert.className = 'alert'
  alert.setAttribute('role', 'alert')
  alert.textContent = text
  form.before(alert)
}
