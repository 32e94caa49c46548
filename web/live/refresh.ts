import { isAffected } from '@plumbline/contract/affected.ts'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { isOwnEvent } from '../api/ownEvents.ts'
import { markStale } from '../api/query.ts'

/** Events that come together are answered by one round of reads; milliseconds. */
const TOGETHER = 20
/** How soon it is tried again while a write is under way, after which everything is read anyway; milliseconds. */
const BUSY = 100

function isQueryAffected({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>, event: LiveEvent) {
  const [path, args] = queryKey as readonly [string, { params?: { id?: string } }?]
  return isAffected({ path, about: meta?.about ?? [] }, args?.params, event)
}

/** Marks what events affect as stale, and reads again what of it is on screen: at once, or when the tab is looked at. */
export function refreshes(client: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetch() {
    timer = undefined
    if (document.hidden) return
    if (client.isMutating() > 0) return schedule(BUSY)
    // A read under way is not started over: one event after another would keep it from ever being answered.
    void client.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
  }
  function schedule(delay: number) {
    timer ??= setTimeout(refetch, delay)
  }
  const whenShown = () => {
    if (!document.hidden) schedule(0)
  }
  document.addEventListener('visibilitychange', whenShown)

  return {
    /** The event was delivered. */
    change(event: LiveEvent) {
      if (isOwnEvent(event.id)) return
      void markStale(client, { predicate: (query) => isQueryAffected(query, event) })
      schedule(TOGETHER)
    },
    /** More has happened than could be told. */
    reset() {
      void markStale(client)
      schedule(TOGETHER)
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', whenShown)
    },
  }
}
