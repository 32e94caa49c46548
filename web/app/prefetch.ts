import type { Role } from '@plumbline/contract/policy.ts'
import type { AnyRouter } from '@tanstack/react-router'

/** The delay that leaves the network to the first screen. */
const PREFETCH_DELAY_MS = 3_000

/** Resolves when the browser is idle. Safari has no `requestIdleCallback`. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })

/** Whether the connection is metered or slow, in browsers that say so. */
function isSavingData(): boolean {
  const { connection } = navigator as {
    connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
  }
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}

/**
 * Fetches the code of the menu, the palette and all screens of the role once the first screen is
 * loaded, one after the other, so that they open at once. Code that cannot be fetched now is
 * fetched when it is needed. Where there is a service worker, it has the files already, without
 * running them.
 * @returns stops fetching
 */
export function prefetchParts(router: AnyRouter, role: Role): () => void {
  let isStopped = 'serviceWorker' in navigator || isSavingData()
  const screens = Object.values<AnyRouter['routeTree']>(router.routesById).filter((route) =>
    route.options.staticData?.screen?.roles.includes(role),
  )
  const parts: (() => Promise<unknown> | undefined)[] = [
    () => import('./Drawer.tsx'),
    () => import('./Palette.tsx'),
    () => import('./Keys.tsx'),
    ...screens.map((route) => () => router.loadRouteChunk(route)),
  ]
  async function fetchAll() {
    for (const part of parts) {
      await idle()
      if (isStopped) return
      await part()?.catch(() => undefined)
    }
  }
  const timer = setTimeout(() => void fetchAll(), PREFETCH_DELAY_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
