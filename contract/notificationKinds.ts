import type { Role } from './policy.ts'

/**
 * The events that people are notified about, each with the kind for which people choose the
 * channels.
 */
export const notificationNames = {
  'message.created': 'message',
  'task.comment': 'message',
  'task.assigned': 'task',
  'task.completed': 'task',
  'schedule.dates': 'schedule',
  'schedule.moved': 'schedule',
  'job.progress': 'schedule',
  'crew.asked': 'schedule',
  'crew.answered': 'schedule',
  'photo.created': 'photo',
  'bid.converted': 'bid',
  'bid.viewed': 'bid',
  'bid.question': 'bid',
  'bid.declined': 'bid',
  'bid.unanswered': 'bid',
  'changeOrder.sent': 'bid',
  'changeOrder.viewed': 'bid',
  'changeOrder.question': 'bid',
  'changeOrder.approved': 'bid',
  'changeOrder.declined': 'bid',
  'changeOrder.unanswered': 'bid',
  'invoice.issued': 'invoice',
  'invoice.credited': 'invoice',
  'invoice.received': 'invoice',
  'invoice.viewed': 'invoice',
  'invoice.question': 'invoice',
  'invoice.cardPaid': 'invoice',
  'invoice.cardFailed': 'invoice',
  'invoice.cardUnmatched': 'invoice',
  'invoice.cardDisputed': 'invoice',
  'invoice.cardRestored': 'invoice',
  'person.joined': 'invite',
  'task.overdue': 'overdue',
  'schedule.overdue': 'overdue',
  'invoice.overdue': 'overdue',
  'update.drafted': 'update',
  'update.sent': 'update',
} as const
export type NotificationName = keyof typeof notificationNames
export type NotificationKind = (typeof notificationNames)[NotificationName]

/** The kinds in the order in which they are shown, with the roles that have them. */
const notificationKinds = {
  message: ['admin', 'subcontractor', 'client'],
  task: ['admin', 'subcontractor'],
  schedule: ['admin', 'subcontractor', 'client'],
  photo: ['admin', 'client'],
  bid: ['admin', 'client'],
  invoice: ['admin', 'client'],
  invite: ['admin'],
  overdue: ['admin', 'subcontractor'],
  update: ['admin', 'client'],
} as const satisfies Record<NotificationKind, readonly Role[]>

export const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]

/** The kinds of notification that people of the role have. */
export const kindsFor = (role: Role): NotificationKind[] =>
  kinds.filter((kind) => (notificationKinds[kind] as readonly Role[]).includes(role))

/**
 * When an email is sent: soon after the first event of a burst, in the morning with everything
 * else, or never.
 */
export const emailModes = ['immediately', 'daily', 'off'] as const
export type EmailMode = (typeof emailModes)[number]

/**
 * The channels for a kind of notification outside the application; `push` goes to the devices that
 * the person has registered.
 */
export interface Channels {
  readonly email: EmailMode
  readonly push: boolean
}

const soon = { email: 'immediately', push: true } as const
const daily = { email: 'daily', push: false } as const

/** The channels for each kind of notification unless a person chooses otherwise. */
export const defaultChannels: Readonly<Record<Role, Readonly<Record<NotificationKind, Channels>>>> =
  {
    admin: {
      message: soon,
      task: daily,
      schedule: daily,
      photo: daily,
      bid: soon,
      invoice: soon,
      invite: daily,
      overdue: daily,
      update: daily,
    },
    subcontractor: {
      message: soon,
      task: soon,
      schedule: soon,
      photo: daily,
      bid: daily,
      invoice: daily,
      invite: daily,
      overdue: daily,
      update: daily,
    },
    client: {
      message: soon,
      task: daily,
      schedule: soon,
      photo: daily,
      bid: soon,
      invoice: soon,
      invite: daily,
      overdue: daily,
      update: soon,
    },
  }

/** The time at which the daily emails are sent, in the time zone of the company. */
export const DIGEST_TIME = '07:00'
