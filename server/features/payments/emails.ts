import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import {
  type EmailOutcome,
  findSender,
  letterEmail,
  type Writing,
} from '../../access/company/customerEmails.ts'
import { findCompany } from '../../access/company/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { attachedPdf } from '../invoices/documents.ts'
import { insertHistory } from '../invoices/queries.ts'
import * as queries from './queries.ts'
import { fileNameOf, hasReceipt, receiptOf } from './receipts.ts'

/** A delivery of a receipt. */
interface Delivery {
  readonly id: string
  readonly paymentId: string
  readonly address: string
}

/** The email of a due delivery with the receipt as a PDF. Undefined if it was reversed by now. */
export async function writeEmail(
  db: Db,
  { files, publicUrl }: Writing,
  { id, paymentId, address }: Delivery,
): Promise<QueuedEmail | undefined> {
  const payment = await queries.findPayment(db, paymentId)
  const company = await findCompany(db)
  if (!payment || !company || !hasReceipt(payment) || payment.isReversed) return undefined
  const { kind, amount, day, allocations } = payment
  const numbers = allocations.flatMap(({ number }) => (number === null ? [] : [number]))
  const invoices = numbers.length === 1 ? `invoice ${numbers[0]}` : `invoices ${numbers.join(', ')}`
  const named = kind === 'refund' ? 'refund' : 'receipt'
  return letterEmail(
    {
      subject: `${company.companyName}: ${named} for ${formatCents(amount)}`,
      ...{ to: payment.customerName, address, company },
      blocks: [
        kind === 'refund'
          ? `We paid ${formatCents(amount)} back to you on ${formatDay(day)}.`
          : `Thank you. We received ${formatCents(amount)} on ${formatDay(day)}.`,
        ...(numbers.length > 0 ? [`It is for ${invoices}.`] : []),
        kind === 'refund' ? 'A confirmation is attached.' : 'The receipt is attached.',
      ],
      sender: await findSender(db, payment.recordedById),
      messageId: id,
      attachment: await attachedPdf(await receiptOf(db, company, payment), {
        files,
        company,
        name: fileNameOf(payment),
      }),
      isAutomatic: false,
    },
    publicUrl,
  )
}

/** Notes a receipt that was not delivered in the history of its invoices. */
export async function noteEmail(db: Db, { paymentId, address }: Delivery, noted: EmailOutcome) {
  const { kind } = noted
  const payment = await queries.findPayment(db, paymentId)
  if (noted.kind === 'notDelivered' && payment)
    await insertHistory(
      db,
      queries.invoiceIdsOf(payment).map((invoiceId) => ({
        ...{ invoiceId, kind: 'notDelivered', actorId: null },
        note: `Receipt to ${address}: ${noted.reason}`,
      })),
    )
  await publish(db, null, { name: `payment.${kind}`, subjectId: paymentId })
}
