import type { NotificationKind } from '@plumbline/contract/notificationKinds.ts'
import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationPath, notificationText } from '@plumbline/contract/notificationTexts.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import type { Recipient } from './queries.ts'

/** The most characters of a message that an email quotes. Weekly updates are quoted in full. */
const MAX_QUOTE_LENGTH = 1_000
/** The most notifications that a daily email lists. */
const MAX_DIGEST_LINES = 100

/** The name of each kind of notification in a sentence. */
export const kindWords: Readonly<Record<NotificationKind, string>> = {
  message: 'messages',
  task: 'tasks',
  schedule: 'the schedule',
  photo: 'photos',
  bid: 'bids',
  invoice: 'invoices',
  invite: 'accepted invites',
  overdue: 'what is overdue',
  update: 'weekly updates',
}

export interface EmailParts {
  /** The origin of links. */
  readonly publicUrl: string
  readonly company: string
  readonly recipient: Pick<Recipient, 'id' | 'firstName' | 'lastName'> & { readonly email: string }
  /** The current day of the company. */
  readonly today: string
  /** The id of the delivery. */
  readonly id: string
  /** The address that turns off this kind of email without signing in. */
  readonly unsubscribe: string
}

const SETTINGS = '/account?tab=notifications'

/** The text on a single line, whatever line breaks a name contains. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const shortened = (text: string) =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).trimEnd()} …` : text

const quoted = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

function emailOf(
  { publicUrl, recipient, id, unsubscribe }: EmailParts,
  {
    subject,
    blocks,
    reason,
    off,
  }: {
    readonly subject: string
    readonly blocks: readonly string[]
    readonly reason: string
    readonly off: string
  },
  /** The number of things reported so far, including this email. */
  reported: number,
  thread: string,
): QueuedEmail {
  const { hostname } = new URL(publicUrl)
  const foot = [
    '--',
    reason,
    `Change your notification settings: ${publicUrl}${SETTINGS}`,
    `${off}: ${unsubscribe}`,
  ].join('\n')
  return {
    to: { name: `${recipient.firstName} ${recipient.lastName}`, address: recipient.email },
    subject: oneLine(subject),
    text: [`Hello ${oneLine(recipient.firstName)},`, ...blocks, foot, ''].join('\n\n'),
    // A retry that reports more than the last try gets another id: mail programs hide an email
    // whose id they have already.
    messageId: `<${id}.${reported}@${hostname}>`,
    thread: `<${thread}@${hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** The email about one notification, which quotes the texts of its messages or comments. */
export function notificationEmail(
  parts: EmailParts,
  notification: Notification,
  texts: readonly string[],
  /** The number of things reported so far, including this email. */
  reported: number,
): QueuedEmail {
  const { kind, jobId, jobName, name, count } = notification
  const text = notificationText(notification, parts.today)
  const isUpdate = name === 'update.sent'
  const omitted = texts.length > 0 && count > texts.length && !isUpdate
  const words = kindWords[kind]
  return emailOf(
    parts,
    {
      subject: `${jobName ?? parts.company}: ${text}`,
      blocks: [
        `${text}${jobName === null ? '' : ` on ${oneLine(jobName)}`}${texts.length > 0 ? ':' : '.'}`,
        ...(omitted ? [`The last ${texts.length} of them:`] : []),
        ...texts.map((one) => (isUpdate ? one : quoted(shortened(one)))),
        `Open it: ${parts.publicUrl}${notificationPath(notification)}`,
      ],
      reason: `You receive this since emails about ${words} are on for you at ${parts.company}.`,
      off: `No more emails about ${words}`,
    },
    reported,
    `${jobId ?? parts.recipient.id}.${kind}`,
  )
}

/** The daily email: the notifications by job, a line each. */
export function digestEmail(
  parts: EmailParts,
  notifications: readonly Notification[],
  reported: number,
): QueuedEmail {
  const { company, publicUrl, recipient } = parts
  const byJob = new Map<string | null, string[]>()
  for (const one of notifications.slice(0, MAX_DIGEST_LINES)) {
    const lines = byJob.get(one.jobId) ?? [oneLine(one.jobName ?? company)]
    lines.push(`- ${notificationText(one, parts.today)}\n  ${publicUrl}${notificationPath(one)}`)
    byJob.set(one.jobId, lines)
  }
  const { length } = notifications
  const omitted = length - MAX_DIGEST_LINES
  return emailOf(
    parts,
    {
      subject: `${company}: ${length === 1 ? 'one thing' : `${length} things`} to know`,
      blocks: [
        'This is what has happened and what you have not read yet.',
        ...[...byJob.values()].map((lines) => lines.join('\n')),
        ...(omitted > 0 ? [`and ${omitted} more: ${publicUrl}`] : []),
      ],
      reason: `You receive this since you hear of some things by a daily email of ${company}.`,
      off: 'No more daily emails',
    },
    reported,
    `${recipient.id}.daily`,
  )
}
