import type { EventName } from '@plumbline/contract/events.ts'
import { notificationNames } from '@plumbline/contract/notificationKinds.ts'

/**
 * The events that notify somebody besides those that notifications are named after, and those that
 * withdraw a notification.
 */
const additional: readonly EventName[] = [
  'photo.shared',
  'photo.deleted',
  'message.removed',
  'task.deleted',
  'schedule.deleted',
  'bid.deleted',
  'bid.status',
  'update.deleted',
]

/** The event about which nobody is notified until it has settled (`progress.ts`). */
export const settling: EventName = 'job.progressChanged'

/** Whether events with this name may create or withdraw notifications. */
export const mayNotify = (name: EventName): boolean =>
  name in notificationNames || additional.includes(name) || name === settling

/**
 * The event that a person's notifications or their settings have changed, for their other tabs and
 * devices.
 */
export const notificationsChanged = ({ id }: { readonly id: string }) =>
  ({ name: 'notification.changed', subjectId: id }) as const
