/** Has the service worker delete what it kept of whoever was signed in. It sees by itself who signs out, or that a read is refused. */
export function forgetKept() {
  // Only a secure context has workers.
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage('forget')
}
