/**
 * A place in the stream of events, as `id:` of server-sent events: `<horizon>-<event>`. Ids of events do not grow in the order
 * of commits, and a stream that went on after the highest one it had sent would lose those committed later. Postgres
 * delivers notifications in the order of commits, so every event of a transaction before the horizon of one that was delivered
 * had been delivered before it. What a stream that goes on has to send again is therefore all from that horizon on; the
 * browser leaves out what it has seen, by the ids.
 */
export interface Cursor {
  /** The oldest transaction that may have been open. */
  readonly horizon: number
  /** The last event that was sent; 0 for none. */
  readonly eventId: number
}

const FORM = /^(\d{1,15})-(\d{1,15})$/

/** The cursor that a browser sends; undefined for anything else. */
export function readCursor(text: unknown): Cursor | undefined {
  const [, horizon, eventId] = (typeof text === 'string' && FORM.exec(text)) || []
  return horizon === undefined ? undefined : { horizon: Number(horizon), eventId: Number(eventId) }
}

export const cursorText = ({ horizon, eventId }: Cursor) => `${horizon}-${eventId}`
