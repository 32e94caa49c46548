import type { Slice } from '../../http/slice.ts'
import { cardSessions } from '../../schema/cardPayments.ts'
import { stripeEvents } from './events.ts'
import { cardPages } from './pages.ts'
import { deleteOldEvents } from './queries.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  pages: (api, services) => {
    stripeEvents(api, services)
    cardPages(api, services)
  },
  exported: [cardSessions],
  everyHour: ({ db, now }) => deleteOldEvents(db, now),
}
