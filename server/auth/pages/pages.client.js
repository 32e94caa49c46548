// The set-up page asks for the time zone; the browser knows a good answer.
const zone = document.querySelector('select[data-zone]')
const here = Intl.DateTimeFormat().resolvedOptions().timeZone
if (zone instanceof HTMLSelectElement && [...zone.options].some((option) => option.value === here))
  zone.value = here

// The sample company takes some seconds: say so, and send nothing twice.
const form = document.querySelector('form[action="/api/setup"]')
if (form instanceof HTMLFormElement) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = 'true'
    const button = event.submitter
    if (button instanceof HTMLButtonElement && button.value === 'true')
      button.textContent = 'Loading the sample company…'
  })
  // Back at the page as it was left.
  addEventListener('pageshow', () => delete form.dataset.sent)
}
