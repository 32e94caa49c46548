import { messageRoutes } from '@plumbline/contract/messages.ts'
import { type Notification, notificationRoutes } from '@plumbline/contract/notifications.ts'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { send } from '../../api/call.ts'
import { toastFailure } from '../../api/failureToast.ts'
import { noteOwnEvents } from '../../api/ownEvents.ts'
import type { ListPage } from '../../api/query.ts'
import { isUnauthorized, signInAgain } from '../../api/unauthorized.ts'
import { unreadQuery } from './unread.ts'

const listKey = [notificationRoutes.list.path]
/** Conversations show the same numbers of unread messages. */
const conversationsKey = [messageRoutes.conversations.path]

/** Updates the cache, so that a notification is shown as read or unread everywhere on screen. */
function showAs(client: QueryClient, { id }: Notification, read: boolean) {
  client.setQueriesData<InfiniteData<ListPage<Notification>>>({ queryKey: listKey }, (before) =>
    before
      ? {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === id ? { ...item, read } : item)),
          })),
        }
      : before,
  )
  client.setQueryData(unreadQuery.queryKey, (before) =>
    before ? { ...before, notifications: before.notifications + (read ? -1 : 1) } : before,
  )
}

/**
 * Marks a notification as read or unread. The change is shown immediately and reverted if the
 * server rejects it. Only notifications are loaded again, not the screen that one of them opens.
 */
export function useMark() {
  const client = useQueryClient()
  return useCallback(
    (notification: Notification, read: boolean) => {
      if (notification.read === read) return
      showAs(client, notification, read)
      const { id } = notification
      send(notificationRoutes.mark, { params: { id }, body: { read } })
        .then(noteOwnEvents, (error: unknown) => {
          if (isUnauthorized(error)) return signInAgain()
          const description = `Failed to mark it as ${read ? 'read' : 'unread'}`
          toastFailure(error, description)
        })
        .finally(() => {
          for (const queryKey of [listKey, unreadQuery.queryKey, conversationsKey])
            void client.invalidateQueries({ queryKey })
        })
    },
    [client],
  )
}
