/**
 * A tab that stayed open over an update asks for parts that the server no longer has. When the page has come to name
 * other scripts, it is loaded again, and the address opens what was asked for; without a connection nothing is lost.
 */
export function reloadAfterUpdate() {
  const entry = document
    .querySelector<HTMLScriptElement>('script[type=module]')
    ?.getAttribute('src')
  addEventListener('vite:preloadError', () => {
    fetch(location.href)
      .then(async (response) => {
        if (entry && response.ok && !(await response.text()).includes(entry)) location.reload()
      })
      // Not reachable: the error page says so and offers to try again.
      .catch(() => undefined)
  })
}
