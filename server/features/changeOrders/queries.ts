import type { ChangeOrderStatus } from '@plumbline/contract/changeOrderStatuses.ts'
import type { ChangeOrderDraft } from '@plumbline/contract/changeOrders.ts'
import { withoutZeros } from '@plumbline/contract/decimals.ts'
import type { Readers } from '@plumbline/contract/readers.ts'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { customers } from '../../schema/customers.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { proposals } from '../../schema/proposals.ts'
import { type JobRow, lockJob } from '../jobs/queries.ts'
import { stillInJob } from '../photos/chosen.ts'

export type ChangeOrderRow = typeof changeOrders.$inferSelect

/** The customer that one of the column was merged into, perhaps in several steps, or itself. */
const headOf = (customerId: SQL) => sql`(
  with recursive head as (
    select c.id, c.merged_into_id from ${customers} c where c.id = ${customerId}
    union select c.id, c.merged_into_id from ${customers} c join head on c.id = head.merged_into_id)
  select id from head where merged_into_id is null)`

/**
 * The client who reads what was sent to a customer: the client of the job, unless they sign in for
 * another customer than the one of the column.
 */
export const addresseeOf = (customerId: AnyPgColumn) => sql<string | null>`(
  select u.id from ${users} u where u.id = ${outer(jobs.clientId)} and coalesce(
    u.customer_id = ${headOf(sql`coalesce(${outer(customerId)}, ${outer(jobs.customerId)})`)}, true))`

/** The client who reads and answers a change order. */
export const addresseeId = addresseeOf(changeOrders.customerId)

/** The last day to answer the open version of a change order; null if there is none. */
const openUntil = sql<string | null>`(select p.last_day::text from ${proposals} p
  where p.change_order_id = ${outer(changeOrders.id)} and p.status = 'sent')`

const { name, address, status, clientId, approvedAmount, endDate } = jobs
const { customerId, customerName, customerEmail, customerPhone, customerAddress } = jobs
const jobFacts = { name, address, status, clientId, approvedAmount, endDate }
const customerFacts = { customerId, customerName, customerEmail, customerPhone, customerAddress }

const shownPhotos = stillInJob({ ids: changeOrders.photoIds, jobId: changeOrders.jobId })

const shape = {
  order: { ...getTableColumns(changeOrders), photoIds: shownPhotos },
  chosenPhotos: changeOrders.photoIds,
  job: { ...jobFacts, ...customerFacts, id: jobs.id },
  addresseeId,
  clientName: nameOf(jobs.clientId),
  acceptedByName: nameOf(changeOrders.acceptedById),
  openUntil,
}

/** A change order with its job. */
export interface FoundChange {
  readonly order: ChangeOrderRow
  readonly job: Pick<
    typeof jobs.$inferSelect,
    'id' | keyof typeof jobFacts | keyof typeof customerFacts
  >
  readonly addresseeId: string | null
  readonly clientName: string | null
  readonly acceptedByName: string | null
  readonly openUntil: string | null
  /** All photos that were chosen, also those that were deleted since. */
  readonly chosenPhotos: readonly string[]
  /** The version of the change order. */
  readonly updatedAt: Date
}

/** The readers of the events of a change order: its client unless it is for another customer. */
export const readersOf = ({ addresseeId: reader }: FoundChange): Readers =>
  reader === null ? 'office' : 'client'

/** The change order with the facts of its job. */
export async function findChange(db: Db, id: string): Promise<FoundChange | undefined> {
  const [row] = await db
    .select(shape)
    .from(changeOrders)
    .innerJoin(jobs, eq(jobs.id, changeOrders.jobId))
    .where(eq(changeOrders.id, id))
  return row && { ...row, updatedAt: row.order.updatedAt }
}

/** Locks the job of a change order, and then the change order, in the order of locks. */
export async function lockChange(db: Db, id: string): Promise<FoundChange | undefined> {
  const [found] = await db
    .select({ jobId: changeOrders.jobId })
    .from(changeOrders)
    .where(eq(changeOrders.id, id))
  if (!found || !(await lockJob(db, found.jobId, 'no key update'))) return undefined
  await db
    .select({ id: changeOrders.id })
    .from(changeOrders)
    .where(eq(changeOrders.id, id))
    .for('update')
  return findChange(db, id)
}

/** The status of a change order on a day: one that was sent expires after its last day. */
export const statusOn = (
  { order: { status }, openUntil: lastDay }: Pick<FoundChange, 'order' | 'openUntil'>,
  today: string,
): ChangeOrderStatus => (status === 'sent' && (lastDay ?? '') < today ? 'expired' : status)

/** The fields of a change order that the office writes. */
export function draftOf(order: ChangeOrderRow): ChangeOrderDraft {
  const { title, reason, lines, photoIds, daysAdded, movesEnd } = order
  const taxRate = withoutZeros(order.taxRate)
  return { title, reason, lines, photoIds, taxRate, daysAdded, movesEnd }
}

/** Adds a change order under the next number of its job, which must be locked. */
export async function insertChange(
  db: Db,
  { id: jobId, customerId: customer }: Pick<JobRow, 'id' | 'customerId'>,
  draft: ChangeOrderDraft & { readonly total: number },
): Promise<string> {
  const number = sql<number>`(select coalesce(max(c.number), 0) + 1 from ${changeOrders} c
    where c.job_id = ${jobId})`
  const [row] = await db
    .insert(changeOrders)
    .values({ ...draft, jobId, customerId: customer, number })
    .returning({ id: changeOrders.id })
  return row?.id ?? ''
}

export async function updateChange(
  db: Db,
  id: string,
  change: Partial<typeof changeOrders.$inferInsert>,
) {
  await db.update(changeOrders).set(change).where(eq(changeOrders.id, id))
}

export async function deleteChange(db: Db, id: string) {
  await db.delete(changeOrders).where(eq(changeOrders.id, id))
}

export const countChanges = (db: Db, jobId: string) =>
  db.$count(changeOrders, eq(changeOrders.jobId, jobId))
