/** How many ids are kept: those of writes whose events are still under way. */
const KEPT = 200
const own = new Set<number>()

/** Notes which events a write of this tab has published: it has everything read again anyway. */
export function noteOwnEvents({ headers }: Response) {
  for (const id of (headers.get('X-Event-Ids') ?? '').split(' ')) if (id) own.add(Number(id))
  for (const oldest of own) if (own.size > KEPT) own.delete(oldest)
}

/** Resets the state of this module between tests. */
export const resetOwnEvents = () => own.clear()

/** Whether a write of this tab has published the event. */
export const isOwnEvent = (id: number): boolean => own.has(id)
