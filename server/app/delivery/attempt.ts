import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import type { Backoff } from '../../platform/backoff.ts'
import type { Mailer, QueuedEmail } from '../../platform/mail/mail.ts'
import { MailProblem } from '../../platform/mail/problem.ts'
import type { Settings } from '../../platform/settings.ts'
import type { DeliveryRow } from './queries.ts'

const GIVE_UP_AFTER_MS = 48 * HOUR_MS
/** The first and the longest delay before an email that was not accepted is tried again. */
const FIRST_RETRY_MS = 15_000
const MAX_RETRY_MS = HOUR_MS

export interface EmailSending {
  readonly mail: Mailer | undefined
  readonly settings: Pick<Settings, 'publicUrl' | 'sessionSecret' | 'stripe'>
  readonly backoff: Backoff
}

/** The result of an attempt to send an email. */
type Attempt =
  | { readonly state: 'sent' }
  | {
      readonly state: 'failed'
      readonly error: string
      /** The reply of a mail server that refuses the address for good. */
      readonly refusal: string | undefined
    }
  | {
      readonly state: 'waiting'
      readonly dueAt: Date
      readonly attempts: number
      readonly error: string
    }

/** Whether a delivery has waited for so long that it is given up. */
export const isOld = ({ createdAt }: Pick<DeliveryRow, 'createdAt'>, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > GIVE_UP_AFTER_MS

/** Sends the email of a due delivery, or decides when it is tried again, and whether at all. */
export async function attempt(
  mail: Mailer,
  backoff: Backoff,
  row: DeliveryRow,
  email: QueuedEmail,
  now: Date,
): Promise<Attempt> {
  try {
    await mail.deliver(email)
    backoff.succeeded()
    return { state: 'sent' }
  } catch (problem) {
    if (!(problem instanceof MailProblem)) throw problem
    const { message: error, concerns, reply } = problem
    if (concerns === 'recipient') {
      backoff.succeeded()
      return { state: 'failed', error, refusal: reply }
    }
    const pause = backoff.failed(problem)
    if (isOld(row, now)) return { state: 'failed', error, refusal: undefined }
    const isOfEmail = concerns === 'email'
    const wait = isOfEmail ? backoffDelay(row.attempts, FIRST_RETRY_MS, MAX_RETRY_MS) : pause
    const dueAt = new Date(now.getTime() + wait)
    return { state: 'waiting', dueAt, attempts: row.attempts + (isOfEmail ? 1 : 0), error }
  }
}
