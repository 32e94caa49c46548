import type { calendarRoutes } from '@plumbline/contract/calendar.ts'
import type { SliceTests } from '../walk/sliceTests.ts'
import { newWalker } from './people.ts'

export const calendar: SliceTests<typeof calendarRoutes> = {
  writes: {
    create: () => ({}),
    remove: async (stage) => {
      const { cookie } = await newWalker(stage)
      await stage.w.call('nobody', 'POST', '/api/account/calendar-feed', undefined, { cookie })
      return { cookie }
    },
  },
  answers: {
    create: async ({ call }) => [await call('POST', '/api/account/calendar-feed')],
  },
}
