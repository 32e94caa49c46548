import { contentNouns, jobRoutes } from '@plumbline/contract/jobs.ts'
import { plural } from '../ui/format.ts'
import { query } from './query.ts'

/** One job. @throws Error without an id */
export function jobQuery(id: string | undefined) {
  if (!id) throw new Error('Job ID is required')
  return query(jobRoutes.one, { params: { id } })
}

/** The first jobs among which a picker chooses, by what was typed. */
export const jobChoices = (search: string) =>
  query(jobRoutes.list, { query: { search, limit: '20' } })

/** The things deleted with a job, as texts such as `6 tasks`. Kinds without any are omitted. */
export const contentTexts = (counts: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(contentNouns)
    .filter(([kind]) => Number(counts[kind] ?? 0) > 0)
    .map(([kind, [one, many]]) => plural(Number(counts[kind]), one, many))
