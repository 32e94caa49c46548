// Separate from the schemas of people, which the address of a screen does not need.

import { type OrderOf, ordersOf } from './page.ts'

/** The sort keys of a list of people; `status` sorts by their steps toward signing in. */
export const userSorts = ['name', 'role', 'specialty', 'status', 'created'] as const
export type UserSort = (typeof userSorts)[number]
export const userOrders = ordersOf(userSorts)
export type UserOrder = OrderOf<UserSort>
