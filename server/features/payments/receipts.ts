import { Failure } from '@plumbline/contract/failures.ts'
import type { Company } from '../../access/company/queries.ts'
import type { Document } from '../../documents/model.ts'
import { receiptDocument } from '../../documents/receipt.ts'
import type { Db } from '../../platform/db/handle.ts'
import { readCustomer } from '../customers/queries.ts'
import { type FoundPayment, toPayment } from './queries.ts'

/** Whether an entry has a receipt: money that moved, and is no reversal. */
export const hasReceipt = ({ kind, reversesId }: FoundPayment): boolean =>
  kind !== 'writeOff' && reversesId === null

/** Fails with 409 for an entry without a receipt. */
export function requireReceipt(found: FoundPayment) {
  if (!hasReceipt(found)) throw new Failure('noReceipt')
}

/** The receipt of an entry as of now. Fails with 409 for one that has none. */
export async function receiptOf(db: Db, company: Company, found: FoundPayment): Promise<Document> {
  requireReceipt(found)
  const customer = await readCustomer(db, found.customerId)
  return receiptDocument({ company, customer, payment: toPayment(found) })
}

/** The name of the file of a receipt. */
export const fileNameOf = ({ day, kind }: FoundPayment) =>
  `${kind === 'refund' ? 'refund' : 'receipt'}-${day}`
