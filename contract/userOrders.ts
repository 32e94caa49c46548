// Apart from the schemas, which a screen's address does not need.

import { type OrderOf, ordersOf } from './page.ts'

/** What a list of people is sorted by; `status` on their way to signing in. */
export const userSorts = ['name', 'role', 'specialty', 'status', 'created'] as const
export type UserSort = (typeof userSorts)[number]
export const userOrders = ordersOf(userSorts)
export type UserOrder = OrderOf<UserSort>
