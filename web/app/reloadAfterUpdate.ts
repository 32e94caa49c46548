import { setReloadCheck } from '../ui/missingCode.ts'

/** The entry script of a page, from its HTML. */
const entryOf = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]

/**
 * Reloads a tab that was open during an update and requests chunks that the server no longer has.
 * When the server's HTML has another entry script, the tab is reloaded at its address, once for
 * each version. Without a connection it stays as it is.
 */
export function reloadAfterUpdate() {
  const entry = document
    .querySelector<HTMLScriptElement>('script[type=module]')
    ?.getAttribute('src')
  addEventListener('vite:preloadError', ({ payload }) => {
    // With the browser's own message the router would reload the tab at once, even offline, where
    // that would lose the page.
    payload.message = 'This part could not be loaded. Check your connection and try again.'
    const reloading = fetch(location.href).then(async (response) => {
      const next = response.ok ? entryOf(await response.text()) : undefined
      if (!entry || !next || next === entry || history.state?.reloadedFor === next) return
      history.replaceState({ ...history.state, reloadedFor: next }, '')
      location.reload()
      // Never resolves: the placeholder of the missing part stays until the page is reloaded.
      await new Promise(() => {})
    })
    // The server cannot be reached. The missing part shows that and offers a retry.
    setReloadCheck(reloading.catch(() => undefined))
  })
}
