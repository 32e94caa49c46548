import type {
  notificationRoutes,
  UNREAD_NOTIFICATIONS_COUNT_LIMIT,
  Unread,
} from '@plumbline/contract/notifications.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '../../api/call.ts'
import { viewedId } from '../../api/viewAs.ts'

// Copied from the contract and checked against its types, to keep the contract out of the initial
// bundle.
const row = {
  method: 'GET',
  path: '/api/notifications/unread',
  about: ['message', 'notification'],
} as const satisfies Pick<typeof notificationRoutes.unread, 'method' | 'path' | 'about'>
const MAX_SHOWN: typeof UNREAD_NOTIFICATIONS_COUNT_LIMIT = 100

/** The numbers of unread notifications and messages. */
export const unreadQuery = queryOptions({
  queryKey: [row.path, {}] as const,
  meta: { about: row.about },
  queryFn: async ({ signal }) => (await (await send(row, {}, { signal })).json()) as Unread,
})

const NONE_UNREAD: Unread = { notifications: 0, messages: 0 }

/**
 * The numbers of unread notifications and messages. Zero until they are known, and while viewing as
 * somebody else.
 */
export function useUnread(): Unread {
  return useQuery({ ...unreadQuery, enabled: viewedId() === undefined }).data ?? NONE_UNREAD
}

/** The text of an unread count: `3`, or `99+`. */
export const unreadText = (count: number) => (count < MAX_SHOWN ? String(count) : '99+')
