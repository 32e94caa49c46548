import { type SQL, sql } from 'drizzle-orm'
import { depositReturns, rentalIncome, tenants } from '../../schema/rentals.ts'
import { expectedRent } from './rent.ts'

const everyTenant = sql`true`
const idsOf = (of: SQL) => sql`(select t.id from ${tenants} t where ${of})`

/**
 * The balances of tenants on a day, one row each: `tenant_id, balance numeric(2)`. A balance is the
 * rent due by then less the rent received by then. It is negative if rent was paid ahead.
 * @param of a condition on `t`, the tenants
 */
export const balances = (on: SQL, of: SQL = everyTenant) => sql`(
  select t.id as tenant_id, coalesce(e.expected, 0.00) - coalesce(r.received, 0.00) as balance
  from ${tenants} t
  left join (
    select e.tenant_id, sum(e.expected) as expected from ${expectedRent({ to: on, of })} e
    where e.due_on <= ${on} group by e.tenant_id) e on e.tenant_id = t.id
  left join (
    select i.tenant_id, sum(i.amount) as received from ${rentalIncome} i
    where i.kind = 'rent' and i.date_received <= ${on} and i.tenant_id in ${idsOf(of)} group by i.tenant_id) r on r.tenant_id = t.id
  where ${of})`

/**
 * The deposits of tenants, one row each: `tenant_id, received, deducted, returned, held`, all
 * numeric(2).
 * @param of a condition on `t`, the tenants
 */
export const deposits = (of: SQL = everyTenant) => sql`(
  select s.tenant_id, s.received, s.deducted, s.returned, s.received - s.deducted - s.returned as held
  from (
    select t.id as tenant_id, coalesce(i.received, 0.00) as received,
      coalesce(i.deducted, 0.00) as deducted, coalesce(d.returned, 0.00) as returned
    from ${tenants} t
    left join (
      select i.tenant_id, sum(i.amount) filter (where i.kind = 'deposit') as received,
        sum(i.amount) filter (where i.deposit_return_id is not null) as deducted
      from ${rentalIncome} i
      where (i.kind = 'deposit' or i.deposit_return_id is not null) and i.tenant_id in ${idsOf(of)}
      group by i.tenant_id) i on i.tenant_id = t.id
    left join (
      select d.tenant_id, sum(d.amount) as returned from ${depositReturns} d
      where d.tenant_id in ${idsOf(of)} group by d.tenant_id) d on d.tenant_id = t.id
    where ${of}) s)`
