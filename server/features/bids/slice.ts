import type { Slice } from '../../http/slice.ts'
import { bidAppointments, pendingBids } from '../../schema/bids.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [pendingBids, bidAppointments],
}
