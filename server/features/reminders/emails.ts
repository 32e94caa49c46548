import { formatCents } from '@plumbline/contract/money.ts'
import { findSender, letterEmail, type Writing } from '../../access/company/customerEmails.ts'
import { findCompany } from '../../access/company/queries.ts'
import { findReminderSettings } from '../../access/company/reminderSettings.ts'
import { readInvoice } from '../../documents/invoice.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { attachedPdf, fileNameOf, issuedDocument } from '../invoices/documents.ts'
import { linkBlocks, senderId } from '../invoices/emails.ts'
import { publishOf } from '../invoices/events.ts'
import { findInvoice, insertHappening, owedOf } from '../invoices/queries.ts'
import { findAddress, findOpenAmount } from './queries.ts'
import { wordsOf } from './words.ts'

/** A delivery of a reminder. */
interface Delivery {
  readonly id: string
  readonly invoiceId: string
}

/** The email of a reminder, and the address of its recipient. */
interface WrittenReminder {
  readonly email: QueuedEmail
  readonly address: string
}

/**
 * The email of a due reminder with its invoice as it is now. Undefined if nothing of it is owed
 * that the credit of its customer does not cover, and `noAddress` if it can go to nobody.
 * @param days the step, of which each has an email of its own
 */
export async function writeReminder(
  db: Db,
  writing: Writing,
  { id, invoiceId }: Delivery,
  days: number,
): Promise<WrittenReminder | 'noAddress' | undefined> {
  const invoice = await findInvoice(db, invoiceId)
  const company = await findCompany(db)
  const amount = invoice ? await findOpenAmount(db, invoice) : 0
  if (!invoice || !company || amount <= 0) return undefined
  const { number, content, dueOn } = invoice
  if (number === null || content === null || dueOn === null) return undefined
  const address = await findAddress(db, invoiceId)
  if (address === null) return 'noAddress'
  const { subject, text } = wordsOf(await findReminderSettings(db), { number, amount, dueOn })
  const document = await issuedDocument(db, invoice)
  if (!document) return undefined
  const covered = owedOf(invoice) - amount
  const { files, publicUrl } = writing
  const email = letterEmail(
    {
      ...{ subject, to: readInvoice(content).customer.name, address, company },
      blocks: [
        text,
        ...(covered > 0 ? [`Your credit of ${formatCents(covered)} is taken off.`] : []),
        ...linkBlocks('The invoice is', invoice, writing),
      ],
      sender: await findSender(db, await senderId(db, invoiceId)),
      messageId: `${id}.${days}`,
      attachment: await attachedPdf(document, { files, company, name: fileNameOf(invoice) }),
      isAutomatic: true,
    },
    publicUrl,
  )
  return { email, address }
}

/** A reminder that was sent, to an address or by hand, or that was not delivered. */
type Noted =
  | { readonly kind: 'reminded'; readonly note: string | null }
  | { readonly kind: 'notDelivered'; readonly note: string }

/** Notes what became of a reminder in the history of its invoice. */
export async function noteReminder(
  db: Db,
  actorId: string | null,
  invoiceId: string,
  { kind, note }: Noted,
) {
  await insertHappening(db, { invoiceId, kind, actorId, note })
  const invoice = await findInvoice(db, invoiceId)
  if (invoice) await publishOf(db, actorId, `invoice.${kind}`, invoice)
}
