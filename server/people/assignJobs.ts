import { invalid } from '@plumbline/contract/failures.ts'
import type { Db } from '../db/handle.ts'
import { lockJobs } from '../jobs/queries.ts'
import { addToJobs, setClient } from '../jobs/service.ts'
import type { UserRow } from './queries.ts'

/**
 * Makes a client the client of the jobs, or assigns a sub to them; a 400 when one does not exist.
 */
export async function assignJobs(
  db: Db,
  actor: UserRow,
  person: UserRow,
  projectIds: readonly string[],
) {
  const jobIds = [...new Set(projectIds)]
  if (jobIds.length === 0) return
  const found = await lockJobs(db, jobIds)
  if (found.length < jobIds.length)
    throw invalid({ projectIds: 'One of these jobs does not exist' })
  if (person.role === 'subcontractor') await addToJobs(db, actor.id, jobIds, person.id)
  if (person.role === 'client') await setClient(db, actor.id, jobIds, person.id)
}
