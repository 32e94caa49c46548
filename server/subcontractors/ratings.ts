import type { JobRating, NewJobRating } from '@plumbline/contract/subcontractors.ts'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { jobsOf } from '../jobs/assignments/queries.ts'
import { holdJob } from '../jobs/queries.ts'
import { announce, telling } from '../live/record.ts'
import { nameOf } from '../people/names.ts'
import { subOf } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { jobRatings } from './table.ts'

export const ratingShape = {
  ...getTableColumns(jobRatings),
  ratedByName: nameOf(jobRatings.ratedById),
}

type RatingRow = typeof jobRatings.$inferSelect & { ratedByName: string | null }

/** A rating as it is answered. */
export const toRating = (row: RatingRow): JobRating => ({
  ...row,
  ratedByName: row.ratedByName ?? '',
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A sub and a job that is held, with the rating that stands between them; `updatedAt` is its version. */
export interface Rated {
  readonly jobId: string
  readonly subcontractorId: string
  readonly wasOnJob: boolean
  readonly isRated: boolean
  readonly updatedAt: Date | undefined
}

/** Holds the job, so that its ratings are written one at a time; undefined where the job or the sub is not there. */
export async function findRated(
  db: Db,
  jobId: string,
  subcontractorId: string,
): Promise<Rated | undefined> {
  if (!(await holdJob(db, jobId, 'no key update'))) return undefined
  const [row] = await db
    .select({
      wasOnJob: sql<boolean>`${jobId}::uuid in ${jobsOf(sql`${subcontractorId}::uuid`)}`,
      updatedAt: jobRatings.updatedAt,
    })
    .from(users)
    .leftJoin(
      jobRatings,
      and(eq(jobRatings.jobId, jobId), eq(jobRatings.subcontractorId, users.id)),
    )
    .where(subOf(subcontractorId))
  if (!row) return undefined
  const { wasOnJob, updatedAt } = row
  return {
    jobId,
    subcontractorId,
    wasOnJob,
    isRated: updatedAt !== null,
    updatedAt: updatedAt ?? undefined,
  }
}

/** What is told of a rating, within the statement that writes it; `announced` has to be read at its end. */
function telltale(
  db: Db,
  actorId: string,
  name: 'rating.changed' | 'rating.deleted',
  subjectId: string,
) {
  const told = db
    .$with('told', { id: sql<number>`id`.as('id') })
    .as(telling(actorId, [{ name, subjectId }]))
  const announced: SQL<number> = sql`(select count(${announce(sql`id`)})::int from ${told})`
  return { told, announced }
}

/** Rates the sub, or changes their rating, in the name of the admin. */
export async function saveRating(
  db: Db,
  actorId: string,
  { jobId, subcontractorId }: Rated,
  { score, note = null }: NewJobRating,
): Promise<JobRating> {
  const { told, announced } = telltale(db, actorId, 'rating.changed', subcontractorId)
  const [row] = await db
    .with(told)
    .insert(jobRatings)
    .values({ jobId, subcontractorId, score, note, ratedById: actorId })
    .onConflictDoUpdate({
      target: [jobRatings.jobId, jobRatings.subcontractorId],
      set: { score, note, ratedById: actorId },
    })
    .returning({ ...ratingShape, announced })
  return toRating(row as RatingRow)
}

/** Takes the rating back. */
export async function dropRating(db: Db, actorId: string, { jobId, subcontractorId }: Rated) {
  const { told, announced } = telltale(db, actorId, 'rating.deleted', subcontractorId)
  await db
    .with(told)
    .delete(jobRatings)
    .where(and(eq(jobRatings.jobId, jobId), eq(jobRatings.subcontractorId, subcontractorId)))
    .returning({ announced })
}
