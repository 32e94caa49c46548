import { RENT_GRACE_DAYS } from '@plumbline/contract/rent.ts'
import { type SQL, sql } from 'drizzle-orm'
import { rentalIncome } from '../../schema/rentals.ts'
import { paidOn } from './entries.ts'
import { expectedRent } from './rent.ts'

interface Cells {
  /** The first day of the first month. If omitted, there is no lower limit. */
  readonly from?: SQL
  /** The last day of the last month. */
  readonly to: SQL
  /** The ids of the properties, as a list or subquery. If omitted, all of them. */
  readonly of?: SQL
}

const grace = sql.raw(String(RENT_GRACE_DAYS))

/** The rent received for the months of properties, for a `from` clause. `i` is an entry. */
const received = ({ from, to, of }: Cells) =>
  sql`${rentalIncome} i where i.rent_month <= ${to}
    ${from && sql`and i.rent_month >= ${from}`} ${of && sql`and i.property_id in ${of}`}`

/**
 * A condition for the tenants `t` whose leases cover a day of the months. It limits the computed
 * rent: over the years, most leases have ended before the months in question.
 */
const leased = ({ from, to, of }: Cells) => sql`t.lease_start <= ${to}
    ${from && sql`and (t.lease_end is null or t.lease_end >= ${from})`} ${of && sql`and t.property_id in ${of}`}`

/**
 * The open rent of each lease and month, as rows of `property_id, month date` (its first day)`,
 * tenant_id, expected, due_on, open`. Payments of a tenant cover their own lease first. The
 * surplus, and payments that name no tenant, cover the leases of the month in order of their due
 * date.
 * @param settled whether to include the months in which tenants paid exactly their rent, which are
 * most of them
 */
export function rentLeases(cells: Cells, { settled = true } = {}): SQL {
  const { from, to } = cells
  return sql`(
  select n.property_id, n.month, n.tenant_id, n.expected, n.due_on,
    n.need - least(greatest(n.left_over - n.needed_before, 0), n.need) as open
  from (
    select o.*, o.expected - o.own as need,
      sum(o.received - o.own) over (partition by o.property_id, o.month) as left_over,
      sum(o.expected - o.own) over (partition by o.property_id, o.month order by o.due_on)
        - (o.expected - o.own) as needed_before
    from (
      select b.*, least(b.expected, greatest(b.received, 0)) as own
      from (
        select property_id, month, tenant_id, e.due_on,
          coalesce(e.expected, 0) as expected, coalesce(r.received, 0) as received
        from ${expectedRent({ ...(from && { from }), to, of: leased(cells) })} e
        full join (
          select i.property_id, i.rent_month as month, i.tenant_id, sum(i.amount) as received from ${received(cells)}
          group by i.property_id, i.rent_month, i.tenant_id) r using (property_id, month, tenant_id)) b
      where ${settled} or b.expected <> b.received) o) n
  where n.due_on is not null)`
}

/**
 * A condition: the rent of a lease and month `l` is late on a day, because it is still open after
 * the days of grace.
 */
export const isOverdue = (today: SQL) => sql`(l.open > 0 and l.due_on + ${grace} < ${today})`

/**
 * The rent of homes by month, one row for each home and month with a lease or received rent:
 * `property_id, month date` (its first day)`, expected, received, overdue numeric(2), due_on,
 * paid_on date, tenant_id, row_received`, the last over all these months. `due_on` and `tenant_id`
 * are those of the first lease with open rent, or else of the last lease: the rent of a new tenant
 * is not late while only their predecessor had to pay. `overdue` is the rent that is late today.
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
    select i.property_id, i.rent_month as month, sum(i.amount) as received, ${paidOn} as paid_on
    from ${received(cells)} group by i.property_id, i.rent_month) r using (property_id, month))`
}

/**
 * A condition: a cell `c` is late on a day, because less than expected was received when the days
 * of grace were over.
 */
export const isLate = (today: SQL) =>
  sql`(c.expected > 0 and c.received < c.expected and c.due_on + ${grace} < ${today})`
