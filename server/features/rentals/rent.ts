import { type SQL, sql } from 'drizzle-orm'
import { leaseChanges, tenants } from '../../schema/rentals.ts'

const firstDayOf = (day: SQL) => sql`date_trunc('month', ${day}::timestamp)::date`
const lastDayOf = (day: SQL) =>
  sql`(date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')::date`

/**
 * The rent that leases owe, one row for each lease and month in which rent is owed: `tenant_id,
 * property_id, month date` (its first day)`, expected numeric(2), due_on date`. The rule is that of
 * `rentOfMonth` in the contract: a whole month costs its rent. Otherwise each day costs its rent
 * divided by the days of the month, and the sum is rounded once. Days before a renewal on which the
 * home was empty ({@link isEmptyOn}) are no part of the lease.
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
  with steps as (
    select t.id as tenant_id, t.property_id, r.rent,
      greatest(r.starts_on, t.rent_from, ${from ?? sql`null`}) as first_day,
      least(r.next_start - 1, t.lease_end, ${lastDayOf(to)}) as last_day
    from ${tenants} t
    cross join lateral (
      select x.starts_on, x.rent, lead(x.starts_on) over by_start as next_start,
        lead(x.previous_end) over by_start as end_before_next
      from (
        select t.lease_start as starts_on, coalesce(t.monthly_rent, 0) as rent, null::date as previous_end
        union all
        select c.starts_on, c.monthly_rent, c.previous_end from ${leaseChanges} c
        where c.tenant_id = t.id and c.starts_on > t.lease_start) x
      window by_start as (order by x.starts_on)) r
    where t.property_id is not null and t.lease_start is not null and ${of}
      and (r.rent = 0 and r.end_before_next = r.starts_on - 1) is not true),
  parts as (
    select s.*, m.month, ${lastDayOf(sql`m.month`)} - m.month + 1 as days_of_month,
      greatest(s.first_day, m.month) as due_on,
      least(s.last_day, ${lastDayOf(sql`m.month`)}) - greatest(s.first_day, m.month) + 1 as days
    from steps s
    cross join lateral (
      select ${firstDayOf(sql`s.first_day`)} as month
      union all
      select ${firstDayOf(sql`s.last_day`)} where ${firstDayOf(sql`s.last_day`)} > s.first_day) m
    where s.first_day <= s.last_day)
  select s.tenant_id, s.property_id, g::date as month, s.rent as expected, g::date as due_on
  from steps s
  cross join generate_series(${firstDayOf(sql`(s.first_day + interval '1 month - 1 day')`)}::timestamp,
    s.last_day + 1 - interval '1 month', interval '1 month') g
  union all
  select tenant_id, property_id, month, round(sum(rent * days) / days_of_month, 2), min(due_on)
  from parts where days < days_of_month group by tenant_id, property_id, month, days_of_month)`

/** The monthly rent of the tenants `t` that is in force on a day. */
export const rentOn = (day: SQL) => sql<string | null>`coalesce(
  (select c.monthly_rent from ${leaseChanges} c
    where c.tenant_id = t.id and c.starts_on <= ${day} and c.starts_on > t.lease_start
    order by c.starts_on desc limit 1), t.monthly_rent)`

/**
 * A condition: a day lies between the end of the lease of the tenants `t` and its renewal, and the
 * home was empty. Such days are recorded as a rent of 0 from the day after the end.
 */
export const isEmptyOn = (day: SQL) => sql<boolean>`exists (
  select from ${leaseChanges} e join ${leaseChanges} r
    on r.tenant_id = e.tenant_id and r.kind = 'renewal' and r.previous_end = e.starts_on - 1
  where e.tenant_id = t.id and e.monthly_rent = 0 and e.starts_on <= ${day} and r.starts_on > ${day})`

/** A condition: the lease of the tenants `t` covers a day. */
export const leaseCovers = (day: SQL) => sql<boolean>`(t.lease_start <= ${day}
  and (t.lease_end is null or t.lease_end >= ${day}) and not ${isEmptyOn(day)})`
