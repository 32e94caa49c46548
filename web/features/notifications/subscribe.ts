export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** On the first visit the service worker is installed some seconds after the screen is there; milliseconds. */
const INSTALLING = 8_000

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The service worker that shows what is pushed; undefined where there is none, or nothing can be pushed. */
async function workerOf(): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSupported()) return
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(resolve, INSTALLING, undefined)),
  ])
}

/** Whether notifications are pushed to this browser, or why they cannot be. */
export async function pushState(): Promise<PushState> {
  const worker = await workerOf()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return (await worker.pushManager.getSubscription()) ? 'on' : 'off'
}

/** Asks the person, and has the browser's push service deliver what is signed with this key. Throws when they say no. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return subscription.toJSON()
}

/** Has nothing pushed to this browser any more. */
export async function unsubscribe(): Promise<void> {
  if (!isSupported()) return
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
