import { isPayableByCard } from '@plumbline/contract/cardStates.ts'
import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import {
  type EmailOutcome,
  findSender,
  letterEmail,
  type Writing,
} from '../../access/company/customerEmails.ts'
import { findCompany } from '../../access/company/queries.ts'
import { readInvoice } from '../../documents/invoice.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { QueuedEmail } from '../../platform/mail/mail.ts'
import { invoiceHistory } from '../../schema/invoices.ts'
import { attachedPdf, fileNameOf, issuedDocument } from './documents.ts'
import { publishOf } from './events.ts'
import { linkPathOf } from './links.ts'
import * as queries from './queries.ts'

/** A delivery of an invoice. */
interface Delivery {
  readonly id: string
  readonly invoiceId: string
  readonly address: string
}

/** The person who sent an invoice last, or issued it. */
export async function senderId(db: Db, invoiceId: string): Promise<string | null> {
  const { actorId } = invoiceHistory
  const [sent] = await db
    .select({ actorId })
    .from(invoiceHistory)
    .where(and(eq(invoiceHistory.invoiceId, invoiceId), eq(invoiceHistory.kind, 'sent')))
    .orderBy(desc(invoiceHistory.id))
    .limit(1)
  return sent?.actorId ?? null
}

/** The amounts of an invoice: its total, and what is left of it once something is paid. */
function amountLines({ total, paid, dueOn }: queries.FoundInvoice): string[] {
  const due = total > paid ? [`Due: ${formatDay(dueOn)}`] : []
  if (paid === 0) return [`Total: ${formatCents(total)}`, ...due]
  const balance = `Balance due: ${formatCents(total - paid)}`
  return [`Total: ${formatCents(total)}`, `Paid: ${formatCents(paid)}`, balance, ...due]
}

/**
 * The paragraphs that lead to the PDF of an invoice, and to its link if that works: one that was
 * made under another secret does not.
 * @param it the subject, such as `It is`
 */
export function linkBlocks(
  it: string,
  invoice: queries.FoundInvoice,
  { publicUrl, secret, takesCards }: Pick<Writing, 'publicUrl' | 'secret' | 'takesCards'>,
): string[] {
  const path = linkPathOf(invoice, secret)
  if (path === undefined) return [`${it} attached.`]
  const takesCard = takesCards && isPayableByCard(queries.owedOf(invoice), invoice.processing)
  const place = takesCard ? 'at this link, where it can be paid by card' : 'at this link'
  return [`${it} attached, and ${place}. Anybody who has the link can open it.`, publicUrl + path]
}

/**
 * The email of a due delivery with the invoice as it is now, with its current link and its PDF.
 * Undefined if it is void by now.
 */
export async function writeEmail(
  db: Db,
  writing: Writing,
  { id, invoiceId, address }: Delivery,
): Promise<QueuedEmail | undefined> {
  const invoice = await queries.findInvoice(db, invoiceId)
  const company = await findCompany(db)
  if (!invoice || !company || invoice.status !== 'issued') return undefined
  const { kind, number, content, total, linkMadeAt } = invoice
  const document = await issuedDocument(db, invoice)
  const { files, publicUrl } = writing
  if (!document || content === null) return undefined
  const { customer, job } = readInvoice(content)
  const isCredit = kind === 'creditMemo'
  const name = `${isCredit ? 'credit memo' : 'invoice'} ${number}`
  const named = job ? `${name} for ${job.name}` : name
  return letterEmail(
    {
      ...{ subject: `${company.companyName}: ${named}`, to: customer.name, address, company },
      blocks: [
        `Here is our ${named}.`,
        isCredit ? `Credit: ${formatCents(-total)}` : amountLines(invoice).join('\n'),
        ...linkBlocks('It is', invoice, writing),
      ],
      sender: await findSender(db, await senderId(db, invoiceId)),
      // A retry with a new link gets another id: mail programs hide an email whose id they have.
      messageId: `${id}.${linkMadeAt?.getTime() ?? 0}`,
      attachment: await attachedPdf(document, { files, company, name: fileNameOf(invoice) }),
      isAutomatic: false,
    },
    publicUrl,
  )
}

/** Notes what became of an email in the history of its invoice. */
export async function noteEmail(db: Db, { invoiceId, address }: Delivery, noted: EmailOutcome) {
  const { kind } = noted
  // The address of an email that was accepted is in the event before.
  const note = noted.kind === 'emailed' ? null : `${address}: ${noted.reason}`
  await queries.insertHappening(db, { invoiceId, kind, actorId: null, note })
  const invoice = await queries.findInvoice(db, invoiceId)
  if (invoice) await publishOf(db, null, `invoice.${kind}`, invoice)
}
