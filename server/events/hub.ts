import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'
import { type Readers, reads } from '@plumbline/contract/readers.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Log } from '../platform/db/log.ts'
import { reason } from '../platform/systemError.ts'
import { type Cursor, cursorText, readCursor } from './cursor.ts'
import { listen } from './listener.ts'
import { peopleOfJob } from './presenceQueries.ts'
import { type PresenceAnnouncement, presenceRegistry } from './presenceRegistry.ts'
import { CHANNEL, SESSIONS_ENDED } from './publish.ts'
import { currentHorizon, eventsAfter, eventsById, peopleOfSessions } from './queries.ts'
import { type FoundEvent, mayReceive } from './receivers.ts'

/**
 * The most events replayed to a stream that resumes. With more, the client has to reload
 * everything.
 */
export const MAX_REPLAYED_EVENTS = 500
/** The number of events read at a time. */
const BATCH = 200
/**
 * The number of recent event ids remembered, to skip events already delivered when listening
 * resumes.
 */
const MAX_RECENT_IDS = 5_000

/** The most streams of a session. For another one, the oldest is ended. */
export const MAX_STREAMS_PER_SESSION = 20

/** The event stream of a browser, in a session. */
export interface Stream {
  readonly sid: string
  send(text: string): void
  /** Ends the stream. If its session is over, `event: end` was sent before. */
  end(): void
}

/** Formats a server-sent event. */
function message(type: string, cursor: Cursor, data: unknown): string {
  const id = cursorText(cursor)
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

function eventMessage({ id, horizon, name, subjectId, jobId }: FoundEvent): string {
  const event: LiveEvent = { id, name, subjectId, jobId }
  return message('change', { horizon, eventId: id }, event)
}

/**
 * Tells the client to reload everything on screen, since the changes up to this horizon cannot be
 * sent one by one.
 */
const resetMessage = (horizon: number) => message('reset', { horizon, eventId: 0 }, {})
const END = 'event: end\ndata: {}\n\n'

interface LiveParts {
  readonly db: Db
  /** The database URL for a separate connection that listens. */
  readonly url: string
  readonly now: () => Date
  readonly log: Log
  /** Called when any node has published events, and when some may have been missed. */
  readonly onPublished: () => void
}

/**
 * Listens for the events that any node publishes, and sends each stream those its person may
 * receive.
 */
export function openLive({ db, url, now, log, onPublished }: LiveParts) {
  /**
   * Each stream, with the messages that wait while a resumed stream is still sent what it missed.
   */
  const streams = new Map<Stream, string[] | undefined>()
  const present = presenceRegistry(now)
  const recent = new Set<number>()
  let cursor: Cursor | undefined
  let pending: number[] = []
  let delivery = Promise.resolve()
  let listener: ReturnType<typeof listen> | undefined
  let markListening: () => void = () => {}
  const listening = new Promise<void>((resolve) => {
    markListening = resolve
  })

  function send(stream: Stream, text: string) {
    const waiting = streams.get(stream)
    if (waiting) waiting.push(text)
    else stream.send(text)
  }

  function drop(stream: Stream, text?: string) {
    if (!streams.delete(stream)) return
    if (text) stream.send(text)
    stream.end()
  }

  /**
   * Sends the events to the people who may receive them now, and ends the streams of expired
   * sessions.
   */
  async function deliver(found: readonly FoundEvent[]) {
    const to = [...streams.keys()]
    if (to.length === 0) return
    const people = await peopleOfSessions(db, [...new Set(to.map(({ sid }) => sid))], now())
    const messages = found.map((event) => ({ event, text: eventMessage(event) }))
    for (const stream of to) {
      const person = people.get(stream.sid)
      if (!person) {
        drop(stream, END)
        continue
      }
      const theirs = messages.filter(({ event }) => mayReceive(person, event))
      if (theirs.length > 0) send(stream, theirs.map(({ text }) => text).join(''))
    }
  }

  /** Tells every stream to reload everything, since events that could not be read are lost. */
  async function resetAll() {
    const horizon = await currentHorizon(db)
    pending = []
    for (const stream of streams.keys()) send(stream, resetMessage(horizon))
  }

  const enqueue = (work: () => Promise<void>) => {
    delivery = delivery.then(work).catch(async (error: unknown) => {
      log.warn(`Events could not be delivered: ${reason(error)}`)
      // A browser whose stream ends resumes where it was, once the database can be read.
      pending = []
      for (const stream of streams.keys()) drop(stream)
    })
  }

  function remember(id: number) {
    recent.add(id)
    if (recent.size > MAX_RECENT_IDS) for (const oldest of recent) return void recent.delete(oldest)
  }

  function onNotification(payload: string) {
    if (payload.startsWith('{')) return onPresence(JSON.parse(payload) as PresenceAnnouncement)
    if (payload === SESSIONS_ENDED) return enqueue(() => deliver([]))
    const next = readCursor(payload)
    if (!next || recent.has(next.eventId)) return
    remember(next.eventId)
    cursor = { ...next, horizon: Math.max(next.horizon, cursor?.horizon ?? 0) }
    onPublished()
    if (streams.size === 0) return
    pending.push(next.eventId)
    if (pending.length === 1) enqueue(deliverPending)
  }

  /** Notifies the people on a job that somebody has opened it, left it or started typing. */
  function onPresence(announced: PresenceAnnouncement) {
    const leftJobId = present.note(announced)
    if (streams.size === 0) return
    enqueue(async () => {
      if (leftJobId)
        await sendPresence(announced.personId, leftJobId, { state: 'left', readers: 'all' })
      if (announced.jobId) await sendPresence(announced.personId, announced.jobId, announced)
    })
  }

  async function sendPresence(
    personId: string,
    jobId: string,
    { state, readers }: { state: PresenceEvent['state']; readers: Readers },
  ) {
    const to = [...streams.keys()]
    const people = await peopleOfSessions(db, [...new Set(to.map(({ sid }) => sid))], now())
    const ids = [...people.values()].map(({ id }) => id)
    const jobPeople = await peopleOfJob(db, jobId, [...new Set([personId, ...ids])])
    const found = jobPeople.find((one) => one.personId === personId)
    if (!found) return
    const { isHidden, ...mover } = found
    const event: PresenceEvent = { ...mover, jobId, state }
    const text = `event: presence\ndata: ${JSON.stringify(event)}\n\n`
    for (const stream of to) {
      const person = people.get(stream.sid)
      const isOther = person !== undefined && person.id !== personId
      if (
        isOther &&
        !(isHidden && person.role === 'client') &&
        jobPeople.some((one) => one.personId === person.id) &&
        reads(person.role, readers)
      )
        send(stream, text)
    }
  }

  async function deliverPending() {
    while (pending.length > 0) {
      if (pending.length > MAX_REPLAYED_EVENTS) return resetAll()
      const ids = pending.splice(0, BATCH)
      await deliver(await eventsById(db, ids))
    }
  }

  /** Delivers what was published while the connection was lost. */
  async function catchUp() {
    const horizon = await currentHorizon(db)
    const from = cursor
    cursor ??= { horizon, eventId: 0 }
    markListening()
    onPublished()
    if (!from || streams.size === 0) return
    enqueue(async () => {
      const missed = await eventsAfter(db, from, MAX_REPLAYED_EVENTS + 1)
      if (missed.length > MAX_REPLAYED_EVENTS || from.horizon > horizon) return resetAll()
      const others = missed.filter(({ id }) => !recent.has(id))
      for (const { id } of others) remember(id)
      await deliver(others)
    })
  }

  const start = () => {
    listener ??= listen({
      url,
      channel: CHANNEL,
      onNotification,
      onListening: catchUp,
      log,
    })
  }

  /** Sends the stream what it has missed since its cursor, or tells it to reload everything. */
  async function replay(stream: Stream, after: Cursor | undefined) {
    const horizon = await currentHorizon(db)
    // A horizon that is still to come is from another database, such as one replaced by a restored
    // backup.
    const missed =
      after && after.horizon <= horizon
        ? await eventsAfter(db, after, MAX_REPLAYED_EVENTS + 1)
        : undefined
    const people = await peopleOfSessions(db, [stream.sid], now())
    const person = people.get(stream.sid)
    if (!person) return drop(stream, END)
    const theirs = missed?.filter((event) => mayReceive(person, event))
    const isAll = missed !== undefined && missed.length <= MAX_REPLAYED_EVENTS
    const first = isAll && theirs ? theirs.map(eventMessage) : [resetMessage(horizon)]
    // The browser may resume from here, even if there was nothing to send.
    stream.send([...first, message('ready', { horizon, eventId: 0 }, {})].join(''))
    const waiting = streams.get(stream)
    if (!waiting) return
    streams.set(stream, undefined)
    if (waiting.length > 0) stream.send(waiting.join(''))
  }

  return {
    /** Starts listening, once. */
    start,
    /** The cursor from which this node has not received events; undefined until it listens. */
    cursor: () => cursor && cursorText(cursor),
    /** The ids of the people who have the job on screen. */
    peopleOn: present.peopleOn,
    /** The number of open streams. */
    count: () => streams.size,
    /**
     * Sends events to a stream from the cursor on. Without a cursor, the client has to reload
     * everything first.
     */
    async follow(stream: Stream, after: Cursor | undefined) {
      start()
      const others = [...streams.keys()].filter(({ sid }) => sid === stream.sid)
      for (const oldest of others.slice(
        0,
        Math.max(0, 1 + others.length - MAX_STREAMS_PER_SESSION),
      ))
        drop(oldest)
      streams.set(stream, [])
      try {
        // Events committed before that would neither be read nor received.
        await listening
        await replay(stream, after)
      } catch (error) {
        drop(stream)
        throw error
      }
    },
    leave: (stream: Stream) => void streams.delete(stream),
    /** Keeps the connections of all streams alive. */
    sendAll(text: string) {
      for (const stream of streams.keys()) stream.send(text)
    },
    /** Ends all streams. Their clients resume on another node, or later. */
    async close() {
      for (const stream of streams.keys()) drop(stream)
      await listener?.close()
      await delivery
    },
  }
}

export type Live = ReturnType<typeof openLive>
