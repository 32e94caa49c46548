import { invalid } from '@plumbline/contract/failures.ts'
import { inArray } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { putOnJob } from '../jobs/assignments/queries.ts'
import { updateJob } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { record } from '../live/record.ts'
import type { UserRow } from './queries.ts'

/**
 * Makes a client the client of the jobs, or assigns a sub to them; a 400 when one does not exist.
 */
export async function addToJobs(
  db: Db,
  actor: UserRow,
  person: UserRow,
  projectIds: readonly string[],
) {
  const wanted = [...new Set(projectIds.map((id) => id.toLowerCase()))].sort()
  if (wanted.length === 0) return
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(inArray(jobs.id, wanted))
    .for('update')
  if (found.length < wanted.length)
    throw invalid({ projectIds: 'One of these jobs does not exist' })
  for (const jobId of wanted) {
    if (person.role === 'subcontractor') await putOnJob(db, actor.id, jobId, person.id)
    if (person.role !== 'client') continue
    await updateJob(db, jobId, { clientId: person.id })
    await record(db, actor.id, { name: 'job.people', subjectId: jobId, jobId })
  }
}
