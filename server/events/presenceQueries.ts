import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/handle.ts'
import { jobSubcontractors, jobs } from '../schema/jobs.ts'
import { users } from '../schema/people.ts'
import { isHiddenFromClients } from '../schema/settings.ts'

/**
 * The people among the given ids who may see the job now, and whether the settings hide them from
 * clients.
 */
export function peopleOfJob(db: Db, jobId: string, ids: readonly string[]) {
  const isOn: SQL = sql`exists (select 1 from ${jobSubcontractors} js
    where js.job_id = ${jobs.id} and js.subcontractor_id = ${users.id})`
  return db
    .select({
      personId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      isHidden: isHiddenFromClients(users.role),
    })
    .from(users)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(
      and(
        inArray(users.id, [...ids]),
        isNull(users.deletedAt),
        or(
          eq(users.role, 'admin'),
          and(eq(users.role, 'client'), eq(jobs.clientId, users.id)),
          and(eq(users.role, 'subcontractor'), isOn),
        ),
      ),
    )
}
