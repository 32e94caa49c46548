import type { EmailMode } from '@plumbline/contract/notificationKinds.ts'
import { companyName } from '../../access/company/queries.ts'
import { describeNotifications } from '../../features/notifications/queries.ts'
import type { Backoff } from '../../platform/backoff.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Mailer, QueuedEmail } from '../../platform/mail/mail.ts'
import { MailProblem } from '../../platform/mail/problem.ts'
import type { Settings } from '../../platform/settings.ts'
import { textsOf } from './contents.ts'
import { digestEmail, type EmailParts, notificationEmail } from './emails.ts'
import * as queries from './queries.ts'
import { findRecipient, findSubjects, type Outcome, type Subject } from './sending.ts'
import { queueDeliveries } from './service.ts'
import { dueAt } from './times.ts'
import { unsubscribeToken } from './unsubscribeToken.ts'

/** For so long an email is tried. */
const GIVE_UP = 48 * 3_600_000
/** Before an email is tried again that the mail server did not take: the first time, and at most. */
const RETRY = 15_000
const LONGEST_RETRY = 3_600_000

export interface EmailSending {
  readonly mail: Mailer | undefined
  readonly settings: Pick<Settings, 'publicUrl' | 'sessionSecret'>
  readonly backoff: Backoff
}

type Addressed = queries.Recipient & { readonly email: string }

const isAddressed = (recipient: queries.Recipient | undefined): recipient is Addressed =>
  recipient !== undefined && recipient.email !== null && !recipient.isRefused

const seenOf = (subjects: readonly Subject[], told: ReadonlySet<string> = new Set()) =>
  subjects.map(({ id, count }) => ({ id, count, told: told.has(id) }))

/** Sends an email that is due, as what it is about is now: nothing where there is nothing left to tell. */
export async function sendEmail(
  db: Db,
  { mail, settings, backoff }: EmailSending,
  row: queries.DeliveryRow,
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
  const left = subjects.filter(
    (one) =>
      one.readAt === null && !one.isMuted && one.count > one.emailedCount && modeOf(one) !== 'off',
  )
  const [first] = left
  if (!first) return dropped
  if (row.notificationId !== null && modeOf(first) === 'daily') {
    await moveToDigest(db, recipient, row.notificationId, now)
    return dropped
  }
  const what = row.notificationId === null ? 'digest' : first.kind
  const token = unsubscribeToken(recipient.id, what, settings.sessionSecret)
  const unsubscribe = `${publicUrl}/api/unsubscribe/${token}`
  const company = await companyName(db)
  const parts = { publicUrl, company, recipient, id: row.id, unsubscribe }
  const written = await write(db, parts, recipient, left, row.notificationId !== null)
  if (!written) return dropped
  try {
    await mail.deliver(written.email)
    backoff.succeeded()
    return { state: 'sent', seen: seenOf(subjects, written.told) }
  } catch (error) {
    if (!(error instanceof MailProblem)) throw error
    const isOld = now.getTime() - row.createdAt.getTime() > GIVE_UP
    if (error.concerns === 'recipient') {
      const { id: personId, email: address } = recipient
      const refusal = { personId, address, reason: error.answer, createdAt: now }
      await queries.saveRefusal(db, refusal)
      backoff.succeeded()
      return { state: 'failed', error: error.message, seen: seenOf(subjects) }
    }
    const pause = backoff.failed(error)
    if (isOld) return { state: 'failed', error: error.message, seen: seenOf(subjects) }
    const attempts = row.attempts + (error.concerns === 'email' ? 1 : 0)
    const wait =
      error.concerns === 'email' ? Math.min(RETRY * 2 ** row.attempts, LONGEST_RETRY) : pause
    const next = new Date(now.getTime() + wait)
    return { state: 'waiting', dueAt: next, attempts, error: error.message }
  }
}

/** What an email says, of what the person may still read; undefined where that is nothing. */
async function write(
  db: Db,
  parts: EmailParts,
  person: Addressed,
  left: readonly Subject[],
  isSingle: boolean,
): Promise<{ email: QueuedEmail; told: ReadonlySet<string> } | undefined> {
  const ids = left.map(({ id }) => id)
  const byId = new Map(left.map((one) => [one.id, one]))
  const described = await describeNotifications(db, person, ids)
  // Not what an email has told of already.
  const fresh = described.flatMap((one) => {
    const subject = byId.get(one.id)
    return subject ? [{ ...one, count: subject.count - subject.emailedCount }] : []
  })
  const [one] = fresh
  if (!one) return undefined
  const told = new Set(fresh.map(({ id }) => id))
  const total = left.filter(({ id }) => told.has(id)).reduce((sum, { count }) => sum + count, 0)
  if (!isSingle) return { email: digestEmail(parts, fresh, total), told }
  const texts = await textsOf(db, person, one, byId.get(one.id)?.actorId ?? null)
  if (one.name === 'message.created' && texts.length === 0) return undefined
  return { email: notificationEmail(parts, one, texts, total), told }
}

/** What the person wants to hear of daily by now is told with the next daily email. */
async function moveToDigest(db: Db, recipient: Addressed, notificationId: string, now: Date) {
  const { id: personId } = recipient
  const [described] = await describeNotifications(db, recipient, [notificationId])
  if (!described) return
  const { kind, name } = described
  await queueDeliveries(db, [{ notificationId, personId, kind, name }], now, true)
}
