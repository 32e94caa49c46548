// Prints the page: by its button, or at once when the address asks for it.
const button = document.querySelector('[data-print]')
if (button instanceof HTMLElement) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
if (new URLSearchParams(location.search).has('print')) addEventListener('load', () => print())
