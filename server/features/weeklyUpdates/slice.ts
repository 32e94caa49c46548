import type { Slice } from '../../http/slice.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { draftWeeklyUpdates } from './draft.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [weeklyUpdates],
  everyMinute: ({ db, now }) => draftWeeklyUpdates(db, now),
}
