import type { LiveEvent } from '@plumbline/contract/events.ts'
import type { PresenceEvent } from '@plumbline/contract/presence.ts'
import { type Readers, reads } from '@plumbline/contract/readers.ts'
import type { Db } from '../platform/db/handle.ts'
import type { Log } from '../platform/db/log.ts'
import { reason } from '../platform/systemError.ts'
import { type Cursor, cursorText, readCursor } from './cursor.ts'
import { listen } from './listener.ts'
import { peopleOfJob } from './presenceQueries.ts'
import { type Announced, presenceRegistry } from './presenceRegistry.ts'
import { CHANNEL, SESSIONS_ENDED } from './publish.ts'
import { currentHorizon, eventsAfter, eventsById, peopleOfSessions } from './queries.ts'
import { type FoundEvent, mayReceive } from './receivers.ts'

/** How many events are sent to a stream that goes on; where there are more, everything is to be read again. */
export const MOST_REPLAYED = 500
/** How many events are read at a time. */
const BATCH = 200
/** How many ids of events are kept, to leave out those that were delivered when listening goes on. */
const RECENT = 5_000

/** How many streams a session has at most; the oldest ends for another one. */
export const MOST_OF_SESSION = 20

/** A browser that receives events, in a session. */
export interface Stream {
  readonly sid: string
  send(text: string): void
  /** Ends it; `events: end` was sent when its session is over. */
  end(): void
}

/** What a stream is sent: an event of server-sent events. */
function message(type: string, cursor: Cursor, data: unknown): string {
  const id = cursorText(cursor)
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

function eventMessage({ id, horizon, name, subjectId, jobId }: FoundEvent): string {
  const event: LiveEvent = { id, name, subjectId, jobId }
  return message('change', { horizon, eventId: id }, event)
}

/** Everything on screen is to be read again: what came before this place cannot be told one by one. */
const resetMessage = (horizon: number) => message('reset', { horizon, eventId: 0 }, {})
const END = 'event: end\ndata: {}\n\n'

interface LiveParts {
  readonly db: Db
  /** For a connection of its own that listens. */
  readonly url: string
  readonly now: () => Date
  readonly log: Log
  /** Called when any node has published events, and when some may have been missed. */
  readonly onPublished: () => void
}

/** Hears of the events that any node publishes, and sends to each stream those that its person may know of. */
export function openLive({ db, url, now, log, onPublished }: LiveParts) {
  /** With what waits while a stream that goes on is still sent what it missed. */
  const streams = new Map<Stream, string[] | undefined>()
  const present = presenceRegistry(now)
  const recent = new Set<number>()
  let cursor: Cursor | undefined
  let pending: number[] = []
  let delivery = Promise.resolve()
  let listener: ReturnType<typeof listen> | undefined
  let hears: () => void = () => {}
  const hearing = new Promise<void>((resolve) => {
    hears = resolve
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

  /** Sends the events to those who may know of them now, and ends the streams whose sessions are over. */
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

  /** What could not be read is lost to the streams, so they are told to read everything again. */
  async function resetAll() {
    const horizon = await currentHorizon(db)
    pending = []
    for (const stream of streams.keys()) send(stream, resetMessage(horizon))
  }

  const enqueue = (work: () => Promise<void>) => {
    delivery = delivery.then(work).catch(async (error: unknown) => {
      log.warn(`Events could not be delivered: ${reason(error)}`)
      // A browser whose stream ends goes on where it was, as soon as the database can be read.
      pending = []
      for (const stream of streams.keys()) drop(stream)
    })
  }

  function remember(id: number) {
    recent.add(id)
    if (recent.size > RECENT) for (const oldest of recent) return void recent.delete(oldest)
  }

  function heard(payload: string) {
    if (payload.startsWith('{')) return heardOf(JSON.parse(payload) as Announced)
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

  /** Tells those on a job that somebody has come, gone or begun to type. */
  function heardOf(announced: Announced) {
    const left = present.note(announced)
    if (streams.size === 0) return
    enqueue(async () => {
      if (left) await tellOf(announced.personId, left, { state: 'left', readers: 'all' })
      if (announced.jobId) await tellOf(announced.personId, announced.jobId, announced)
    })
  }

  async function tellOf(
    personId: string,
    jobId: string,
    { state, readers }: { state: PresenceEvent['state']; readers: Readers },
  ) {
    const to = [...streams.keys()]
    const people = await peopleOfSessions(db, [...new Set(to.map(({ sid }) => sid))], now())
    const ids = [...people.values()].map(({ id }) => id)
    const ofJob = await peopleOfJob(db, jobId, [...new Set([personId, ...ids])])
    const mover = ofJob.find((one) => one.personId === personId)
    if (!mover) return
    const event: PresenceEvent = { ...mover, jobId, state }
    const text = `event: presence\ndata: ${JSON.stringify(event)}\n\n`
    for (const stream of to) {
      const person = people.get(stream.sid)
      const isOther = person !== undefined && person.id !== personId
      if (isOther && ofJob.some((one) => one.personId === person.id) && reads(person.role, readers))
        send(stream, text)
    }
  }

  async function deliverPending() {
    while (pending.length > 0) {
      if (pending.length > MOST_REPLAYED) return resetAll()
      const ids = pending.splice(0, BATCH)
      await deliver(await eventsById(db, ids))
    }
  }

  /** Delivers what was published while nothing was heard. */
  async function catchUp() {
    const horizon = await currentHorizon(db)
    const from = cursor
    cursor ??= { horizon, eventId: 0 }
    hears()
    onPublished()
    if (!from || streams.size === 0) return
    enqueue(async () => {
      const missed = await eventsAfter(db, from, MOST_REPLAYED + 1)
      if (missed.length > MOST_REPLAYED || from.horizon > horizon) return resetAll()
      const others = missed.filter(({ id }) => !recent.has(id))
      for (const { id } of others) remember(id)
      await deliver(others)
    })
  }

  const start = () => {
    listener ??= listen({
      url,
      channel: CHANNEL,
      onNotification: heard,
      onListening: catchUp,
      log,
    })
  }

  /** Sends what the stream has missed since its cursor, or has everything read again. */
  async function replay(stream: Stream, after: Cursor | undefined) {
    const horizon = await currentHorizon(db)
    // A later horizon than there is comes from another database, such as one that a backup has replaced.
    const missed =
      after && after.horizon <= horizon
        ? await eventsAfter(db, after, MOST_REPLAYED + 1)
        : undefined
    const people = await peopleOfSessions(db, [stream.sid], now())
    const person = people.get(stream.sid)
    if (!person) return drop(stream, END)
    const theirs = missed?.filter((event) => mayReceive(person, event))
    const isAll = missed !== undefined && missed.length <= MOST_REPLAYED
    const first = isAll && theirs ? theirs.map(eventMessage) : [resetMessage(horizon)]
    // The browser may go on from here, also where there was nothing to tell.
    stream.send([...first, message('ready', { horizon, eventId: 0 }, {})].join(''))
    const waiting = streams.get(stream)
    if (!waiting) return
    streams.set(stream, undefined)
    if (waiting.length > 0) stream.send(waiting.join(''))
  }

  return {
    /** Begins to listen, once. */
    start,
    /** Where the events begin that this node has not heard of; undefined until it listens. */
    cursor: () => cursor && cursorText(cursor),
    /** The ids of the people who have the job on screen. */
    peopleOn: present.peopleOn,
    /** How many streams there are. */
    count: () => streams.size,
    /** Sends events to a stream from the cursor on; without one, everything is to be read again first. */
    async follow(stream: Stream, after: Cursor | undefined) {
      start()
      const others = [...streams.keys()].filter(({ sid }) => sid === stream.sid)
      for (const oldest of others.slice(0, Math.max(0, 1 + others.length - MOST_OF_SESSION)))
        drop(oldest)
      streams.set(stream, [])
      try {
        // What is committed before that would neither be read nor heard.
        await hearing
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
    /** Ends all streams, which go on at another node or later. */
    async close() {
      for (const stream of streams.keys()) drop(stream)
      await listener?.close()
      await delivery
    },
  }
}

export type Live = ReturnType<typeof openLive>
