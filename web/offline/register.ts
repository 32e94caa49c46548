/** The delay that leaves the network to the first screen. */
const REGISTRATION_DELAY_MS = 3_000

/**
 * Installs the service worker once the first screen is loaded, where the browser trusts the address
 * (https or localhost).
 * @param onFirst called when the worker begins to serve a tab that was loaded without it
 * @returns cancels the registration
 */
export function registerWorker(onFirst: () => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => {}
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  if (isFirst) serviceWorker.addEventListener('controllerchange', onFirst, { once: true })
  const timer = setTimeout(() => {
    // Without a worker everything works as before, online only.
    serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }, REGISTRATION_DELAY_MS)
  return () => {
    clearTimeout(timer)
    serviceWorker.removeEventListener('controllerchange', onFirst)
  }
}
