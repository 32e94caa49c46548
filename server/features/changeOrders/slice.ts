import type { Slice } from '../../http/slice.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { routes } from './routes.ts'

export const slice: Slice = { routes, exported: [changeOrders] }
