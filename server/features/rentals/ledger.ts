import type { LedgerMonth } from '@plumbline/contract/tenants.ts'
import { sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { rentalIncome } from '../../schema/rentals.ts'
import { paidOn } from './entries.ts'
import { dollarsText } from './money.ts'
import { expectedRent } from './rent.ts'

/**
 * The rent that a tenant owed and paid by month, newest month first: every month with rent up to
 * the current one or the last one paid ahead, and every other month with a payment. The balance is
 * the rent due less the rent received by today.
 */
export async function listLedger(db: Db, tenantId: string, now: Date): Promise<LedgerMonth[]> {
  const today = companyDay(now)
  const to = sql`greatest(${today}, (select max(p.month) from paid p))`
  const { rows } = await db.execute<LedgerMonth & Record<string, unknown>>(sql`
    with paid as (
      select i.rent_month as month, sum(i.amount) as received,
        ${paidOn} as paid_on
      from ${rentalIncome} i where i.tenant_id = ${tenantId} and i.kind = 'rent' and i.date_received <= ${today}
      group by i.rent_month)
    select to_char(coalesce(e.month, p.month), 'YYYY-MM') as month,
      ${dollarsText(sql`e.expected`)} as expected, ${dollarsText(sql`p.received`)} as received,
      e.due_on as "dueOn", coalesce(e.due_on <= ${today}, false) as "isDue", p.paid_on as "paidOn"
    from ${expectedRent({ to, of: sql`t.id = ${tenantId}` })} e
    full join paid p on p.month = e.month
    order by 1 desc`)
  return rows
}
