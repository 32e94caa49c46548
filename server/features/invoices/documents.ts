import { dayIn } from '@plumbline/contract/dates.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type { Company } from '../../access/company/queries.ts'
import { logoAlone } from '../../access/company/service.ts'
import { pdfOf } from '../../documents/documents.ts'
import { invoiceDocument, readInvoice } from '../../documents/invoice.ts'
import type { Document } from '../../documents/model.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { paymentsOf } from './applied.ts'
import { draftContent, dueDayOf } from './content.ts'
import { draftOf, type FoundInvoice, type InvoiceRow } from './queries.ts'

/** The document of an invoice that was issued; undefined for a draft. */
export async function issuedDocument(db: Db, invoice: InvoiceRow): Promise<Document | undefined> {
  const { number, content, issuedOn, dueOn, status, updatedAt } = invoice
  if (content === null || issuedOn === null || dueOn === null) return undefined
  return invoiceDocument(readInvoice(content), {
    ...{ number, issuedOn, dueOn, isVoid: status === 'void' },
    isDueMoved: dueDayOf(draftOf(invoice), issuedOn) !== dueOn,
    payments: await paymentsOf(db, invoice.id),
    writtenAt: updatedAt.toISOString(),
  })
}

/**
 * The document of an invoice, of a draft as it would be issued now. Fails with 400 for a draft that
 * cannot be issued as it is.
 */
export async function documentOf(
  db: Db,
  company: Company,
  found: FoundInvoice,
  now: Date,
): Promise<Document> {
  const issued = await issuedDocument(db, found)
  if (issued) return issued
  const content = await draftContent(db, company, found)
  if ('problem' in content) throw invalid(content.problem)
  const today = dayIn(company.timeZone, now)
  return invoiceDocument(content, {
    ...{ number: null, issuedOn: today, dueOn: dueDayOf(draftOf(found), today) },
    ...{ isDueMoved: false, isVoid: false, payments: [], writtenAt: null },
  })
}

/** A document as the attachment of an email, in the turn of emails, for which nobody waits. */
export async function attachedPdf(
  document: Document,
  {
    files,
    company,
    name,
  }: { readonly files: FileStore; readonly company: Company; readonly name: string },
) {
  const pdf = await pdfOf(document, logoAlone(files, company), 'emails to customers')
  return { filename: `${name}.pdf`, content: Buffer.from(pdf) }
}

/** The name of the file of an invoice. */
export const fileNameOf = ({ kind, number }: InvoiceRow) =>
  // A prefix can have characters that no name of a file has.
  `${kind === 'creditMemo' ? 'credit-memo' : 'invoice'}-${(number ?? 'draft').replaceAll(/[^\w.-]+/g, '-')}`
