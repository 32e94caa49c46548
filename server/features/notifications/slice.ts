import type { Slice } from '../../http/slice.ts'
import { deleteOldNotifications } from './queries.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  everyHour: ({ db, now }) => deleteOldNotifications(db, now),
}
