import type { Slice } from '../../http/slice.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [calendarFeeds],
  secrets: [calendarFeeds.tokenHash],
}
