/** What the server pushes: no more of it than a title and a name. */
interface Pushed {
  readonly title: string
  readonly body: string
  /** Where it leads: a path of the application. */
  readonly url: string
  /** One notification is shown of those with the same tag. */
  readonly tag: string
}

declare const self: ServiceWorkerGlobalScope

/** The address of a path of the application; its start for anything else. */
export function addressOf(url: unknown, origin: string): string {
  const address =
    typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : undefined
  return address?.origin === origin ? address.href : `${origin}/`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads what was pushed; a browser insists on a notification, whatever it was. */
export function readPushed(data: unknown): Pushed {
  const { title, body, url, tag } = (data ?? {}) as Partial<Record<keyof Pushed, unknown>>
  return { title: text(title) || 'Plumbline', body: text(body), url: text(url), tag: text(tag) }
}

function jsonOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

async function show(data: PushMessageData | null) {
  const { title, body, url, tag } = readPushed(jsonOf(data))
  const address = addressOf(url, self.location.origin)
  const pictures = { icon: '/icon-192.png', badge: '/badge-96.png' }
  await self.registration.showNotification(title, {
    ...pictures,
    body,
    ...(tag && { tag }),
    data: { url: address },
  })
}

/** Leads an open tab of the application there, or opens one. Not a tab that shows what somebody else sees. */
async function lead(url: string) {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const tab = tabs.find((each) => !/^\/(view-as|api)\//.test(new URL(each.url).pathname))
  if (!tab) return self.clients.openWindow(url)
  const focused = await tab.focus()
  // A tab that an older worker serves cannot be led.
  return focused.navigate(url).catch(() => self.clients.openWindow(url))
}

/** The browser has given up a subscription: another one with the same key takes its place. */
async function subscribeAgain({ oldSubscription, newSubscription }: SubscriptionChange) {
  const options = oldSubscription?.options
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!subscription) return
  await fetch('/api/push-subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription.toJSON()),
  })
}

interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}

/** Shows what the server pushes. */
export function listenToPushes() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { url } = event.notification.data as { url: string }
    event.waitUntil(lead(url))
  })
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)))
}
