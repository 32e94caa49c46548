// Separate from the schemas of customers, which the address of a screen does not need.

import { ordersOf } from './page.ts'

/** The sort keys of a list of customers: `created` is the time they were added. */
export const customerSorts = ['name', 'created'] as const
export type CustomerSort = (typeof customerSorts)[number]
export const customerOrders = ordersOf(customerSorts)
