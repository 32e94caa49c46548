import type { savedViewRoutes } from '@plumbline/contract/savedViews.ts'
import { next, type Stage } from '../walk/cast.ts'
import type { SliceTests } from '../walk/sliceTests.ts'

const view = { screen: 'jobs', query: 'status=on_hold' } as const

const newView = async ({ make }: Stage): Promise<string> =>
  (await make('/api/saved-views', { ...view, name: `View ${next()}` })).id

export const savedViews: SliceTests<typeof savedViewRoutes> = {
  writes: {
    create: () => ({ body: { ...view, name: 'On hold' } }),
    update: async (stage) => ({ params: { id: await newView(stage) }, body: { name: 'Waiting' } }),
    remove: async (stage) => ({ params: { id: await newView(stage) } }),
  },
}
