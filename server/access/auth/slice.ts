import type { Slice } from '../../http/slice.ts'
import { pages, routes } from './routes.ts'
import { deleteOldSignIns } from './service.ts'

export const slice: Slice = {
  routes,
  pages,
  everyHour: ({ db, now }) => deleteOldSignIns(db, now),
}
