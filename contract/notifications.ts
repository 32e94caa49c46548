import { z } from 'zod'
import { emailModes, kinds, type NotificationName, notificationNames } from './notificationKinds.ts'
import { pageQuery } from './page.ts'
import { route } from './route.ts'
import { id } from './text.ts'

const names = Object.keys(notificationNames) as [NotificationName, ...NotificationName[]]

/** A notification: one thing that others did, or several similar things of one day. */
export const Notification = z.object({
  id,
  name: z.enum(names),
  kind: z.enum(kinds),
  /** Null for a thing without a job. */
  jobId: id.nullable(),
  jobName: z.string().nullable(),
  /** The person who did it; null for events by date, such as a passed deadline. */
  actorName: z.string().nullable(),
  /** The newest thing it is about: a message, task, entry, photo, bid or person. */
  subjectId: z.string(),
  /** Its name as the person may read it now; null for a thing without a name or a deleted one. */
  subject: z.string().nullable(),
  /** The current first day of an entry; null for everything else. */
  day: z.iso.date().nullable(),
  /** The number of similar things it stands for. */
  count: z.number().int(),
  read: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the last of them happened. */
  updatedAt: z.iso.datetime(),
})
export type Notification = z.infer<typeof Notification>

const INVALID_UNREAD = 'unread is true or false'
export const NotificationFilter = z.object({
  limit: pageQuery.limit,
  after: pageQuery.after,
  kind: z.enum(kinds, 'Not a kind of notification').optional(),
  jobId: id.optional(),
  /** `true` for unread notifications. */
  unread: z
    .enum(['true', 'false'], INVALID_UNREAD)
    .transform((value) => value === 'true')
    .optional(),
})
export type NotificationFilter = z.output<typeof NotificationFilter>

/** The limit for counting unread notifications. */
export const UNREAD_NOTIFICATIONS_COUNT_LIMIT = 100

/**
 * The number of unread notifications and messages. Each stops at {@link
 * UNREAD_NOTIFICATIONS_COUNTED_TO}, which means that many or more.
 */
export const Unread = z.object({
  notifications: z.number().int(),
  /** Messages of jobs that are not muted. */
  messages: z.number().int(),
})
export type Unread = z.infer<typeof Unread>

const ReadMark = z.object({ read: z.boolean('Must be true or false') }, 'Send read')

const MutedJob = z.object({ jobId: id, jobName: z.string() })
export type MutedJob = z.infer<typeof MutedJob>

export const notificationRoutes = {
  list: route({
    method: 'GET',
    path: '/api/notifications',
    summary: 'What the person should know, newest first',
    may: 'notification.read',
    about: ['notification'],
    keep: false,
    own: true,
    query: NotificationFilter,
    reply: z.array(Notification),
  }),
  unread: route({
    method: 'GET',
    path: '/api/notifications/unread',
    summary: 'How many notifications and messages the person has not read',
    may: 'notification.read',
    about: ['message', 'notification'],
    keep: false,
    own: true,
    reply: Unread,
  }),
  mark: route({
    method: 'PUT',
    path: '/api/notifications/:id',
    summary: 'Mark a notification as read or unread',
    may: 'notification.change',
    body: ReadMark,
    reply: z.void(),
    status: 204,
  }),
  markAll: route({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark all notifications as read',
    may: 'notification.change',
    reply: z.void(),
    status: 204,
  }),
  muted: route({
    method: 'GET',
    path: '/api/notifications/muted-jobs',
    summary: 'The jobs whose notifications the person has muted, by name, at most 200',
    may: 'notification.read',
    about: ['notification'],
    keep: false,
    own: true,
    reply: z.array(MutedJob),
  }),
  mute: route({
    method: 'PUT',
    path: '/api/jobs/:id/mute',
    summary: 'Be notified of nothing more on a job',
    may: 'job.mute',
    reply: z.void(),
    status: 204,
  }),
  unmute: route({
    method: 'DELETE',
    path: '/api/jobs/:id/mute',
    summary: 'Be notified of what happens on a job again',
    may: 'job.mute',
    reply: z.void(),
    status: 204,
  }),
}

const Channels = z.object({
  email: z.enum(emailModes, 'Choose immediately, daily or off'),
  push: z.boolean('Must be true or false'),
})

const INVALID_TIME = 'Enter a time such as 21:00'
const time = z.string(INVALID_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, INVALID_TIME)

/**
 * Nothing is sent between these times, in the company's time zone. Both or neither are set. They
 * may span midnight.
 */
const quietHours = { quietFrom: time.nullable(), quietTo: time.nullable() }

/**
 * Why no emails are sent: no mail server, no public address for links, no email address of the
 * person, or an address that was refused.
 */
const noEmail = ['smtp', 'publicUrl', 'address', 'refused'] as const

/** The notification settings of a person. */
export const NotificationSettings = z.object({
  /** The channels of each kind of the person's role, in order. */
  channels: z.array(z.object({ kind: z.enum(kinds), ...Channels.shape })),
  ...quietHours,
  timeZone: z.string(),
  /** Null if emails are sent. */
  noEmail: z.enum(noEmail).nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Only the fields sent are changed. */
export const NotificationSettingsChange = z
  .object(
    {
      channels: z
        .array(z.object({ kind: z.enum(kinds, 'Not a kind of notification'), ...Channels.shape }))
        .max(kinds.length, 'Each kind once')
        .refine(
          (list) => new Set(list.map(({ kind }) => kind)).size === list.length,
          'Each kind once',
        )
        .optional(),
      quietFrom: quietHours.quietFrom.optional(),
      quietTo: quietHours.quietTo.optional(),
    },
    'Send the change as an object',
  )
  .refine(({ quietFrom, quietTo }) => Boolean(quietFrom) === Boolean(quietTo), {
    path: ['quietTo'],
    message: 'Send both times or neither',
  })
  .refine(({ quietFrom, quietTo }) => !quietFrom || quietFrom !== quietTo, {
    path: ['quietTo'],
    message: 'Choose another time than the start',
  })
export type NotificationSettingsChange = z.output<typeof NotificationSettingsChange>

/** A device to which notifications are pushed. */
const PushDevice = z.object({
  id,
  /** The browser and the system, as the browser reports them. */
  userAgent: z.string(),
  /** Whether it was added in the session of this request. */
  current: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type PushDevice = z.infer<typeof PushDevice>

const key = (max: number) =>
  z
    .string('Must be text')
    .regex(/^[\w-]+={0,2}$/, 'Must be base64url')
    .max(max, 'Too long')

/** The shape of `PushSubscription.toJSON()` in the browser. */
export const NewPushDevice = z.object(
  {
    endpoint: z.url('Must be an address').max(1_000, 'At most 1000 characters'),
    keys: z.object({ p256dh: key(200), auth: key(100) }, 'Send keys'),
  },
  'Send endpoint and keys',
)
export type NewPushDevice = z.output<typeof NewPushDevice>

export const notificationSettingsRoutes = {
  read: route({
    method: 'GET',
    path: '/api/notification-settings',
    summary: 'By email or push, at once, daily or not at all: how the person is notified',
    may: 'notification.read',
    about: ['notification'],
    keep: false,
    own: true,
    reply: NotificationSettings,
  }),
  update: route({
    method: 'PUT',
    path: '/api/notification-settings',
    summary: 'Change your notification settings',
    may: 'notification.change',
    body: NotificationSettingsChange,
    reply: NotificationSettings,
  }),
  pushKey: route({
    method: 'GET',
    path: '/api/push-key',
    summary: 'The public key with which a browser subscribes to push notifications',
    may: 'notification.read',
    about: [],
    keep: false,
    own: true,
    reply: z.object({ publicKey: z.string() }),
  }),
  devices: route({
    method: 'GET',
    path: '/api/push-subscriptions',
    summary: 'The devices to which notifications of the person are pushed, newest first',
    may: 'notification.read',
    about: ['notification'],
    keep: false,
    own: true,
    reply: z.array(PushDevice),
  }),
  addDevice: route({
    method: 'POST',
    path: '/api/push-subscriptions',
    summary: 'Push notifications to this device; it ends with the session',
    may: 'notification.change',
    body: NewPushDevice,
    reply: PushDevice,
    status: 201,
    fails: ['unknownPushService'],
  }),
  removeDevice: route({
    method: 'DELETE',
    path: '/api/push-subscriptions/:id',
    summary: 'Push no more notifications to a device',
    may: 'notification.change',
    reply: z.void(),
    status: 204,
  }),
  retryEmail: route({
    method: 'POST',
    path: '/api/users/:id/retry-email',
    summary: 'Send notifications again to an address that was refused',
    may: 'person.invite',
    reply: z.void(),
    status: 204,
  }),
}
