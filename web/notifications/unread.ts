import {
  notificationRoutes,
  UNREAD_NOTIFICATIONS_COUNTED_TO,
  type Unread,
} from '@plumbline/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../api/query.ts'
import { viewedId } from '../boot/viewAs.ts'

/** How much the person has not read. */
export const unreadQuery = query(notificationRoutes.unread)

const nothing: Unread = { notifications: 0, messages: 0 }

/** How much the person has not read: nothing until that is known, nor in a view of somebody else. */
export function useUnread(): Unread {
  return useQuery({ ...unreadQuery, enabled: viewedId() === undefined }).data ?? nothing
}

/** A number of unread things as it is shown: `3`, or `99+`. */
export const unreadText = (count: number) =>
  count < UNREAD_NOTIFICATIONS_COUNTED_TO ? String(count) : '99+'
