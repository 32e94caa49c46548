import type {
  notificationRoutes,
  UNREAD_NOTIFICATIONS_COUNTED_TO,
  Unread,
} from '@plumbline/contract/notifications.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../../api/call.ts'
import { viewedId } from '../../api/viewAs.ts'

// Written out, though checked against the contract: everybody loads this first, and needs nothing else of it.
const row = {
  method: 'GET',
  path: '/api/notifications/unread',
  about: ['message', 'notification'],
} as const satisfies Pick<typeof notificationRoutes.unread, 'method' | 'path' | 'about'>
const COUNTED_TO: typeof UNREAD_NOTIFICATIONS_COUNTED_TO = 100

/** How much the person has not read. */
export const unreadQuery = queryOptions({
  queryKey: [row.path, {}] as const,
  meta: { about: row.about },
  queryFn: async ({ signal }) => (await (await send(row, {}, { signal })).json()) as Unread,
})

const nothing: Unread = { notifications: 0, messages: 0 }

/** How much the person has not read: nothing until that is known, nor in a view of somebody else. */
export function useUnread(): Unread {
  return useQuery({ ...unreadQuery, enabled: viewedId() === undefined }).data ?? nothing
}

/** A number of unread things as it is shown: `3`, or `99+`. */
export const unreadText = (count: number) => (count < COUNTED_TO ? String(count) : '99+')
