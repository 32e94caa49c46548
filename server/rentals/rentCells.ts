import { RENT_GRACE_DAYS } from '@plumbline/contract/rent.ts'
import { type SQL, sql } from 'drizzle-orm'
import { expectedRent } from './rent.ts'
import { rentalIncome } from './table.ts'

/**
 * The rent of homes by month, one row for each home and month that has leases or rent received:
 * `property_id, month date` (its first day)`, expected, received numeric(2), due_on, paid_on date, tenant_id, row_received`,
 * the last over all these months. Of two leases in a month the tenant is that of the later one; `due_on` is the day from which
 * rent is open, that is of the first lease that what was received does not cover, else of the last: a new tenant's rent is
 * not late while only their predecessor had to pay.
 * @param from the first day of the first month
 * @param to a day of the last month
 * @param of the ids of the properties, as a list or subquery
 */
export function rentCells({ from, to, of }: { from: SQL; to: SQL; of: SQL }): SQL {
  // Leases of other years are left out first, which are most of them after ten years.
  const leased = sql`t.property_id in ${of} and t.lease_start <= ${to} and (t.lease_end is null or t.lease_end >= ${from})`
  return sql`(
  select u.property_id, u.month, sum(u.expected) as expected, sum(u.received) as received,
    coalesce(min(u.due_on) filter (where u.owed > u.received_in_all), max(u.due_on)) as due_on, max(u.paid_on) as paid_on,
    (array_agg(u.tenant_id order by u.due_on desc) filter (where u.tenant_id is not null))[1] as tenant_id,
    sum(sum(u.received)) over (partition by u.property_id) as row_received
  from (
    select m.*, sum(m.received) over (partition by m.property_id, m.month) as received_in_all,
      sum(m.expected) over (partition by m.property_id, m.month order by m.due_on) as owed
    from (
      select e.property_id, e.month, e.expected, 0.00 as received, e.due_on, null::date as paid_on, e.tenant_id
      from ${expectedRent({ from, to, of: leased })} e
      union all
      select i.property_id, i.rent_month, 0.00, i.amount, null, case when i.reverses_id is null and not exists (
        select from ${rentalIncome} r where r.reverses_id = i.id) then i.date_received end, null
      from ${rentalIncome} i
      where i.rent_month between ${from} and ${to} and i.property_id in ${of}) m) u
  group by u.property_id, u.month)`
}

/** Whether a cell `c` is late on a day: less than expected was received when the days of grace were over. */
export const isLate = (today: SQL) =>
  sql`(c.expected > 0 and c.received < c.expected and c.due_on + ${sql.raw(String(RENT_GRACE_DAYS))} < ${today})`
