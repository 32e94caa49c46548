import type { Slice } from '../../http/slice.ts'
import { paymentAllocations, payments } from '../../schema/payments.ts'
import { routes } from './routes.ts'

export const slice: Slice = { routes, exported: [payments, paymentAllocations] }
