import type { Slice } from '../../http/slice.ts'
import { customerMerges } from '../../schema/customerMerges.ts'
import { customerContacts, customers } from '../../schema/customers.ts'
import { routes } from './routes.ts'

export const slice: Slice = {
  routes,
  exported: [customers, customerContacts, customerMerges],
}
