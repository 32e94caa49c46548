import { useUnread } from '../features/notifications/unread.ts'
import { useWaitingUploads } from '../features/photos/waiting.ts'
import { paths } from '../paths.ts'

/** The number of items that are unread or pending at a place, and the word for which of the two. */
export interface PlaceCount {
  readonly count: number
  readonly counted: string
}

/** The count to show beside the name of a place, by its path; undefined for no count. */
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
