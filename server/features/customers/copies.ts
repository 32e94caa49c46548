import { type CustomerCopies, copyOf } from '@plumbline/contract/customers.ts'
import { type SQL, sql } from 'drizzle-orm'
import { publish } from '../../events/publish.ts'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { bidOrder, pendingBids } from '../../schema/bids.ts'
import { jobOrder, jobs } from '../../schema/jobs.ts'
import type { CustomerRow } from './queries.ts'

/** The columns of a job or a bid that show its customer. */
const columnsOf = (customer: CustomerRow) => {
  const { customerName, customerEmail, customerPhone, customerAddress } = copyOf(customer)
  return {
    customer_name: customerName,
    customer_email: customerEmail,
    customer_phone: customerPhone,
    customer_address: customerAddress,
  }
}

/**
 * The parts of a statement on the open jobs or bids of a customer: what they show after an update,
 * and the condition that this differs. What is not known of the customer stays as it is.
 */
function copiesOf(customer: CustomerRow): { readonly set: SQL; readonly differs: SQL } {
  const known = Object.entries(columnsOf(customer)).filter(([, text]) => text !== null)
  const columns = sql.join(
    known.map(([column]) => sql.identifier(column)),
    sql`, `,
  )
  const texts = sql.join(
    known.map(([, text]) => sql`${text}`),
    sql`, `,
  )
  return {
    set: sql.join(
      known.map(([column, text]) => sql`${sql.identifier(column)} = ${text}`),
      sql`, `,
    ),
    differs: sql`customer_id = ${customer.id} and (${columns}) is distinct from (${texts})`,
  }
}

const isOpenJob = jobOrder.isOpen(sql`status`)
const isOpenBid = bidOrder.isOpen(sql`status`)

/** Counts the open jobs and bids that show the customer differently. */
export async function countCopies(db: Db, customer: CustomerRow): Promise<CustomerCopies> {
  const { differs } = copiesOf(customer)
  const { rows } = await db.execute<CustomerCopies & Record<string, unknown>>(sql`
    select (select count(*)::int from ${jobs} where ${differs} and ${isOpenJob}) as jobs,
      (select count(*)::int from ${pendingBids} where ${differs} and ${isOpenBid}) as bids`)
  return rows[0] ?? { jobs: 0, bids: 0 }
}

/** Writes what is known of a customer to their open jobs and bids. */
export async function updateCopies(
  db: Db,
  actorId: string,
  customer: CustomerRow,
): Promise<CustomerCopies> {
  const { set, differs } = copiesOf(customer)
  // Both are locked in the order of their ids, the jobs first.
  await db.execute(sql`
    select id from ${jobs} where ${differs} and ${isOpenJob} order by id for no key update`)
  await db.execute(sql`
    select id from ${pendingBids} where ${differs} and ${isOpenBid} order by id for no key update`)
  const changedJobs = await db.execute<{ id: string }>(sql`
    update ${jobs} set ${set}, updated_at = ${nextVersion('jobs')}
      where ${differs} and ${isOpenJob} returning id`)
  const changedBids = await db.execute<{ id: string }>(sql`
    update ${pendingBids} set ${set}, updated_at = ${nextVersion('pending_bids')}
      where ${differs} and ${isOpenBid} returning id`)
  await publish(
    db,
    actorId,
    ...changedJobs.rows.map(({ id }) => ({
      ...({ name: 'job.changed', subjectId: id, jobId: id } as const),
    })),
    ...changedBids.rows.map(({ id }) => ({ ...({ name: 'bid.changed', subjectId: id } as const) })),
  )
  return { jobs: changedJobs.rows.length, bids: changedBids.rows.length }
}
