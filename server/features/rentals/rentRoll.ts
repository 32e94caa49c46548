import {
  ENDING_DAYS,
  type EndingLeases,
  type LateRents,
  lateAges,
  type RentRoll,
} from '@plumbline/contract/rentalReports.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { depositReturns, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { balances } from './balances.ts'
import { dollarsText } from './money.ts'
import { tenantName } from './names.ts'
import { shownStatus } from './properties.ts'
import { leaseCovers, rentOn } from './rent.ts'
import { isOverdue, rentLeases } from './rentCells.ts'
import { hasLeft } from './tenantQueries.ts'

type Row<T> = T & Record<string, unknown>

/**
 * The homes that are not archived or are leased on a day, with their lease, the deposit held and
 * the balance owed by then. Exact dollars.
 */
export async function rentRoll(db: Db, on: SQL): Promise<RentRoll> {
  const { rows } = await db.execute<
    Row<{ on: string; row: RentRoll['rows'][number] | null; total: Omit<RentRoll, 'on' | 'rows'> }>
  >(sql`
    with leased as (
      select t.*, ${tenantName} as name, ${rentOn(on)} as rent from ${tenants} t
      where t.property_id is not null and ${leaseCovers(on)}),
    paid as (
      select tenant_id, coalesce(sum(amount) filter (where kind = 'deposit'), 0)
          - coalesce(sum(amount) filter (where deposit_return_id is not null), 0) as deposits
      from ${rentalIncome} where tenant_id in (select id from leased) and date_received <= ${on} group by tenant_id),
    returned as (
      select tenant_id, sum(amount) as amount
      from ${depositReturns} where tenant_id in (select id from leased) and returned_on <= ${on} group by tenant_id),
    homes as (
      select p.id, p.address, p.city,
        ${shownStatus(sql`p`, sql`l.id`)} as status,
        l.id as tenant_id, l.name, l.lease_start, l.lease_end, coalesce(l.rent, 0) as rent,
        coalesce(paid.deposits, 0) - coalesce(returned.amount, 0) as deposit,
        coalesce(b.balance, 0) as balance
      from ${rentalProperties} p left join leased l on l.property_id = p.id
      left join ${balances(on, leaseCovers(on))} b on b.tenant_id = l.id
      left join paid on paid.tenant_id = l.id left join returned on returned.tenant_id = l.id
      where p.archived_at is null or l.id is not null),
    total as (
      select jsonb_build_object('leased', count(tenant_id), 'rent', ${dollarsText(sql`sum(rent)`)},
        'deposit', ${dollarsText(sql`sum(deposit)`)}, 'balance', ${dollarsText(sql`sum(balance)`)}) as total
      from homes)
    select ${on}::text as "on", total.total, case when h.id is not null then jsonb_build_object(
        'propertyId', h.id, 'address', h.address, 'city', h.city, 'status', h.status, 'tenantId', h.tenant_id,
        'tenantName', h.name, 'leaseStart', h.lease_start, 'leaseEnd', h.lease_end, 'rent', ${dollarsText(sql`h.rent`)},
        'deposit', ${dollarsText(sql`h.deposit`)}, 'balance', ${dollarsText(sql`h.balance`)}) end as row
    from total left join homes h on true order by ${inNaturalOrder(sql`h.address`)}, h.id`)
  const [first] = rows
  if (!first) throw new Error('The totals are always one row')
  return { on: first.on, rows: rows.flatMap(({ row }) => row ?? []), ...first.total }
}

/**
 * The rent of all leases and months that is late on a day and not fully received. Exact dollars.
 */
export async function lateRents(db: Db, today: SQL): Promise<LateRents> {
  type Late = LateRents['rows'][number]
  const monthEnd = sql`(date_trunc('month', ${today}::timestamp) + interval '1 month - 1 day')::date`
  const { rows } = await db.execute<
    Row<{ on: string; row: Late | null; open: string; ages: LateRents['ages'] }>
  >(sql`
    with late as (
      select l.*, l.expected - l.open as received, ${today} - l.due_on as days,
        (array['1-30', '31-60', '61-90', 'over-90'])[least(greatest((${today} - l.due_on - 1) / 30, 0), 3) + 1] as age
      from ${rentLeases({ to: monthEnd }, { settled: false })} l
      where ${isOverdue(today)}),
    total as (
      select ${dollarsText(sql`(select sum(open) from late)`)} as open,
        (select jsonb_agg(jsonb_build_object('age', a.age, 'count', (select count(*) from late l where l.age = a.age),
            'open', ${dollarsText(sql`(select sum(l.open) from late l where l.age = a.age)`)}) order by a.n)
          from unnest(${sql.param([...lateAges])}::text[]) with ordinality a(age, n)) as ages)
    select ${today}::text as "on", total.open, total.ages, case when l.property_id is not null then jsonb_build_object(
        'propertyId', l.property_id, 'address', p.address, 'tenantId', t.id, 'tenantName', ${tenantName}, 'phone', t.phone,
        'month', to_char(l.month, 'YYYY-MM'), 'dueOn', l.due_on, 'days', l.days, 'age', l.age,
        'expected', ${dollarsText(sql`l.expected`)}, 'received', ${dollarsText(sql`l.received`)},
        'open', ${dollarsText(sql`l.open`)}) end as row
    from total left join late l on true left join ${rentalProperties} p on p.id = l.property_id
    left join ${tenants} t on t.id = l.tenant_id
    order by l.month, ${inNaturalOrder(sql`p.address`)}, l.property_id, l.due_on`)
  const [first] = rows
  if (!first) throw new Error('The totals are always one row')
  const { on, open, ages } = first
  return { on, open, ages, rows: rows.flatMap(({ row }) => row ?? []) }
}

/**
 * The leases that end within 90 days after a day, and those that have ended although nobody moved
 * out. Exact dollars.
 */
export async function endingLeases(db: Db, today: SQL): Promise<EndingLeases> {
  const { rows } = await db.execute<
    Row<{ on: string; row: EndingLeases['rows'][number] | null; total: string }>
  >(sql`
    with ending as (
      select t.*, ${tenantName} as name, ${rentOn(sql`least(t.lease_end, ${today})`)} as rent
      from ${tenants} t
      where not ${hasLeft(today)} and t.property_id is not null and t.lease_end <= ${today} + ${ENDING_DAYS}::int)
    select ${today}::text as "on", ${dollarsText(sql`(select sum(rent) from ending)`)} as total,
      case when e.id is not null then jsonb_build_object(
        'tenantId', e.id, 'tenantName', e.name, 'phone', e.phone, 'propertyId', p.id, 'address', p.address,
        'leaseState', case when e.lease_end < ${today} then 'ended' when e.lease_start > ${today} then 'upcoming'
          else 'current' end,
        'leaseEnd', e.lease_end, 'days', e.lease_end - ${today}, 'rent', ${dollarsText(sql`e.rent`)}) end as row
    from (select 1) one left join ending e on true left join ${rentalProperties} p on p.id = e.property_id
    order by e.lease_end, ${inNaturalOrder(sql`e.name`)}, e.id`)
  const [first] = rows
  if (!first) throw new Error('The total is always one row')
  return { on: first.on, rent: first.total, rows: rows.flatMap(({ row }) => row ?? []) }
}
