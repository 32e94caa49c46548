import type { EventName } from '@plumbline/contract/events.ts'
import { notificationNames } from '@plumbline/contract/notificationKinds.ts'

/** The events that notify somebody besides those that notifications are named after, and those that take a notification back. */
const others: readonly EventName[] = [
  'photo.shared',
  'photo.deleted',
  'message.removed',
  'task.deleted',
  'schedule.deleted',
  'bid.deleted',
  'bid.status',
  'update.deleted',
]

/** The events of which nobody is notified before they have settled (`progress.ts`). */
export const settling: EventName = 'job.progressChanged'

/** Whether anybody may have to be notified of events of the name, or no longer. */
export const notifies = (name: EventName): boolean =>
  name in notificationNames || others.includes(name) || name === settling

/** The event that what a person is notified of, or how, has changed: their other tabs and devices follow. */
export const notificationsChanged = ({ id }: { readonly id: string }) =>
  ({ name: 'notification.changed', subjectId: id }) as const
