/** The number of event ids to remember. Older events have been delivered by then. */
const MAX_IDS = 200
const ownIds = new Set<number>()

/**
 * Remembers the events that a write of this tab has published. The tab refetches everything after a
 * write, so it can ignore them.
 */
export function noteOwnEvents({ headers }: Response) {
  for (const id of (headers.get('X-Event-Ids') ?? '').split(' ')) if (id) ownIds.add(Number(id))
  for (const oldest of ownIds) if (ownIds.size > MAX_IDS) ownIds.delete(oldest)
}

/** Resets the state of this module between tests. */
export const resetOwnEvents = () => ownIds.clear()

/** Whether the event was published by a write of this tab. */
export const isOwnEvent = (id: number): boolean => ownIds.has(id)
