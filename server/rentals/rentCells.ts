import { RENT_GRACE_DAYS } from '@plumbline/contract/rent.ts'
import { type SQL, sql } from 'drizzle-orm'
import { expectedRent } from './rent.ts'
import { rentalIncome } from './table.ts'

interface Cells {
  /** The first day of the first month. */
  readonly from: SQL
  /** The last day of the last month. */
  readonly to: SQL
  /** The ids of the properties, as a list or subquery. */
  readonly of: SQL
}

const grace = sql.raw(String(RENT_GRACE_DAYS))

/** The rent received for months of properties; `i` is an entry. */
const received = ({ from, to, of }: Cells) =>
  sql`${rentalIncome} i where i.rent_month between ${from} and ${to} and i.property_id in ${of}`

/**
 * What is open of the rent of each lease and month: `property_id, month date` (its first day)`, tenant_id, expected, due_on,
 * open`. What a tenant paid covers their own lease first; what is left over, and what names nobody, covers the leases of the
 * month one after another.
 */
export function rentLeases(cells: Cells): SQL {
  const { from, to, of } = cells
  // Leases of other years are left out first, which are most of them after ten years.
  const leased = sql`t.property_id in ${of} and t.lease_start <= ${to} and (t.lease_end is null or t.lease_end >= ${from})`
  return sql`(
  select n.property_id, n.month, n.tenant_id, n.expected, n.due_on,
    n.need - least(greatest(n.left_over - n.needed_before, 0), n.need) as open
  from (
    select o.*, o.expected - o.own as need,
      o.received - sum(o.own) over (partition by o.property_id, o.month) as left_over,
      sum(o.expected - o.own) over (partition by o.property_id, o.month order by o.due_on)
        - (o.expected - o.own) as needed_before
    from (
      select e.property_id, e.month, e.tenant_id, e.expected, e.due_on, coalesce(a.received, 0) as received,
        least(e.expected, greatest(coalesce(r.received, 0), 0)) as own
      from ${expectedRent({ from, to, of: leased })} e
      left join (
        select i.property_id, i.rent_month, sum(i.amount) as received from ${received(cells)}
        group by i.property_id, i.rent_month) a on a.property_id = e.property_id and a.rent_month = e.month
      left join (
        select i.tenant_id, i.property_id, i.rent_month, sum(i.amount) as received from ${received(cells)}
        group by i.tenant_id, i.property_id, i.rent_month) r
        on r.tenant_id = e.tenant_id and r.property_id = e.property_id and r.rent_month = e.month) o) n)`
}

/** Whether rent of a lease and month `l` is late on a day: still open when the days of grace are over. */
export const isOverdue = (today: SQL) => sql`(l.open > 0 and l.due_on + ${grace} < ${today})`

/**
 * The rent of homes by month, one row for each home and month that has leases or rent received:
 * `property_id, month date` (its first day)`, expected, received, overdue numeric(2), due_on, paid_on date, tenant_id,
 * row_received`, the last over all these months. `due_on` and the tenant are those of the first lease that is open, else of
 * the last: a new tenant's rent is not late while only their predecessor had to pay. `overdue` is what is late today.
 */
export function rentCells(cells: Cells & { readonly today: SQL }): SQL {
  return sql`(
  select property_id, month, coalesce(l.expected, 0.00) as expected, coalesce(r.received, 0.00) as received, l.due_on, r.paid_on,
    l.tenant_id, coalesce(l.overdue, 0.00) as overdue,
    coalesce(sum(r.received) over (partition by property_id), 0.00) as row_received
  from (
    select l.property_id, l.month, sum(l.expected) as expected,
      coalesce(min(l.due_on) filter (where l.open > 0), max(l.due_on)) as due_on,
      sum(l.open) filter (where ${isOverdue(cells.today)}) as overdue,
      (array_agg(l.tenant_id order by l.open > 0 desc, case when l.open > 0 then l.due_on end, l.due_on desc))[1] as tenant_id
    from ${rentLeases(cells)} l group by l.property_id, l.month) l
  full join (
    select i.property_id, i.rent_month as month, sum(i.amount) as received,
      max(i.date_received) filter (where i.reverses_id is null and not exists (
        select from ${rentalIncome} x where x.reverses_id = i.id)) as paid_on
    from ${received(cells)} group by i.property_id, i.rent_month) r using (property_id, month))`
}

/** Whether a cell `c` is late on a day: less than expected was received when the days of grace were over. */
export const isLate = (today: SQL) =>
  sql`(c.expected > 0 and c.received < c.expected and c.due_on + ${grace} < ${today})`
