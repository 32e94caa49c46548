import { formatDay } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import type { LeaseChange, NewLeaseChange } from '@plumbline/contract/tenants.ts'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { leaseChanges, tenants } from '../../schema/rentals.ts'
import { lockTenant, type TenantRow } from './tenantQueries.ts'

export type LeaseChangeRow = typeof leaseChanges.$inferSelect

/** A lease of a home. The last day is included, and null means that the lease has no end. */
export interface Lease {
  /** The id of the tenant, if they exist already. */
  readonly id?: string
  readonly propertyId: string | null | undefined
  readonly leaseStart: string | null | undefined
  readonly leaseEnd: string | null | undefined
}

/**
 * Throws a 409 if a lease of another tenant in the same home shares a day with this one. The
 * property must be locked. The database refuses a second lease that was not checked.
 * @param field the field that gets the message
 */
export async function requireFree(
  db: Db,
  { id, propertyId, leaseStart, leaseEnd }: Lease,
  field: 'leaseStart' | 'leaseEnd',
) {
  if (!propertyId || !leaseStart) return
  const [other] = await db
    .select()
    .from(tenants)
    .where(
      and(
        eq(tenants.propertyId, propertyId),
        id === undefined ? undefined : sql`${tenants.id} <> ${id}`,
        sql`daterange(${tenants.leaseStart}, ${tenants.leaseEnd}, '[]')
          && daterange(${leaseStart}, ${leaseEnd ?? null}, '[]')`,
        // Without a first day there is no lease, but the range would cover every day before its
        // end.
        sql`${tenants.leaseStart} is not null`,
      ),
    )
    .orderBy(asc(tenants.leaseStart))
    .limit(1)
  if (!other) return
  const { firstName, lastName } = other
  const end = other.leaseEnd ? `to ${formatDay(other.leaseEnd)}` : 'on'
  const taken = `Leased to ${firstName} ${lastName} from ${formatDay(other.leaseStart)} ${end}`
  throw new Failure('leaseOverlaps', { fields: { [field]: taken } })
}

/** A change of a lease in the form that the API returns. */
export const toLeaseChange = (row: LeaseChangeRow): LeaseChange => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** The changes of a lease, oldest first. */
export async function listLeaseChanges(db: Db, tenantId: string): Promise<LeaseChange[]> {
  const rows = await db
    .select()
    .from(leaseChanges)
    .where(eq(leaseChanges.tenantId, tenantId))
    .orderBy(asc(leaseChanges.startsOn))
  return rows.map(toLeaseChange)
}

/** The last change of a lease. */
export async function lastLeaseChange(
  db: Db,
  tenantId: string,
): Promise<LeaseChangeRow | undefined> {
  const [row] = await db
    .select()
    .from(leaseChanges)
    .where(eq(leaseChanges.tenantId, tenantId))
    .orderBy(desc(leaseChanges.startsOn))
    .limit(1)
  return row
}

/**
 * The last day on which a lease with changes can start: before each change, and not after an end
 * that applies again when a renewal is removed. Null without changes.
 */
export async function latestStart(db: Db, tenantId: string): Promise<string | null> {
  const [row] = await db
    .select({
      day: sql<
        string | null
      >`least(min(${leaseChanges.startsOn}) - 1, min(${leaseChanges.previousEnd}))`,
    })
    .from(leaseChanges)
    .where(eq(leaseChanges.tenantId, tenantId))
  return row?.day ?? null
}

/** A change of a lease and its tenant, both locked after the property. */
export async function lockLeaseChange(
  db: Db,
  id: string,
): Promise<{ change: LeaseChangeRow; tenant: TenantRow } | undefined> {
  const [found] = await db
    .select({ tenantId: leaseChanges.tenantId })
    .from(leaseChanges)
    .where(eq(leaseChanges.id, id))
  const tenant = found && (await lockTenant(db, found.tenantId))
  if (!tenant) return undefined
  const [change] = await db.select().from(leaseChanges).where(eq(leaseChanges.id, id)).for('update')
  return change && { change, tenant }
}

export async function insertLeaseChange(
  db: Db,
  tenantId: string,
  change: NewLeaseChange & { previousEnd: string | null },
): Promise<LeaseChangeRow> {
  const [row] = await db
    .insert(leaseChanges)
    .values({ ...change, tenantId })
    .returning()
  return row as LeaseChangeRow
}

/** Deletes the days without rent that began on a day, before a renewal that is taken back. */
export async function deleteGap(db: Db, tenantId: string, startsOn: string) {
  await db
    .delete(leaseChanges)
    .where(
      and(
        eq(leaseChanges.tenantId, tenantId),
        eq(leaseChanges.startsOn, startsOn),
        eq(leaseChanges.kind, 'rent'),
        eq(leaseChanges.monthlyRent, '0.00'),
      ),
    )
}

export async function deleteLeaseChange(db: Db, id: string) {
  await db.delete(leaseChanges).where(eq(leaseChanges.id, id))
}
