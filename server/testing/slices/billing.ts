import type { billingRoutes } from '@plumbline/contract/billing.ts'
import type { Cast } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

/** A new job that is completed. */
async function completedJob(cast: Cast): Promise<string> {
  const id = await newJob(cast)
  await cast.make('/api/jobs/change', { ids: [id], status: 'completed', endDate: '2026-12-18' })
  return id
}

const paid = { day: '2026-01-15' }

export const billing: SliceTests<typeof billingRoutes> = {
  writes: {
    markPaid: async (stage) => ({ params: { id: await completedJob(stage) }, body: paid }),
    unmarkPaid: async (stage) => {
      const id = await completedJob(stage)
      await stage.make(`/api/jobs/${id}/paid`, paid, 'PUT')
      return { params: { id } }
    },
  },
}
