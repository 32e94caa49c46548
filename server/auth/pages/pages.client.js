// Preselects the browser's time zone on the setup page.
const zone = document.querySelector('select[data-zone]')
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone instanceof HTMLSelectElement && [...zone.options].some((option) => option.value === here))
  zone.value = here

// Loading the sample company takes seconds: show that, and submit only once.
const form = document.querySelector('form[action="/api/setup"]')
if (form instanceof HTMLFormElement) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = 'true'
    const button = event.submitter
    if (button instanceof HTMLButtonElement && button.value === 'true')
      button.textContent = 'Loading the sample company…'
  })
  // The sample company needs no name, all other fields are checked before they are sent. Without a script the server says
  // what is missing.
  const name = form.querySelector('#companyName')
  for (const button of form.querySelectorAll('button')) {
    button.formNoValidate = false
    button.addEventListener('click', () =>
      name?.toggleAttribute('required', button.value === 'false'),
    )
  }
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', () => delete form.dataset.sent)
}
