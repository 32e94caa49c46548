import { documentScript } from '../../documents/html.ts'
import type { Slice } from '../../http/slice.ts'
import { bidAppointments, bidFollowUps, pendingBids } from '../../schema/bids.ts'
import { bidPricings } from '../../schema/pricing.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  pages: documentScript.serve,
  exported: [pendingBids, bidAppointments, bidFollowUps, bidPricings],
}
