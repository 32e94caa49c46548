import { invalid } from '@plumbline/contract/failures.ts'
import type {
  NewRentalProperty,
  PropertyStatus,
  RentalProperty,
  RentalPropertyChange,
  RentalPropertyFilter,
  RentalStats,
} from '@plumbline/contract/rentals.ts'
import { isId } from '@plumbline/contract/text.ts'
import {
  and,
  asc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { dollarsText } from './money.ts'
import { t, tenantName } from './names.ts'
import { leaseCovers } from './rent.ts'

/**
 * A condition for the tenant whose lease covers today. There is at most one, because no two leases
 * of a property share a day.
 */
const livesHere = (now: Date) =>
  and(eq(t.propertyId, rentalProperties.id), leaseCovers(companyDay(now)))

/** The displayed status of properties: the one set by hand, or else whether they have a tenant. */
export const shownStatus = (property: SQL | typeof rentalProperties, tenantId: SQL) =>
  sql<PropertyStatus>`case when ${property}.status_set_by_hand then ${property}.status
    when ${tenantId} is null then 'vacant' else 'occupied' end`
const statusToday = shownStatus(rentalProperties, sql`t.id`)

const shape = {
  ...getTableColumns(rentalProperties),
  status: statusToday,
  tenantId: t.id,
  tenantName,
}

type PropertyColumns = typeof rentalProperties.$inferSelect
/** A property with its status and tenant of today. */
export type PropertyRow = PropertyColumns & { tenantId: string | null; tenantName: string | null }

/** A property in the form that the API returns. */
export function toProperty(row: PropertyRow): RentalProperty {
  return {
    ...row,
    bathrooms: row.bathrooms === null ? null : Number(row.bathrooms),
    archivedAt: row.archivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function matching({ search, status, archived }: RentalPropertyFilter): SQL | undefined {
  return and(
    archived ? isNotNull(rentalProperties.archivedAt) : isNull(rentalProperties.archivedAt),
    status ? eq(statusToday, status) : undefined,
    search
      ? or(
          contains(rentalProperties.address, search),
          contains(rentalProperties.city, search),
          contains(rentalProperties.zipCode, search),
          contains(tenantName, search),
        )
      : undefined,
  )
}

const byAddress = inNaturalOrder(rentalProperties.address)

/** The condition for the rows after a property in the list. Throws a 400 for an invalid cursor. */
function afterProperty(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  return sql`(${byAddress}, ${rentalProperties.id}) > (
    select ${inNaturalOrder(sql`c.address`)}, c.id from ${rentalProperties} c where c.id = ${cursor})`
}

/** The matching properties by address: all of them, or one page if the filter has a limit. */
export function listProperties(
  db: Db,
  filter: RentalPropertyFilter,
  now: Date,
): Promise<List<RentalProperty>> {
  const where = matching(filter)
  const { limit, after } = filter
  const all = sql`${rentalProperties} left join ${tenants} t on ${livesHere(now)}`
  const query = db
    .select({ ...shape, total: totalOf(all, where, limit) })
    .from(rentalProperties)
    .leftJoin(t, livesHere(now))
    .where(and(where, after === undefined ? undefined : afterProperty(after)))
    .orderBy(asc(byAddress), asc(rentalProperties.id))
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toProperty(row),
    ({ id }) => id,
  )
}

/** The key figures of the properties that are not archived. Money is exact dollars as text. */
export async function propertyStats(db: Db, now: Date): Promise<RentalStats> {
  const total = sql<number>`count(*)::int`
  const occupied = sql<number>`(count(*) filter (where ${statusToday} = 'occupied'))::int`
  const rents = sum(rentalProperties.monthlyRent)
  const [row] = await db
    .select({
      totalProperties: total,
      occupied,
      vacant: sql<number>`${total} - ${occupied}`,
      monthlyRentRoll: dollarsText(rents),
      occupancyRate: sql<number>`coalesce(round(100.0 * ${occupied} / nullif(${total}, 0)), 0)::int`,
      annualRevenue: dollarsText(sql`${rents} * 12`),
    })
    .from(rentalProperties)
    .leftJoin(t, livesHere(now))
    .where(isNull(rentalProperties.archivedAt))
  return row as RentalStats
}

/** The property, archived or not. With `lock` it is locked until the transaction ends. */
export async function findProperty(
  db: Db,
  id: string,
  now: Date,
  { lock = false } = {},
): Promise<PropertyRow | undefined> {
  const query = db
    .select(shape)
    .from(rentalProperties)
    .leftJoin(t, livesHere(now))
    .where(eq(rentalProperties.id, id))
  const [row] = await (lock ? query.for('update', { of: rentalProperties }) : query)
  return row
}

/**
 * Locks a property until the transaction ends. `key share` prevents its deletion while something is
 * added to it. `update` also makes writes to its leases run one at a time. Undefined if it does not
 * exist.
 */
export async function lockProperty(
  db: Db,
  id: string | SQL,
  strength: 'key share' | 'update' = 'key share',
) {
  const [row] = await db
    .select({ id: rentalProperties.id, archivedAt: rentalProperties.archivedAt })
    .from(rentalProperties)
    .where(eq(rentalProperties.id, id))
    .for(strength)
  return row
}

/**
 * The columns for a status. A status that is sent counts as set by hand. Null makes it follow the
 * leases again.
 */
const statusColumns = (status: PropertyStatus | null | undefined) =>
  status ? { status, statusSetByHand: true } : { statusSetByHand: false }

const bathroomsColumn = (bathrooms: number | null) => ({
  bathrooms: bathrooms === null ? null : String(bathrooms),
})

/** Adds a property and returns its id. */
export async function insertProperty(
  db: Db,
  { status, bathrooms = null, ...property }: NewRentalProperty,
): Promise<string> {
  const [row] = await db
    .insert(rentalProperties)
    .values({ ...property, ...statusColumns(status), ...bathroomsColumn(bathrooms) })
    .returning({ id: rentalProperties.id })
  return row?.id ?? ''
}

/**
 * Changes the given fields. Archiving an archived property does not change when it was archived.
 */
export async function updateProperty(
  db: Db,
  id: string,
  { status, bathrooms, archived, ...change }: RentalPropertyChange,
  now: Date,
) {
  await db
    .update(rentalProperties)
    .set({
      ...change,
      ...(status === undefined ? {} : statusColumns(status)),
      ...(bathrooms === undefined ? {} : bathroomsColumn(bathrooms)),
      ...(archived === undefined ? {} : { archivedAt: archived ? archivedSince(now) : null }),
    })
    .where(eq(rentalProperties.id, id))
}

const archivedSince = (now: Date) =>
  sql`coalesce(${rentalProperties.archivedAt}, ${now.toISOString()}::timestamptz)`

/**
 * Whether a lease of the property covers today, begins later, or has ended although nobody moved
 * out.
 */
export async function isLeased(db: Db, id: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: tenants.id })
    .from(tenants)
    .where(
      and(
        eq(tenants.propertyId, id),
        isNotNull(tenants.leaseStart),
        or(
          eq(tenants.status, 'active'),
          isNull(tenants.leaseEnd),
          sql`${tenants.leaseEnd} >= ${companyDay(now)}`,
        ),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Whether a property has tenants, including past ones, or entries in the books. */
export async function hasHistory(db: Db, id: string): Promise<boolean> {
  const has = (table: typeof tenants | typeof rentalIncome | typeof rentalExpenses) =>
    sql`exists (select 1 from ${table} x where x.property_id = ${id})`
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select ${has(tenants)} or ${has(rentalIncome)} or ${has(rentalExpenses)} as found`,
  )
  return rows[0]?.found ?? false
}

/** Deletes the property. The database deletes its photos and recurring expenses with it. */
export async function deleteProperty(db: Db, id: string) {
  await db.delete(rentalProperties).where(eq(rentalProperties.id, id))
}
