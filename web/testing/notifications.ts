import type { NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import { defaultChannels, kindsFor } from '@plumbline/contract/notificationKinds.ts'
import type { Notification, NotificationSettings } from '@plumbline/contract/notifications.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'

export const jobId = '0198c0de-0000-7000-8000-0000000000a1'

/** The kind of each event name, for tests that do not set it. */
const kindOf: Readonly<Record<string, NotificationKind>> = {
  'photo.created': 'photo',
  'message.created': 'message',
  'task.overdue': 'overdue',
}

/** A notification for tests: six photos that Tom added `n` minutes ago, unread. */
export const notification = (n: number, change: Partial<Notification> = {}): Notification => {
  const at = new Date(Date.now() - MINUTE_MS * n).toISOString()
  const name = change.name ?? 'photo.created'
  return {
    id: `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`,
    name,
    kind: kindOf[name] ?? 'task',
    jobId,
    jobName: 'Kitchen remodel',
    actorName: 'Tom Kowalski',
    subjectId: '0198c0de-0000-7000-8000-0000000000b1',
    subject: null,
    day: null,
    count: 6,
    read: false,
    createdAt: at,
    updatedAt: at,
    ...change,
  }
}

/** The default notification settings of a role. */
export const notificationSettings = (role: Role): NotificationSettings => ({
  channels: kindsFor(role).map((kind) => ({ kind, ...defaultChannels[role][kind] })),
  quietFrom: null,
  quietTo: null,
  timeZone: 'America/Chicago',
  noEmail: null,
})
