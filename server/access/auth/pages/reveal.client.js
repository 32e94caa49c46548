// Shows the typed password with the button next to it. It is hidden again before it is sent, since
// browsers expect a password field then.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button.reveal') : null
  const input = button?.parentElement?.querySelector('input')
  if (!button || !input) return
  const isShown = input.type === 'password'
  input.type = isShown ? 'text' : 'password'
  button.setAttribute('aria-pressed', String(isShown))
})

document.addEventListener(
  'submit',
  () => {
    for (const button of document.querySelectorAll('button.reveal[aria-pressed=true]'))
      if (button instanceof HTMLButtonElement) button.click()
  },
  true,
)
