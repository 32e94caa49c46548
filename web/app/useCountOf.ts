import { useUnread } from '../features/notifications/unread.ts'
import { useWaitingUploads } from '../features/photos/waiting.ts'
import { paths } from '../paths.ts'

/** How much is unread or waits at a place, and which of the two. */
export interface PlaceCount {
  readonly count: number
  readonly counted: string
}

/** What is to be counted beside the name of a place, by its path; undefined where nothing is. */
export function useCountOf(): (path: string) => PlaceCount | undefined {
  const { messages } = useUnread()
  const waiting = useWaitingUploads()
  return (path) => {
    if (path === paths.messages() && messages > 0) return { count: messages, counted: 'unread' }
    if (path === paths.photos() && waiting > 0)
      return { count: waiting, counted: 'waiting to be sent' }
    return undefined
  }
}
