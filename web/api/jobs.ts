import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { query } from './query.ts'

/** One job. @throws Error without an id */
export function jobQuery(id: string | undefined) {
  if (!id) throw new Error('Job ID is required')
  return query(jobRoutes.one, { params: { id } })
}
