import { addDays, formatDay, formatSpan, inOrder } from '@plumbline/contract/dates.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import {
  gapBefore,
  type LeaseChange,
  type MoveOut,
  type NewLeaseChange,
  type NewTenant,
  type TenantChange,
} from '@plumbline/contract/tenants.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import {
  deleteGap,
  deleteLeaseChange,
  insertLeaseChange,
  type LeaseChangeRow,
  lastLeaseChange,
  latestStart,
  requireFree,
  toLeaseChange,
} from './leases.ts'
import { lockProperty } from './properties.ts'
import * as queries from './tenantQueries.ts'

/** Locks the home for a tenant. Throws a 400 if it does not exist or is archived. */
async function requireHome(db: Db, propertyId: string | null | undefined) {
  if (!propertyId) return
  const home = await lockProperty(db, propertyId, 'update')
  if (!home) throw invalid({ propertyId: 'This property does not exist' })
  if (home.archivedAt) throw invalid({ propertyId: 'This property is archived' })
}

/**
 * Adds a tenant, with a lease if there is a first day. Throws a 409 if the home is let to others on
 * days of the lease.
 */
export async function createTenant(
  db: Db,
  actorId: string,
  tenant: NewTenant,
): Promise<queries.TenantRow> {
  await requireHome(db, tenant.propertyId)
  const { propertyId, leaseStart, leaseEnd } = tenant
  await requireFree(db, { propertyId, leaseStart, leaseEnd }, 'leaseStart')
  const row = await queries.insertTenant(db, tenant)
  await publish(db, actorId, { name: 'tenant.created', subjectId: row.id })
  return row
}

/**
 * Throws a 400 unless a lease has a home, a first day and a rent, and does not end before it
 * starts.
 */
function requireCompleteLease(
  lease: Pick<NewTenant, 'propertyId' | 'leaseStart' | 'leaseEnd' | 'monthlyRent'>,
) {
  const { propertyId, leaseStart, leaseEnd, monthlyRent } = lease
  if (!leaseStart) {
    if (leaseEnd) throw invalid({ leaseStart: 'Enter the first day of the lease' })
    return
  }
  if (!propertyId) throw invalid({ propertyId: 'Choose the property of the lease' })
  if (!monthlyRent) throw invalid({ monthlyRent: 'Enter the rent of the lease' })
  if (!inOrder(leaseStart, leaseEnd))
    throw invalid({ leaseEnd: 'The lease cannot end before it starts' })
}

/** Throws a 400 if a lease would start after one of its changes. */
async function requireStart(db: Db, id: string, leaseStart: string | null | undefined) {
  const latest = await latestStart(db, id)
  if (latest === null || (leaseStart && leaseStart <= latest)) return
  const day = formatDay(latest)
  throw invalid({ leaseStart: `The lease was changed later: it starts by ${day} at the latest` })
}

/**
 * Changes the given fields of a locked tenant. Throws a 400 if the lease would be incomplete, or if
 * a tenant with payments would get another home, and a 409 if the home is let to others on days of
 * the lease.
 */
export async function changeTenant(
  db: Db,
  actorId: string,
  tenant: queries.TenantRow,
  change: TenantChange,
  today: string,
) {
  const lease = { ...tenant, ...change }
  if (lease.propertyId !== tenant.propertyId) {
    if (await queries.hasPayments(db, tenant.id))
      throw invalid({ propertyId: 'This tenant has payments for this home' })
  }
  requireCompleteLease(lease)
  // A past lease can be corrected after the home is archived, but no current one can be there.
  const runsOn = lease.leaseStart && inOrder(today, lease.leaseEnd)
  const isOther = (['propertyId', 'leaseStart', 'leaseEnd', 'status'] as const).some(
    (fact) => lease[fact] !== tenant[fact],
  )
  if (isOther && (runsOn || lease.propertyId !== tenant.propertyId))
    await requireHome(db, lease.propertyId)
  if (change.status === 'former' && tenant.status !== 'former' && lease.leaseStart)
    throw invalid({ status: 'Enter the day on which they moved out instead' })
  if (lease.leaseStart !== tenant.leaseStart) await requireStart(db, tenant.id, lease.leaseStart)
  const isEndOnly = lease.propertyId === tenant.propertyId && lease.leaseStart === tenant.leaseStart
  await requireFree(db, lease, isEndOnly ? 'leaseEnd' : 'leaseStart')
  await queries.updateTenant(db, tenant.id, change)
  await publish(db, actorId, { name: 'tenant.changed', subjectId: tenant.id })
}

/**
 * Tenants still live there until the day they move out: until then the day and the lease can
 * change.
 */
const hasMovedOut = ({ status, leaseEnd }: queries.TenantRow, today: string) =>
  status === 'former' && (leaseEnd === null || leaseEnd < today)

/**
 * Ends the lease of a locked tenant on their last day. Throws a 409 if the home is let to others by
 * then.
 */
export async function moveOut(
  db: Db,
  actorId: string,
  tenant: queries.TenantRow,
  { leaseEnd }: MoveOut,
  today: string,
) {
  if (hasMovedOut(tenant, today)) throw new Failure('hasMovedOut')
  if (!tenant.leaseStart) throw invalid({ leaseEnd: 'This tenant has no lease' })
  if (leaseEnd < tenant.leaseStart)
    throw invalid({ leaseEnd: `The lease starts on ${formatDay(tenant.leaseStart)}` })
  await requireFree(db, { ...tenant, leaseEnd }, 'leaseEnd')
  await queries.updateTenant(db, tenant.id, { leaseEnd, status: 'former' })
  await publish(db, actorId, {
    name: 'tenant.movedOut',
    subjectId: tenant.id,
    detail: { leaseEnd },
  })
}

/** Deletes a locked tenant with their lease. Throws a 409 if there are payments. */
export async function deleteTenant(db: Db, actorId: string, { id }: queries.TenantRow) {
  if (await queries.hasPayments(db, id)) throw new Failure('tenantHasHistory')
  await queries.deleteTenant(db, id)
  await publish(db, actorId, { name: 'tenant.deleted', subjectId: id })
}

/**
 * Throws a 400 if a lease cannot change on a day: it starts later, ends before, or has a later
 * change.
 */
function requireDay(
  { leaseStart, leaseEnd }: queries.TenantRow,
  last: LeaseChangeRow | undefined,
  { kind, startsOn }: NewLeaseChange,
) {
  const refused = (message: string) => invalid({ startsOn: message })
  if (!leaseStart) throw refused('This tenant has no lease')
  if (startsOn <= leaseStart)
    throw refused(`The lease starts on ${formatDay(leaseStart)}; choose a later day`)
  if (kind === 'rent' && !inOrder(startsOn, leaseEnd))
    throw refused(`The lease ends on ${formatDay(leaseEnd)}`)
  if (last && startsOn <= last.startsOn)
    throw refused(`The lease changes on ${formatDay(last.startsOn)}; choose a later day`)
}

/**
 * Records a new rent of a locked tenant, and a new end for a renewal. Days before a renewal on
 * which the home was empty are days without rent.
 */
export async function changeLease(
  db: Db,
  actorId: string,
  tenant: queries.TenantRow,
  { gap, ...change }: NewLeaseChange,
): Promise<LeaseChange> {
  if (tenant.status === 'former') throw new Failure('hasMovedOut')
  await requireHome(db, tenant.propertyId)
  requireDay(tenant, await lastLeaseChange(db, tenant.id), change)
  const isRenewal = change.kind === 'renewal'
  const leaseEnd = isRenewal ? (change.leaseEnd ?? null) : null
  if (isRenewal) await requireFree(db, { ...tenant, leaseEnd }, 'leaseEnd')
  const previousEnd = isRenewal ? tenant.leaseEnd : null
  const between = isRenewal ? gapBefore(tenant, change.startsOn) : undefined
  if (between && !gap) {
    const days = formatSpan(between.first, between.last)
    throw new Failure('leaseGap', { fields: { gap: `${days} lies between. Choose what it was` } })
  }
  if (between && gap === 'empty') {
    const empty = { kind: 'rent', startsOn: between.first, monthlyRent: '0.00' } as const
    await insertLeaseChange(db, tenant.id, { ...empty, leaseEnd: null, previousEnd: null })
  }
  const row = await insertLeaseChange(db, tenant.id, { ...change, leaseEnd, previousEnd })
  if (isRenewal) await queries.updateTenant(db, tenant.id, { leaseEnd })
  await publish(db, actorId, { name: 'lease.changed', subjectId: tenant.id })
  return toLeaseChange(row)
}

/**
 * Removes the last change of a lease. The change, tenant and property must be locked. After a
 * renewal the previous end applies again, unless the tenant has moved out. Throws a 409 if the home
 * is let to others by that end.
 */
export async function removeLeaseChange(
  db: Db,
  actorId: string,
  { change, tenant }: { change: LeaseChangeRow; tenant: queries.TenantRow },
) {
  const last = await lastLeaseChange(db, tenant.id)
  if (last?.id !== change.id) throw new Failure('notLastChange')
  const { previousEnd: leaseEnd } = change
  // An end that was corrected after the renewal stays.
  const restoresEnd =
    change.kind === 'renewal' && tenant.status !== 'former' && tenant.leaseEnd === change.leaseEnd
  if (restoresEnd) await requireFree(db, { ...tenant, leaseEnd }, 'leaseEnd')
  await deleteLeaseChange(db, change.id)
  if (change.kind === 'renewal' && leaseEnd) await deleteGap(db, tenant.id, addDays(leaseEnd, 1))
  if (restoresEnd) await queries.updateTenant(db, tenant.id, { leaseEnd })
  await publish(db, actorId, { name: 'lease.changed', subjectId: tenant.id })
}
