import type { NewJob } from '@plumbline/contract/jobs.ts'
import type { PropertyJob } from '@plumbline/contract/rentals.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { publish } from '../../events/publish.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { propertyJobs, rentalExpenses } from '../../schema/rentals.ts'
import type { JobRow } from '../jobs/queries.ts'
import { createJob } from '../jobs/service.ts'
import { dollarsText } from './money.ts'

/**
 * The jobs at a property, newest first, each with the sum of the property's expenses that refer to
 * it, in dollars.
 */
export function listPropertyJobs(db: Db, propertyId: string): Promise<PropertyJob[]> {
  const { id, name, status, startDate, endDate, approvedAmount } = jobs
  const booked = sql<string>`(select ${dollarsText(sql`sum(e.amount)`)} from ${rentalExpenses} e
    where e.job_id = ${outer(jobs.id)} and e.property_id = ${outer(propertyJobs.propertyId)})`
  return db
    .select({ id, name, status, startDate, endDate, approvedAmount, booked })
    .from(propertyJobs)
    .innerJoin(jobs, eq(jobs.id, propertyJobs.jobId))
    .where(eq(propertyJobs.propertyId, propertyId))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
}

/** Creates a job at a locked property. Throws a 400 if its client or manager is not one. */
export async function createPropertyJob(
  db: Db,
  actorId: string,
  propertyId: string,
  job: NewJob,
): Promise<JobRow> {
  const row = await createJob(db, actorId, job)
  await db.insert(propertyJobs).values({ jobId: row.id, propertyId })
  await publish(db, actorId, { name: 'rentalProperty.changed', subjectId: propertyId })
  return row
}
