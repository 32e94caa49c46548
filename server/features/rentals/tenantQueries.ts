import { invalid } from '@plumbline/contract/failures.ts'
import type {
  LeaseState,
  NewTenant,
  Tenant,
  TenantChange,
  TenantFilter,
} from '@plumbline/contract/tenants.ts'
import { isId } from '@plumbline/contract/text.ts'
import { and, asc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { depositReturns, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { balances, deposits } from './balances.ts'
import { t, tenantName } from './names.ts'
import { lockProperty } from './properties.ts'
import { isEmptyOn, rentOn } from './rent.ts'

export type TenantRow = typeof tenants.$inferSelect

const ofProperty = eq(rentalProperties.id, t.propertyId)

/**
 * A condition: the tenants `t` have moved out by a day. Those who move out later still live there.
 */
export const hasLeft = (today: SQL) =>
  sql<boolean>`(t.status = 'former' and (t.lease_end is null or t.lease_end < ${today}))`

/** Computed fields of a tenant on a day. */
const figures = (today: SQL) => ({
  status: sql<Tenant['status']>`case when ${hasLeft(today)} then 'former' else 'active' end`,
  propertyAddress: sql<string | null>`${rentalProperties.address}`,
  rentToday: rentOn(sql`least(t.lease_end, ${today})`),
  leaseState: sql<LeaseState>`case when ${hasLeft(today)} then 'former'
    when t.lease_start is null then 'none'
    when t.lease_start > ${today} or ${isEmptyOn(today)} then 'upcoming'
    when t.lease_end < ${today} then 'ended' else 'current' end`,
  daysToExpiry: sql<number | null>`case when not ${hasLeft(today)} then t.lease_end - ${today} end`,
  balance: sql<string>`b.balance`,
  depositHeld: sql<string>`d.held`,
})

type FoundTenant = TenantRow & Pick<Tenant, keyof ReturnType<typeof figures>>

const toTenant = (row: FoundTenant): Tenant => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const byName = [asc(inNaturalOrder(t.lastName)), asc(inNaturalOrder(t.firstName)), asc(t.id)]

/** The condition for the rows after a tenant in the list. Throws a 400 for an invalid cursor. */
function afterTenant(cursor: string): SQL {
  if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
  const place = (from: SQL) =>
    sql`${inNaturalOrder(sql`${from}.last_name`)}, ${inNaturalOrder(sql`${from}.first_name`)}, ${from}.id`
  return sql`(${place(sql`t`)}) > (select ${place(sql`c`)} from ${tenants} c where c.id = ${cursor})`
}

function matching({ search, propertyId, status }: TenantFilter, today: SQL): SQL | undefined {
  return and(
    propertyId ? eq(t.propertyId, propertyId) : undefined,
    status ? sql`${hasLeft(today)} = ${status === 'former'}` : undefined,
    search
      ? or(
          contains(tenantName, search),
          contains(t.email, search),
          contains(t.phone, search),
          contains(rentalProperties.address, search),
        )
      : undefined,
  )
}

/**
 * The matching tenants by last name with their fields of today: all of them, or one page if the
 * filter has a limit.
 */
export function listTenants(db: Db, filter: TenantFilter, now: Date): Promise<List<Tenant>> {
  const today = companyDay(now)
  const where = matching(filter, today)
  const { limit, after } = filter
  const found = db
    .select({ id: t.id })
    .from(t)
    .leftJoin(rentalProperties, ofProperty)
    .where(and(where, after === undefined ? undefined : afterTenant(after)))
    .orderBy(...byName)
  // Only the balances and deposits of tenants on the page are computed.
  const page = db.$with('page').as(limit === undefined ? found : found.limit(limit + 1))
  const ofPage = sql`t.id in (select page.id from page)`
  const all = sql`${tenants} t left join ${rentalProperties} on ${ofProperty}`
  const query = db
    .with(page)
    .select({ ...getTableColumns(t), ...figures(today), total: totalOf(all, where, limit) })
    .from(t)
    .innerJoin(sql`${balances(today, ofPage)} b`, sql`b.tenant_id = t.id`)
    .innerJoin(sql`${deposits(ofPage)} d`, sql`d.tenant_id = t.id`)
    .leftJoin(rentalProperties, ofProperty)
    .orderBy(...byName)
  return listOrPage(query, limit, toTenant, ({ id }) => id)
}

/** The tenant with their fields of today. */
export async function findTenant(db: Db, id: string, now: Date): Promise<Tenant | undefined> {
  const today = companyDay(now)
  const only = sql`t.id = ${id}`
  const [row] = await db
    .select({ ...getTableColumns(t), ...figures(today) })
    .from(t)
    .innerJoin(sql`${balances(today, only)} b`, sql`b.tenant_id = t.id`)
    .innerJoin(sql`${deposits(only)} d`, sql`d.tenant_id = t.id`)
    .leftJoin(rentalProperties, ofProperty)
    .where(eq(t.id, id))
  return row && toTenant(row)
}

/** A locked tenant with their fields of today. */
export async function readTenant(db: Db, id: string, now: Date): Promise<Tenant> {
  return (await findTenant(db, id, now)) as Tenant
}

/** The row of a tenant, without computed fields. */
export async function findTenantRow(db: Db, id: string): Promise<TenantRow | undefined> {
  const [row] = await db.select().from(tenants).where(eq(tenants.id, id))
  return row
}

/** The tenant, locked until the transaction ends. The property of their lease is locked first. */
export async function lockTenant(db: Db, id: string): Promise<TenantRow | undefined> {
  const propertyId = (await findTenantRow(db, id))?.propertyId
  if (propertyId) await lockProperty(db, propertyId, 'update')
  const [row] = await db.select().from(tenants).where(eq(tenants.id, id)).for('update')
  return row
}

export async function insertTenant(db: Db, tenant: NewTenant): Promise<TenantRow> {
  const [row] = await db.insert(tenants).values(tenant).returning()
  return row as TenantRow
}

/** Changes the given fields. */
export async function updateTenant(db: Db, id: string, change: TenantChange) {
  await db.update(tenants).set(change).where(eq(tenants.id, id))
}

export async function deleteTenant(db: Db, id: string) {
  await db.delete(tenants).where(eq(tenants.id, id))
}

/** Whether any money was received from the tenant or returned to them. */
export async function hasPayments(db: Db, id: string): Promise<boolean> {
  const [found] = await db
    .select({
      any: sql<boolean>`exists (select 1 from ${rentalIncome} i where i.tenant_id = ${id})
        or exists (select 1 from ${depositReturns} d where d.tenant_id = ${id})`,
    })
    .from(sql`(select 1) one`)
  return found?.any === true
}
