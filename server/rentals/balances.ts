import { type SQL, sql } from 'drizzle-orm'
import { expectedRent } from './rent.ts'
import { depositReturns, rentalIncome, tenants } from './table.ts'

/**
 * What tenants owe on a day, one row each: `tenant_id, balance numeric(2)`. It is the rent that is due by then less the rent
 * received, negative when paid ahead.
 * @param of a condition on `t`, the tenants
 */
export const balances = (today: SQL, of: SQL = sql`true`) => sql`(
  select t.id as tenant_id, coalesce(e.expected, 0.00) - r.received as balance
  from ${tenants} t
  left join (
    select e.tenant_id, sum(e.expected) as expected from ${expectedRent({ to: today, of })} e
    where e.due_on <= ${today} group by e.tenant_id) e on e.tenant_id = t.id
  cross join lateral (
    select coalesce(sum(i.amount), 0.00) as received from ${rentalIncome} i
    where i.tenant_id = t.id and i.kind = 'rent') r
  where ${of})`

/**
 * What became of the deposits of tenants, one row each: `tenant_id, received, deducted, returned, held`, all numeric(2).
 * @param of a condition on `t`, the tenants
 */
export const deposits = (of: SQL = sql`true`) => sql`(
  select t.id as tenant_id, i.received, i.deducted, d.returned,
    i.received - i.deducted - d.returned as held
  from ${tenants} t
  cross join lateral (
    select coalesce(sum(i.amount) filter (where i.kind = 'deposit'), 0.00) as received,
      coalesce(sum(i.amount) filter (where i.deposit_return_id is not null), 0.00) as deducted
    from ${rentalIncome} i where i.tenant_id = t.id) i
  cross join lateral (
    select coalesce(sum(d.amount), 0.00) as returned from ${depositReturns} d
    where d.tenant_id = t.id) d
  where ${of})`
