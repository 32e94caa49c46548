import { jobSubcontractors, jobs } from '../schema/jobs.ts'
import { events } from '../schema/live.ts'
import type { Name, TestApp } from './testApp.ts'

/**
 * Replaces all jobs by two: Deck, of Cleo with Sam on it, and Bath, of Carl with Sue. Deletes all
 * events.
 * @returns the ids of the jobs
 */
export async function twoJobs(w: TestApp): Promise<{ deck: string; bath: string }> {
  await w.db.delete(jobs)
  const job = async (name: string, client: Name): Promise<string> => {
    const body = { name, address: 'Elm St', clientId: w.idOf(client) }
    return (await w.call('ada', 'POST', '/api/jobs', body)).body.id
  }
  const deck = await job('Deck', 'cleo')
  const bath = await job('Bath', 'carl')
  await w.db.insert(jobSubcontractors).values([
    { jobId: deck, subcontractorId: w.idOf('sam') },
    { jobId: bath, subcontractorId: w.idOf('sue') },
  ])
  await w.db.delete(events)
  return { deck, bath }
}
