import type { weeklyUpdateRoutes } from '@plumbline/contract/weeklyUpdates.ts'
import { canary } from '../canary.ts'
import type { Cast } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newJob } from './jobs.ts'

/** A draft for the client of a new job. */
async function newUpdate(cast: Cast): Promise<string> {
  const at = `/api/jobs/${await newJob(cast)}/weekly-updates`
  return (await cast.make(at, { day: '2026-11-20' })).id
}

export const weeklyUpdates: SliceTests<typeof weeklyUpdateRoutes> = {
  writes: {
    create: ({ id }) => ({ params: { id: id('/api/jobs') }, body: { day: '2026-11-20' } }),
    update: async (stage) => ({
      params: { id: await newUpdate(stage) },
      body: { text: 'The frame stands' },
    }),
    send: async (stage) => ({ params: { id: await newUpdate(stage) } }),
    remove: async (stage) => ({ params: { id: await newUpdate(stage) } }),
  },
  /** A sent update of one week for the client, and a draft of the next. */
  async canaries({ write, post, put, jobId }) {
    const at = `/api/jobs/${jobId}/weekly-updates`
    const photos = await write('cleo', 'GET', `/api/photos?jobId=${jobId}`)
    const photoIds = photos.map(({ id }: { id: string }) => id)
    const sent = await post(at, { day: '2026-11-20' })
    await put(`/api/weekly-updates/${sent.id}`, { text: canary('update text'), photoIds })
    await post(`/api/weekly-updates/${sent.id}/send`)
    const draft = await post(at, { day: '2026-11-23' })
    await put(`/api/weekly-updates/${draft.id}`, { text: canary('draft text') })
  },
  readers: {
    'update text': 'A  C',
    'draft text': 'A',
  },
}
