import { and, eq, inArray, or } from 'drizzle-orm'
import { nextVersion } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import type { Dependency } from './dependencies.ts'

/** The titles of a job's entries by id. Lock the job first so that they do not change. */
export async function titlesOf(db: Db, jobId: string): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: scheduleEntries.id, title: scheduleEntries.title })
    .from(scheduleEntries)
    .where(eq(scheduleEntries.jobId, jobId))
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** All dependencies within a job. Lock the job first so that they do not change. */
export function dependenciesOf(db: Db, jobId: string): Promise<Dependency[]> {
  return db
    .select({
      entryId: scheduleDependencies.entryId,
      dependsOnId: scheduleDependencies.dependsOnId,
      lagDays: scheduleDependencies.lagDays,
    })
    .from(scheduleDependencies)
    .where(eq(scheduleDependencies.jobId, jobId))
    .orderBy(scheduleDependencies.entryId, scheduleDependencies.dependsOnId)
}

/** Adds dependencies within a job. */
export async function insertDependencies(db: Db, jobId: string, added: readonly Dependency[]) {
  if (added.length === 0) return
  await db.insert(scheduleDependencies).values(added.map((pair) => ({ ...pair, jobId })))
}

export async function deleteDependencies(db: Db, removed: readonly Dependency[]) {
  if (removed.length === 0) return
  const { entryId, dependsOnId } = scheduleDependencies
  await db
    .delete(scheduleDependencies)
    .where(
      or(
        ...removed.map((pair) => and(eq(entryId, pair.entryId), eq(dependsOnId, pair.dependsOnId))),
      ),
    )
}

/** Gives entries a new version after their dependencies changed. */
export async function touchEntries(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return
  await db
    .update(scheduleEntries)
    .set({ updatedAt: nextVersion('schedule_entries') })
    .where(inArray(scheduleEntries.id, [...ids]))
}
