import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'

/**
 * The project that new photos must belong to because the person has no other. Of several, none is
 * proposed: a photo of another one would reach its client.
 */
export function useProposedJob(given: string | null): string | null {
  const { data: jobs } = useQuery({
    // The first query of the project picker, so that the two share a cache entry.
    ...query(jobRoutes.list, { query: { search: '', limit: '20' } }),
    enabled: given === null,
  })
  return given === null && jobs?.length === 1 ? (jobs[0]?.id ?? null) : null
}
