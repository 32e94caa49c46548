import { invalid } from '@plumbline/contract/failures.ts'
import { inArray } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { addToJob, updateJob } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { record } from '../live/record.ts'
import type { UserRow } from './queries.ts'

/** Makes a client the client of the jobs, and puts a sub on them; a 400 when one of them does not exist. */
export async function addToProjects(db: Db, actor: UserRow, person: UserRow, projectIds: readonly string[]) {
  const wanted = [...new Set(projectIds.map((id) => id.toLowerCase()))].sort()
  if (wanted.length === 0) return
  const found = await db.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, wanted)).for('update')
  if (found.length < wanted.length) throw invalid({ projectIds: 'One of these jobs does not exist' })
  for (const jobId of wanted) {
    if (person.role === 'client') await updateJob(db, jobId, { clientId: person.id })
    else if (person.role === 'subcontractor') await addToJob(db, jobId, person.id)
    else continue
    await record(db, actor.id, { name: 'job.people', subjectId: jobId, jobId })
  }
}
