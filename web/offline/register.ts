/** The first screen has the network to itself for so long; milliseconds. */
const DELAY = 3_000

/**
 * Installs the service worker, once the first screen is there, where the browser trusts the address (https or this
 * machine). @param onFirst called when it begins to serve a tab that was loaded without it
 */
export function registerWorker(onFirst: () => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {}
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  if (isFirst) serviceWorker.addEventListener('controllerchange', onFirst, { once: true })
  const timer = setTimeout(() => {
    // Without one everything works as before, online.
    serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }, DELAY)
  return () => {
    clearTimeout(timer)
    serviceWorker.removeEventListener('controllerchange', onFirst)
  }
}
