import type { RentMonth } from '@plumbline/contract/rentalIncome.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { rentalIncome, tenants } from '../../schema/rentals.ts'
import { paidOn } from './entries.ts'
import { listRentOf } from './income.ts'
import { tenantName } from './names.ts'
import { expectedRent } from './rent.ts'

type LeaseRow = {
  readonly tenantId: string
  readonly tenantName: string
  readonly phone: string | null
  readonly email: string | null
  readonly expected: string
  readonly received: string
  readonly dueOn: string
  readonly months: number
  readonly mostDays: number
}

/**
 * The leases of a property in a month, earliest first, with the rent received for it and the
 * tenants' payment history.
 */
async function listLeases(db: Db, propertyId: string, month: string): Promise<LeaseRow[]> {
  const firstDay = sql`${`${month}-01`}::date`
  const { rows } = await db.execute<LeaseRow>(sql`
    with rents as (
      select e.tenant_id, e.month, e.expected, e.due_on, coalesce(r.received, 0.00) as received, r.paid_on
      from ${expectedRent({
        to: sql`(${firstDay} + interval '1 month - 1 day')::date`,
        of: sql`t.property_id = ${propertyId}::uuid`,
      })} e
      left join (
        select i.tenant_id, i.rent_month, sum(i.amount) as received,
          ${paidOn} as paid_on
        from ${rentalIncome} i where i.property_id = ${propertyId}::uuid and i.rent_month <= ${firstDay}
        group by i.tenant_id, i.rent_month) r on r.tenant_id = e.tenant_id and r.rent_month = e.month)
    select t.id as "tenantId", ${tenantName} as "tenantName", t.phone, t.email,
      e.expected::text as expected, e.received::text as received, e.due_on::text as "dueOn", b.months,
      b.most_days as "mostDays"
    from rents e
    join ${tenants} t on t.id = e.tenant_id
    cross join lateral (
      select count(*)::int as months, coalesce(max(greatest(b.paid_on - b.due_on, 0)), 0) as most_days
      from rents b
      where b.tenant_id = t.id and b.month < e.month and b.expected > 0 and b.received >= b.expected) b
    where e.month = ${firstDay}
    order by e.due_on`)
  return rows
}

/**
 * One month (`YYYY-MM`) of a property: its leases with the rent due, and the payments received.
 */
export async function rentMonth(db: Db, propertyId: string, month: string): Promise<RentMonth> {
  const leases = await listLeases(db, propertyId, month)
  return {
    month,
    leases: leases.map(({ months, mostDays, ...lease }) => ({
      ...lease,
      paidBefore: { months, mostDays },
    })),
    entries: await listRentOf(db, propertyId, month),
  }
}
