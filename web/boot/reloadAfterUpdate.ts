/**
 * A tab that stayed open over an update asks for chunks that the server no longer has. When the server's HTML names
 * another entry script, the tab is loaded again at its address; without a connection nothing is lost.
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
