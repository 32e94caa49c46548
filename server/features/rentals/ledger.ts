import type { LedgerMonth } from '@plumbline/contract/tenants.ts'
import { sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { rentalIncome } from '../../schema/rentals.ts'
import { paidOn } from './entries.ts'
import { dollarsText } from './money.ts'
import { expectedRent } from './rent.ts'

/**
 * What a tenant owed and paid, newest month first: every month that has rent up to this one, or up to the last that was paid
 * ahead, and every other one that was paid. What is due less what was received by today is the balance.
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
