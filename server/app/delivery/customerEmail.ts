import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { EmailOutcome, Writing } from '../../access/company/customerEmails.ts'
import { noteAddress } from '../../features/customers/queries.ts'
import * as invoiceEmails from '../../features/invoices/emails.ts'
import * as receiptEmails from '../../features/payments/emails.ts'
import * as proposalEmails from '../../features/proposals/emails.ts'
import * as statementEmails from '../../features/statements/emails.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { attempt, type EmailSending, isOld } from './attempt.ts'
import type { CustomerDelivery } from './queries.ts'
import type { Outcome } from './sending.ts'

interface CustomerSending extends EmailSending {
  readonly files: FileStore
}

interface Written {
  readonly email: QueuedEmail
  /** Whether a signed copy that belongs to it is not made yet. */
  readonly awaitsCopy: boolean
}

/** The note in the history of what was sent, if its email was not accepted in time. */
export const GIVEN_UP = 'The mail server did not accept it within two days'

/** The note in the history of a proposal whose link was made under another secret. */
const LINK_ENDED = 'Its link does not work any more: send it again'

/** The email about an invoice, a payment or an account as that is now. */
function writeAbout(
  db: Db,
  writing: Writing,
  row: Exclude<CustomerDelivery, { proposalId: string }>,
) {
  if (row.invoiceId !== null) return invoiceEmails.writeEmail(db, writing, row)
  if (row.paymentId !== null) return receiptEmails.writeEmail(db, writing, row)
  return statementEmails.writeEmail(db, writing, row)
}

/** The email of a delivery as what it is about is now; undefined if there is nothing to send. */
async function write(
  db: Db,
  { settings, files }: CustomerSending,
  row: CustomerDelivery,
  now: Date,
): Promise<Written | 'noLink' | undefined> {
  const { publicUrl, sessionSecret: secret } = settings
  if (!publicUrl) return undefined
  const takesCards = settings.stripe !== undefined
  const writing = { files, publicUrl, secret, takesCards, now }
  if (row.proposalId !== null) return proposalEmails.writeEmail(db, writing, row)
  const email = await writeAbout(db, writing, row)
  return email && { email, awaitsCopy: false }
}

function note(db: Db, row: CustomerDelivery, noted: EmailOutcome) {
  if (row.proposalId !== null) return proposalEmails.noteEmail(db, row, noted)
  if (row.invoiceId !== null) return invoiceEmails.noteEmail(db, row, noted)
  if (row.paymentId !== null) return receiptEmails.noteEmail(db, row, noted)
  return statementEmails.noteEmail(db, row)
}

/** Announces that a statement was dropped, which the list of those that were sent says. */
async function noteDropped(db: Db, row: CustomerDelivery) {
  const isOther = row.proposalId !== null || row.invoiceId !== null || row.paymentId !== null
  if (!isOther) await statementEmails.noteEmail(db, row)
}

/**
 * Sends a due email to a customer, about what it is about as that is now. It is dropped if there is
 * nothing left to send, such as after a withdrawal.
 */
export async function sendCustomerEmail(
  db: Db,
  sending: CustomerSending,
  row: CustomerDelivery,
  now: Date,
): Promise<Outcome> {
  const { mail, backoff } = sending
  const written = mail && (await write(db, sending, row, now))
  if (!mail || !written) {
    await noteDropped(db, row)
    return { state: 'dropped', seen: [] }
  }
  if (written === 'noLink') {
    await note(db, row, { kind: 'notDelivered', reason: LINK_ENDED })
    return { state: 'failed', error: LINK_ENDED, seen: [] }
  }
  if (written.awaitsCopy && !isOld(row, now))
    return { state: 'waiting', dueAt: new Date(now.getTime() + MINUTE_MS) }
  const result = await attempt(mail, backoff, row, written.email, now)
  if (result.state === 'waiting') return result
  if (result.state === 'sent') {
    await noteAddress(db, row.address, null)
    await note(db, row, { kind: 'emailed' })
    return { ...result, seen: [] }
  }
  const { error, refusal } = result
  if (refusal !== undefined) await noteAddress(db, row.address, now)
  await note(db, row, { kind: 'notDelivered', reason: refusal ?? GIVEN_UP })
  return { state: 'failed', error, seen: [] }
}
