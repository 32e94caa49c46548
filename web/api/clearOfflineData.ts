/**
 * Has the service worker delete the data it has cached for the person who was signed in. It notices
 * by itself when somebody signs out or a read is refused.
 */
export function clearOfflineData() {
  // Service workers exist in secure contexts only.
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('forget')
}
