export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** On the first visit, the service worker is installed a few seconds after the screen is shown. */
const INSTALL_TIMEOUT_MS = 8_000

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/**
 * The service worker that shows push notifications. Undefined if there is none or push is not
 * supported.
 */
async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSupported()) return
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(resolve, INSTALL_TIMEOUT_MS, undefined)),
  ])
}

/** Whether this browser receives push notifications, or why it cannot. */
export async function pushState(): Promise<PushState> {
  const worker = await findWorker()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks for permission and subscribes this browser to push messages signed with the key. Rejects if
 * the person denies it.
 */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return subscription.toJSON()
}

/** Ends the push subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  if (!isSupported()) return
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
