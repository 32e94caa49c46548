import { dayIn } from '@plumbline/contract/dates.ts'
import { leftOf } from '@plumbline/contract/ledger.ts'
import { type CustomerAccount, MAX_ALLOCATIONS } from '@plumbline/contract/payments.ts'
import { companyTimeZone } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { CustomerRow } from '../customers/queries.ts'
import { processingAmong } from '../invoices/applied.ts'
import { openInvoices } from '../invoices/list.ts'
import { findSources } from './ledger.ts'

/** The debt and the credit of a customer, and their open invoices. */
export async function accountOf(
  db: Db,
  { id, contacts }: Pick<CustomerRow, 'id' | 'contacts'>,
  now: Date,
): Promise<CustomerAccount> {
  const today = dayIn(await companyTimeZone(db), now)
  const { open, count, owed } = await openInvoices(db, id, {
    today,
    limit: MAX_ALLOCATIONS,
  })
  const processing = await processingAmong(
    db,
    open.map((invoice) => invoice.id),
  )
  const credit = leftOf(await findSources(db, id))
  return {
    ...{ owed, credit, openCount: count, email: contacts[0]?.email ?? null },
    open: open.map((invoice) => ({ ...invoice, processing: processing.get(invoice.id) ?? null })),
  }
}
