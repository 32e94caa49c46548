import { daysBetween } from '@plumbline/contract/dates.ts'
import { centsOf } from '@plumbline/contract/dollars.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import { rentStateOf } from '@plumbline/contract/rent.ts'
import type { RentCell, RentGridRow } from '@plumbline/contract/rentalIncome.ts'
import type { PropertyStatus } from '@plumbline/contract/rentals.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { ListPage } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { leaseChanges, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { tenantName } from './names.ts'
import { shownStatus } from './properties.ts'
import { leaseCovers } from './rent.ts'
import { rentCells } from './rentCells.ts'

/** The number of months in the grid. */
const MONTHS = 12
/** The last month that a grid can begin with: the calendar ends with the year 2999. */
const LAST_FIRST_MONTH = '2999-01'

export interface GridFilter {
  /** The first month, `YYYY-MM`. */
  readonly from: string
  readonly search?: string | undefined
}

interface PagedFilter extends GridFilter {
  readonly limit?: number | undefined
  readonly after?: string | undefined
}

const monthsFrom = (from: string) => Array.from({ length: MONTHS }, (_, n) => addMonths(from, n))

/** The first and last day of the grid. Throws a 400 if its months are outside the calendar. */
export function daysOf(from: string): { from: SQL; to: SQL } {
  if (from > LAST_FIRST_MONTH) throw invalid({ from: `Choose a month up to ${LAST_FIRST_MONTH}` })
  const firstDay = sql`${`${from}-01`}::date`
  return { from: firstDay, to: sql`(${firstDay} + interval '1 year - 1 day')::date` }
}

/**
 * A condition for the properties `p` of the grid: those that are not archived, and archived ones
 * with a lease or rent received in these months. The search matches the address, the city and the
 * names of tenants.
 */
export function inGrid({ from, search }: GridFilter): SQL {
  const days = daysOf(from)
  const shown = sql`(p.archived_at is null
    or exists (select from ${rentalIncome} i where i.property_id = p.id and i.rent_month between ${days.from} and ${days.to})
    or exists (select from ${tenants} t where t.property_id = p.id and t.lease_start <= ${days.to}
      and (t.lease_end is null or t.lease_end >= greatest(${days.from}, t.rent_from))
      and (t.rent_from is null or t.rent_from <= ${days.to})))`
  if (!search) return shown
  return sql`${shown} and (${contains(sql`p.address`, search)} or ${contains(sql`p.city`, search)}
    or exists (select from ${tenants} t where t.property_id = p.id and ${contains(tenantName, search)}))`
}

type PropertyRow = {
  readonly propertyId: string
  readonly address: string
  readonly city: string
  readonly status: PropertyStatus
  readonly tenantName: string | null
  readonly vacantSince: string | null
  readonly today: string
  readonly total: number
}

/** The properties of a page, by address, and one more if there is another page. */
async function listProperties(db: Db, filter: PagedFilter, today: SQL) {
  const { limit, after } = filter
  if (after !== undefined && !isId(after)) throw invalid({ after: 'Not a valid cursor' })
  const where = inGrid(filter)
  const { rows } = await db.execute<PropertyRow>(sql`
    select p.id as "propertyId", p.address, p.city, l.tenant_name as "tenantName", d.today::text as today,
      ${shownStatus(sql`p`, sql`l.id`)} as status,
      case when l.tenant_name is null then (
        select max(ends.day)::text from ${tenants} t cross join lateral (
          select t.lease_end as day union all
          select c.previous_end from ${leaseChanges} c where c.tenant_id = t.id) ends
        where t.property_id = p.id and ends.day < d.today) end as "vacantSince",
      ${limit === undefined ? sql`0` : sql`(select count(*)::int from ${rentalProperties} p where ${where})`} as total
    from ${rentalProperties} p
    cross join (select ${today} as today) d
    left join lateral (
      select t.id, ${tenantName} as tenant_name from ${tenants} t
      where t.property_id = p.id and ${leaseCovers(sql`d.today`)}) l on true
    where ${where} ${after === undefined ? sql`` : sql`and (${inNaturalOrder(sql`p.address`)}, p.id) > (select ${inNaturalOrder(sql`a.address`)}, a.id from ${rentalProperties} a where a.id = ${after})`}
    order by ${inNaturalOrder(sql`p.address`)}, p.id
    ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}`)
  return rows
}

type CellRow = {
  readonly propertyId: string
  readonly month: string
  readonly expected: string
  readonly received: string
  readonly dueOn: string | null
  readonly paidOn: string | null
  readonly tenantId: string | null
  readonly rowReceived: string
}

/** The cells with rent, in no particular order. */
async function listCells(db: Db, propertyIds: readonly string[], from: string, today: SQL) {
  const of = sql`(select p.id from ${rentalProperties} p where p.id = any(${sql.param(propertyIds)}::uuid[]))`
  const { rows } = await db.execute<CellRow>(sql`
    select c.property_id as "propertyId", to_char(c.month, 'YYYY-MM') as month, c.expected::text as expected,
      c.received::text as received, c.due_on::text as "dueOn", c.paid_on::text as "paidOn", c.tenant_id as "tenantId",
      c.row_received::text as "rowReceived"
    from ${rentCells({ ...daysOf(from), of, today })} c`)
  return rows
}

/** The first and last month in which a lease is free of rent because its rent starts later. */
function listRentFree(db: Db, propertyIds: readonly string[]) {
  const { id, propertyId, leaseStart, leaseEnd, rentFrom } = tenants
  return db
    .select({
      propertyId: sql<string>`${propertyId}`,
      tenantId: id,
      first: sql<string>`to_char(${leaseStart}, 'YYYY-MM')`,
      last: sql<string>`to_char(least(${leaseEnd}, ${rentFrom} - 1), 'YYYY-MM')`,
    })
    .from(tenants)
    .where(and(inArray(propertyId, [...propertyIds]), gt(rentFrom, leaseStart)))
    .orderBy(leaseStart)
}

const NONE = '0.00'
const emptyCell = { expected: NONE, received: NONE, dueOn: null, paidOn: null, tenantId: null }

/** A cell in the form that the API returns, with its state on a day. */
function toCell(cell: Omit<CellRow, 'propertyId' | 'rowReceived'>, today: string): RentCell {
  const { month, expected, received, dueOn, paidOn, tenantId } = cell
  const amounts = { expected: centsOf(expected), received: centsOf(received) }
  const state = rentStateOf({ ...amounts, dueOn, paidOn }, today)
  const isLate = state === 'part' || state === 'missing'
  const until = state === 'paidLate' ? paidOn : isLate ? today : null
  const daysLate = dueOn && until ? daysBetween(dueOn, until) : null
  return { month, expected, received, state, daysLate, tenantId }
}

/**
 * The rent of every property across twelve months at `now`, by address. One page if there is a
 * limit.
 */
export async function rentGrid(
  db: Db,
  filter: PagedFilter,
  now: Date,
): Promise<RentGridRow[] | ListPage<RentGridRow>> {
  const { from, limit } = filter
  const found = await listProperties(db, filter, companyDay(now))
  const shown = limit === undefined ? found : found.slice(0, limit)
  const ids = shown.map(({ propertyId }) => propertyId)
  const cells = groupBy(
    await listCells(db, ids, from, companyDay(now)),
    ({ propertyId }) => propertyId,
  )
  const rentFree = groupBy(await listRentFree(db, ids), ({ propertyId }) => propertyId)
  const rows = shown.map(({ today, total: _, ...property }) => {
    const own = cells.get(property.propertyId) ?? []
    const leases = rentFree.get(property.propertyId) ?? []
    const byMonth = new Map(own.map((cell) => [cell.month, cell]))
    return {
      ...property,
      cells: monthsFrom(from).map((month) => {
        const cell = byMonth.get(month) ?? { ...emptyCell, month }
        const lease = leases.find(({ first, last }) => first <= month && month <= last)
        const tenantId = cell.tenantId ?? lease?.tenantId ?? null
        return toCell({ ...cell, tenantId }, today)
      }),
      received: own[0]?.rowReceived ?? NONE,
    }
  })
  if (limit === undefined) return rows
  const next = found.length > limit ? ids.at(-1) : undefined
  return new ListPage(rows, found[0]?.total ?? 0, next)
}
