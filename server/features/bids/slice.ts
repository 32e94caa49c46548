import type { Slice } from '../../http/slice.ts'
import { bidAppointments, bidFollowUps, pendingBids } from '../../schema/bids.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [pendingBids, bidAppointments, bidFollowUps],
}
