/** The content of a push message: no more than a title and a name. */
interface PushContent {
  readonly title: string
  readonly body: string
  /** The path in the application that it opens. */
  readonly url: string
  /** Notifications with the same tag replace each other. */
  readonly tag: string
}

declare const self: ServiceWorkerGlobalScope

/** The absolute address of a path of the application; the start page for anything else. */
export function addressOf(url: unknown, origin: string): string {
  const address =
    typeof url === 'string' && URL.canParse(url, origin) ? new URL(url, origin) : undefined
  return address?.origin === origin ? address.href : `${origin}/`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Parses a push message. Browsers require a notification for every push, so invalid content gets a
 * default.
 */
export function parsePush(data: unknown): PushContent {
  const { title, body, url, tag } = (data ?? {}) as Partial<Record<keyof PushContent, unknown>>
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
  const { title, body, url, tag } = parsePush(jsonOf(data))
  const address = addressOf(url, self.location.origin)
  const pictures = { icon: '/icon-192.png', badge: '/badge-96.png' }
  await self.registration.showNotification(title, {
    ...pictures,
    body,
    ...(tag && { tag }),
    data: { url: address },
  })
}

/**
 * Opens the address in an existing tab of the application, or in a new one. Never in a tab that is
 * a view as another person.
 */
async function openInTab(url: string) {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const tab = tabs.find((each) => !/^\/(view-as|api)\//.test(new URL(each.url).pathname))
  if (!tab) return self.clients.openWindow(url)
  const focused = await tab.focus()
  // A tab that an older worker serves cannot be navigated.
  return focused.navigate(url).catch(() => self.clients.openWindow(url))
}

/** Replaces a subscription that the browser has dropped by another one with the same key. */
async function resubscribe({ oldSubscription, newSubscription }: SubscriptionChange) {
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

/** Shows push messages as notifications. */
export function handlePushes() {
  self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { url } = event.notification.data as { url: string }
    event.waitUntil(openInTab(url))
  })
  self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe(event)))
}
