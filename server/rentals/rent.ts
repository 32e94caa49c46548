import { type SQL, sql } from 'drizzle-orm'
import { leaseChanges, tenants } from './table.ts'

/**
 * The rent that leases owe, one row for each lease and month in which rent is owed:
 * `tenant_id, property_id, month date` (its first day)`, expected numeric(2), due_on date`. The rule is `rentOfMonth` of the
 * contract: a whole month costs its rent; else each day costs its rent divided by the days of the month, and the sum is
 * rounded once.
 * @param from the first day of the first month
 * @param to a day of the last month
 * @param of a condition on `t`, the tenants
 */
export const expectedRent = ({
  from,
  to,
  of = sql`true`,
}: {
  from?: SQL
  to: SQL
  of?: SQL
}) => sql`(
  with parts as (
    select s.tenant_id, s.property_id, s.rent, m.first_day as month, m.last_day - m.first_day + 1 as days_of_month,
      greatest(s.first_day, m.first_day) as due_on,
      least(s.last_day, m.last_day) - greatest(s.first_day, m.first_day) + 1 as days
    from (
      select t.id as tenant_id, t.property_id, r.rent,
        greatest(r.starts_on, t.rent_from) as first_day, least(t.lease_end, r.next_start - 1) as last_day
      from ${tenants} t
      cross join lateral (
        select x.starts_on, x.rent, lead(x.starts_on) over (order by x.starts_on) as next_start
        from (
          select t.lease_start as starts_on, coalesce(t.monthly_rent, 0) as rent
          union all
          select c.starts_on, c.monthly_rent from ${leaseChanges} c
          where c.tenant_id = t.id and c.starts_on > t.lease_start) x) r
      where t.property_id is not null and t.lease_start is not null and ${of}) s
    cross join lateral (
      select g::date as first_day, (g + interval '1 month - 1 day')::date as last_day
      from generate_series(
        date_trunc('month', ${from ? sql`greatest(s.first_day, ${from})` : sql`s.first_day`}::timestamp),
        least(s.last_day, ${to})::timestamp, interval '1 month') g) m
    where s.first_day <= coalesce(s.last_day, s.first_day))
  select tenant_id, property_id, month, rent as expected, due_on from parts where days = days_of_month
  union all
  select tenant_id, property_id, month, round(sum(rent * days) / days_of_month, 2), min(due_on)
  from parts where days < days_of_month group by tenant_id, property_id, month, days_of_month)`

/** The rent of a whole month that is in force on a day, of the tenants `t`. */
export const rentOn = (day: SQL) => sql<string | null>`coalesce(
  (select c.monthly_rent from ${leaseChanges} c
    where c.tenant_id = t.id and c.starts_on <= ${day} and c.starts_on > t.lease_start
    order by c.starts_on desc limit 1), t.monthly_rent)`

/** Whether the lease of the tenants `t` covers a day. */
export const leaseCovers = (day: SQL) =>
  sql<boolean>`(t.lease_start <= ${day} and (t.lease_end is null or t.lease_end >= ${day}))`
