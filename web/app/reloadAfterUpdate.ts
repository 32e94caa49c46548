import { decide } from '../ui/missingCode.ts'

/** The entry script that a page's HTML names. */
const entryOf = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]

/**
 * A tab that stayed open over an update asks for chunks that the server no longer has. When the server's HTML names
 * another entry script, the tab is loaded again at its address, once for each version; without a connection nothing is lost.
 */
export function reloadAfterUpdate() {
  const entry = document
    .querySelector<HTMLScriptElement>('script[type=module]')
    ?.getAttribute('src')
  addEventListener('vite:preloadError', ({ payload }) => {
    // In the browser's own words the router would load the tab again at once, also offline, where nothing would be left.
    payload.message = 'This part could not be loaded. Check your connection and try again.'
    const found = fetch(location.href).then(async (response) => {
      const next = response.ok ? entryOf(await response.text()) : undefined
      if (!entry || !next || next === entry || history.state?.reloadedFor === next) return
      history.replaceState({ ...history.state, reloadedFor: next }, '')
      location.reload()
      // What is missing stays on screen until then, with its address.
      await new Promise(() => {})
    })
    // Not reachable: the part that is missing says so and offers to try again.
    decide(found.catch(() => undefined))
  })
}
