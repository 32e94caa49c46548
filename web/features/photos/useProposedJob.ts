import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../api/me.ts'
import { query } from '../../api/query.ts'
import { useUploads } from './useUploads.ts'

/**
 * The project that new photos probably belong to: the only one the person has, or the one they last
 * added photos to. Null if there is no clue, or if a project is already given.
 */
export function useProposedJob(given: string | null): string | null {
  const me = useMe()
  const jobs = useQuery({
    // The first query of the project picker, so that the two share a cache entry.
    ...query(jobRoutes.list, { query: { search: '', limit: '20' } }),
    enabled: given === null,
  }).data
  const photos = useQuery({
    ...query(photoRoutes.list, { query: { limit: '30' } }),
    enabled: given === null && jobs !== undefined && jobs.length > 1,
  }).data
  const queued = useUploads().filter(({ jobId, stored }) => jobId !== null && stored !== null)
  if (given !== null || !jobs || jobs.length === 0) return null
  if (jobs.length === 1) return jobs[0]?.id ?? null
  const own = photos?.find(({ uploadedById, jobId }) => uploadedById === me.id && jobId !== null)
  return queued.at(-1)?.jobId ?? own?.jobId ?? null
}
