import { invalid } from '@plumbline/contract/failures.ts'
import type { UserRow } from '../../access/people/queries.ts'
import type { Source } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { lockJobs } from '../jobs/queries.ts'
import { addToJobs, clientsOf, recordClients, recordSubs, setClients } from '../jobs/service.ts'

/**
 * Makes a client the client of the jobs, or puts a sub on them. Fails with 400 when a job is
 * missing.
 */
export async function assignJobs(
  db: Db,
  source: Source,
  actor: UserRow,
  person: UserRow,
  projectIds: readonly string[],
) {
  const jobIds = [...new Set(projectIds)]
  if (jobIds.length === 0) return
  const found = await lockJobs(db, jobIds)
  if (found.length < jobIds.length)
    throw invalid({ projectIds: 'One of these jobs does not exist' })
  if (person.role === 'subcontractor') {
    const joined = await addToJobs(db, actor.id, jobIds, person.id)
    await recordSubs(db, source, 'job.subAdded', { jobIds: joined, subIds: [person.id] })
  }
  if (person.role === 'client') {
    const before = await clientsOf(db, jobIds)
    await setClients(db, actor.id, new Map(jobIds.map((jobId) => [jobId, person.id])))
    await recordClients(db, source, before)
  }
}
