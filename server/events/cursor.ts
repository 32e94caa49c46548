/**
 * A position in the stream of events, the `id:` of server-sent events: `<horizon>-<event>`. Event
 * ids do not grow in commit order, so a stream that resumed after the highest one it had sent would
 * lose those committed later. Postgres delivers notifications in commit order, so when an event is
 * delivered, every event of a transaction before its horizon has already been delivered. A stream
 * that resumes therefore sends everything from that horizon on, and the browser skips what it has
 * seen, by id.
 */
export interface Cursor {
  /** The oldest transaction that may have been open. */
  readonly horizon: number
  /** The last event that was sent; 0 for none. */
  readonly eventId: number
}

const CURSOR = /^(\d{1,15})-(\d{1,15})$/

/** The cursor that a browser sends; undefined for anything else. */
export function readCursor(text: unknown): Cursor | undefined {
  const [, horizon, eventId] = (typeof text === 'string' && CURSOR.exec(text)) || []
  return horizon === undefined ? undefined : { horizon: Number(horizon), eventId: Number(eventId) }
}

export const cursorText = ({ horizon, eventId }: Cursor) => `${horizon}-${eventId}`
