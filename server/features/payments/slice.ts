import type { Slice } from '../../http/slice.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { clientRoutes } from './clientRoutes.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes: (serve) => {
    routes(serve)
    clientRoutes(serve)
  },
  exported: [payments, paymentAllocations],
}
