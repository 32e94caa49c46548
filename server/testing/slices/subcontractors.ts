import type { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import type { Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

const subOf = ({ people }: Stage) => people.subcontractor.id

export const subcontractors: SliceTests<typeof subcontractorRoutes> = {
  things: {
    '/api/subcontractors': subOf,
  },
  writes: {
    saveNotes: (stage) => ({ params: { id: subOf(stage) }, body: { text: 'Comes on time' } }),
    rate: async (stage) => {
      const id = stage.id('/api/jobs')
      await stage.make(`/api/jobs/${id}/ratings/${subOf(stage)}`, { score: 2 }, 'PUT')
      return { params: { id, userId: subOf(stage) }, body: { score: 4, note: 'Tidy' } }
    },
    removeRating: async (stage) => {
      const id = await newJob(stage)
      await stage.make(`/api/jobs/${id}/ratings/${subOf(stage)}`, { score: 2 }, 'PUT')
      return { params: { id, userId: subOf(stage) } }
    },
  },
  readers: {
    'sub notes': 'A',
    'rating note': 'A',
    'colleague notes': 'A',
    'colleague rating': 'A',
  },
}
