import { isAffected } from '@plumbline/contract/affected.ts'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isOwnEvent } from '../api/ownEvents.ts'
import { markStale } from '../api/query.ts'

/** Events within this time share one round of reads. */
const BATCH_WINDOW_MS = 20
/**
 * The delay of the next attempt while a write is in flight. The write refetches everything anyway.
 */
const BUSY_RETRY_MS = 100

function isQueryAffected({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>, event: LiveEvent) {
  const [path, args] = queryKey as readonly [string, { params?: { id?: string } }?]
  return isAffected({ path, about: meta?.about ?? [] }, args?.params, event)
}

/**
 * Marks the reads that events affect as stale, and fetches those on screen again: at once, or when
 * the tab becomes visible.
 */
export function createRefresher(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetch() {
    timer = undefined
    if (document.hidden) return
    if (client.isMutating() > 0) return schedule(BUSY_RETRY_MS)
    // A read in flight is not restarted, since a series of events would keep it from ever
    // completing.
    void client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
  }
  function schedule(delay: number) {
    timer ??= setTimeout(refetch, delay)
  }
  const onVisibilityChange = () => {
    if (!document.hidden) schedule(0)
  }
  document.addEventListener('visibilitychange', onVisibilityChange)

  return {
    /** Handles an event. */
    change(event: LiveEvent) {
      if (isOwnEvent(event.id)) return
      void markStale(client, { predicate: (query) => isQueryAffected(query, event) })
      schedule(BATCH_WINDOW_MS)
    },
    /** Handles a gap in the events. */
    reset() {
      void markStale(client)
      schedule(BATCH_WINDOW_MS)
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    },
  }
}
