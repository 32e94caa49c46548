import type { attentionRoutes } from '@plumbline/contract/attention.ts'
import type { Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

const attentionKeys = async ({ w, people }: Stage): Promise<string[]> => {
  const { cookie } = people.admin
  const { body } = await w.call('nobody', 'GET', '/api/attention', undefined, { cookie })
  return body.items.map(({ key }: { key: string }) => key)
}

export const attention: SliceTests<typeof attentionRoutes> = {
  writes: {
    snooze: async (stage) => ({ body: { key: (await attentionKeys(stage)).at(-1) ?? '' } }),
    wake: async (stage) => {
      const [key = ''] = await attentionKeys(stage)
      await stage.make('/api/attention/snoozes', { key })
      return { query: { key } }
    },
  },
  /** Things that need attention, on jobs that nobody else is on. */
  async canaries({ post, put }) {
    const job = {
      name: 'Shed',
      address: '3 Elm St',
      startDate: '2026-10-01',
      endDate: '2026-11-02',
    }
    const late = await post('/api/jobs', { ...job, status: 'in_progress' })
    for (const status of ['completed', 'on_hold']) await post('/api/jobs', { ...job, status })
    await post('/api/tasks', { jobId: late.id, name: 'Call', deadline: '2026-11-02' })
    const bid = { name: 'Attic', address: '4 Elm St', estimatedAmount: 500_000 }
    const { id } = await post('/api/pending-bids', { ...bid, customerName: 'Olga' })
    await put(`/api/pending-bids/${id}`, { status: 'follow_up', followUpDate: '2026-11-20' })
  },
}
