import type { jobRoutes } from '@plumbline/contract/jobs.ts'
import { jobReaders, type Readers } from '@plumbline/contract/readers.ts'
import { jobTextFields } from '../canary.ts'
import { type Cast, next } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newWalker } from './people.ts'

/** A job of the client that the sub is on. */
export async function newJob({ make, people }: Cast): Promise<string> {
  const { id } = await make('/api/jobs', {
    name: `Porch ${next()}`,
    address: '5 Elm St',
    clientId: people.client.id,
    projectManagerId: people.admin.id,
    status: 'in_progress',
    startDate: '2026-11-02',
    endDate: '2026-12-18',
    approvedAmount: 500_000,
  })
  await make(`/api/jobs/${id}/subcontractors`, { subcontractorId: people.subcontractor.id })
  return id
}

/** The readers of the texts of a job. */
const ofJob = Object.fromEntries(
  jobTextFields.map((field) => {
    const readers = (jobReaders as Readonly<Record<string, Readers>>)[field] ?? 'all'
    return [`job ${field}`, { all: 'AS C', office: 'A', crew: 'AS', client: 'A  C' }[readers]]
  }),
)
/** The texts by which the list of jobs and its totals can be searched. */
const jobTexts = {
  'job name': 'ASC',
  'job address': 'ASC',
  'job customerName': 'ASC',
  'bid name': 'ASTC',
  'bid address': 'ASTC',
  'bid customerName': 'ASTC',
}

export const jobs: SliceTests<typeof jobRoutes> = {
  things: {
    '/api/jobs': newJob,
  },
  writes: {
    create: ({ people }) => ({
      body: {
        name: 'Deck',
        address: '1 Elm St',
        clientId: people.client.id,
        status: 'in_progress',
      },
    }),
    update: ({ id }) => ({
      params: { id: id('/api/jobs') },
      body: { name: 'Stairs', progress: 40, notes: 'Lockbox', endDate: '2026-12-20' },
    }),
    updateSeveral: async (stage) => ({
      body: { ids: [await newJob(stage)], status: 'on_hold' },
    }),
    remove: async (stage) => ({ params: { id: await newJob(stage) } }),
    addSubcontractor: async (stage) => ({
      params: { id: stage.id('/api/jobs') },
      body: { subcontractorId: (await newWalker(stage, 'subcontractor')).id },
    }),
    removeSubcontractor: async (stage) => ({
      params: { id: await newJob(stage), userId: stage.people.subcontractor.id },
    }),
  },
  readers: { ...ofJob, 'job customerEmail': 'A  C' },
  found: { '/api/jobs': jobTexts, '/api/job-totals': jobTexts },
}
