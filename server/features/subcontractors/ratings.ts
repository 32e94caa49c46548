import type { JobRating, NewJobRating } from '@plumbline/contract/subcontractors.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { fullName, nameOf } from '../../access/people/names.ts'
import { subOf } from '../../access/people/queries.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { jobRatings } from '../../schema/subcontractors.ts'
import { jobsOf, lockJob } from '../jobs/queries.ts'

export const ratingShape = {
  ...getTableColumns(jobRatings),
  ratedByName: nameOf(jobRatings.ratedById),
}

type RatingRow = typeof jobRatings.$inferSelect & { ratedByName: string | null }

/** A rating as the API returns it. */
export const toRating = (row: RatingRow): JobRating => ({
  ...row,
  ratedByName: row.ratedByName ?? '',
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A sub and a locked job, with the version of the sub's rating on it, if any. */
export interface Rated {
  readonly jobId: string
  readonly subcontractorId: string
  /** The name of the sub. */
  readonly name: string
  readonly wasOnJob: boolean
  readonly isRated: boolean
  readonly updatedAt: Date | undefined
}

/**
 * Locks the job, so that its ratings are written one at a time. Returns undefined when the job or
 * the sub does not exist.
 */
export async function findRated(
  db: Db,
  jobId: string,
  subcontractorId: string,
): Promise<Rated | undefined> {
  if (!(await lockJob(db, jobId, 'no key update'))) return undefined
  const [row] = await db
    .select({
      name: fullName,
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
  const { name, wasOnJob, updatedAt } = row
  return {
    jobId,
    subcontractorId,
    name,
    wasOnJob,
    isRated: updatedAt !== null,
    updatedAt: updatedAt ?? undefined,
  }
}

/** Adds or replaces the sub's rating, in the name of the admin. */
export async function saveRating(
  db: Db,
  actorId: string,
  { jobId, subcontractorId }: Rated,
  { score, note = null }: NewJobRating,
): Promise<JobRating> {
  const [row] = await db
    .insert(jobRatings)
    .values({ jobId, subcontractorId, score, note, ratedById: actorId })
    .onConflictDoUpdate({
      target: [jobRatings.jobId, jobRatings.subcontractorId],
      set: { score, note, ratedById: actorId },
    })
    .returning(ratingShape)
  await publish(db, actorId, { name: 'rating.changed', subjectId: subcontractorId })
  return toRating(row as RatingRow)
}

/** Deletes the rating. */
export async function deleteRating(db: Db, actorId: string, { jobId, subcontractorId }: Rated) {
  await db
    .delete(jobRatings)
    .where(and(eq(jobRatings.jobId, jobId), eq(jobRatings.subcontractorId, subcontractorId)))
  await publish(db, actorId, { name: 'rating.deleted', subjectId: subcontractorId })
}
