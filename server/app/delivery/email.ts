import { dayIn } from '@plumbline/contract/dates.ts'
import type { EmailMode } from '@plumbline/contract/notificationKinds.ts'
import { companyName } from '../../access/company/queries.ts'
import { describeNotifications } from '../../features/notifications/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { attempt, type EmailSending } from './attempt.ts'
import { textsOf } from './contents.ts'
import { digestEmail, type EmailParts, notificationEmail } from './emails.ts'
import * as queries from './queries.ts'
import { findRecipient, findSubjects, type Outcome, type Subject } from './sending.ts'
import { queueDeliveries } from './service.ts'
import { dueAt } from './times.ts'
import { unsubscribeToken } from './unsubscribeToken.ts'

type Addressed = queries.Recipient & { readonly email: string }

const isAddressed = (recipient: queries.Recipient | undefined): recipient is Addressed =>
  recipient !== undefined && recipient.email !== null && !recipient.isRefused

const seenOf = (subjects: readonly Subject[], emailedIds: ReadonlySet<string> = new Set()) =>
  subjects.map(({ id, count }) => ({ id, count, isEmailed: emailedIds.has(id) }))

/**
 * Sends a due email with the current state of its notifications. It is dropped if there is nothing
 * left to report.
 */
export async function sendEmail(
  db: Db,
  { mail, settings, backoff }: EmailSending,
  row: queries.PersonalDelivery,
  now: Date,
): Promise<Outcome> {
  const recipient = await findRecipient(db, row.personId)
  const subjects = await findSubjects(db, row)
  const { publicUrl } = settings
  const dropped = { state: 'dropped', seen: seenOf(subjects) } as const
  if (!mail || !publicUrl || !isAddressed(recipient)) return dropped
  const due = dueAt(now, recipient.quiet, recipient.timeZone)
  if (due > now) return { state: 'waiting', dueAt: due }
  const modeOf = ({ kind }: Subject): EmailMode => queries.channelsOf(recipient, kind).email
  const unreported = subjects.filter(
    (one) =>
      one.readAt === null && !one.isMuted && one.count > one.emailedCount && modeOf(one) !== 'off',
  )
  const [first] = unreported
  if (!first) return dropped
  if (row.notificationId !== null && modeOf(first) === 'daily') {
    await moveToDigest(db, recipient, row.notificationId, now)
    return dropped
  }
  const what = row.notificationId === null ? 'digest' : first.kind
  const token = unsubscribeToken(recipient.id, what, settings.sessionSecret)
  const unsubscribe = `${publicUrl}/api/unsubscribe/${token}`
  const company = await companyName(db)
  const today = dayIn(recipient.timeZone, now)
  const parts = { publicUrl, company, recipient, today, id: row.id, unsubscribe }
  const written = await write(db, parts, recipient, unreported, row.notificationId !== null)
  if (!written) return dropped
  const result = await attempt(mail, backoff, row, written.email, now)
  if (result.state === 'sent') return { ...result, seen: seenOf(subjects, written.emailedIds) }
  if (result.state === 'waiting') return result
  const { error, refusal } = result
  if (refusal !== undefined) {
    const { id: personId, email: address } = recipient
    await queries.saveRefusal(db, { personId, address, reason: refusal, createdAt: now })
  }
  return { state: 'failed', error, seen: seenOf(subjects) }
}

/**
 * The email about the notifications that the person may still read, with their ids; undefined if
 * there are none.
 */
async function write(
  db: Db,
  parts: EmailParts,
  person: Addressed,
  unreported: readonly Subject[],
  isSingle: boolean,
): Promise<{ email: QueuedEmail; emailedIds: ReadonlySet<string> } | undefined> {
  const ids = unreported.map(({ id }) => id)
  const byId = new Map(unreported.map((one) => [one.id, one]))
  const described = await describeNotifications(db, person, ids)
  // Leaves out what earlier emails reported.
  const fresh = described.flatMap((one) => {
    const subject = byId.get(one.id)
    return subject ? [{ ...one, count: subject.count - subject.emailedCount }] : []
  })
  const [one] = fresh
  if (!one) return undefined
  const emailedIds = new Set(fresh.map(({ id }) => id))
  const total = unreported
    .filter(({ id }) => emailedIds.has(id))
    .reduce((sum, { count }) => sum + count, 0)
  if (!isSingle) return { email: digestEmail(parts, fresh, total), emailedIds }
  const texts = await textsOf(db, person, one, byId.get(one.id)?.actorId ?? null)
  if (one.name === 'message.created' && texts.length === 0) return undefined
  return { email: notificationEmail(parts, one, texts, total), emailedIds }
}

/** Adds the notification to the next daily email, which the person has chosen for its kind. */
async function moveToDigest(db: Db, recipient: Addressed, notificationId: string, now: Date) {
  const { id: personId } = recipient
  const [described] = await describeNotifications(db, recipient, [notificationId])
  if (!described) return
  const { kind, name } = described
  await queueDeliveries(db, [{ notificationId, personId, kind, name }], now, true)
}
