import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import { LongList } from '../platform/db/longList.ts'
import { takeTurns } from '../platform/limits/turns.ts'
import { logged } from './failures.ts'
import type { HttpResponse } from './responses.ts'
import type { RequestContext } from './steps.ts'
import { declared } from './validate.ts'

/**
 * The number of long lists that are read from the database at a time, each on a connection of the
 * pool.
 */
const MAX_CONCURRENT = 3
const MAX_QUEUED = { all: 200, each: 60 }
/** The number of long lists that one person may have in transit. */
const MAX_UNREAD_PER_PERSON = 6
/**
 * The number of bytes of a list that are prepared ahead of its reader. A shorter list does not hold
 * its connection while it is read.
 */
const BUFFER_BYTES = 2 ** 20
/**
 * The time limits on the reader while a list holds a connection: without any progress, and in
 * total. In milliseconds.
 */
const TIMEOUTS = { idle: 30_000, total: 600_000 }

type Batches = AsyncIterable<readonly unknown[]>

const isTooSlow = (error: Error) => error.name === 'AbortError'

/**
 * The text of a JSON array, one batch of items at a time. Other requests are served between
 * batches. Calls `abort` if it is read too slowly.
 */
async function* textsOf(
  schema: Schema,
  batches: Batches,
  { idle, total }: typeof TIMEOUTS,
  abort: () => void,
) {
  const end = performance.now() + total
  const timer = setTimeout(abort, idle)
  let before = '['
  try {
    for await (const items of batches) {
      yield Buffer.from(before + JSON.stringify(declared(schema, items)).slice(1, -1))
      before = ','
      await yieldToEventLoop()
      timer.refresh()
      if (performance.now() > end) abort()
    }
  } finally {
    clearTimeout(timer)
  }
  yield Buffer.from(']')
}

/**
 * The items, reduced to the fields their schema declares, as the text of a JSON array that is
 * produced while it is read. An error after the first batch, or a reader that is too slow, breaks
 * the response off, so that a part is never taken for the whole.
 * @throws Error when the first items cannot be read, or do not match the schema
 */
export async function longListBody(
  schema: Schema,
  batches: Batches,
  timeouts = TIMEOUTS,
): Promise<Readable> {
  const controller = new AbortController()
  const texts = textsOf(schema, batches, timeouts, () => controller.abort())
  const body = Readable.from(texts, {
    objectMode: false,
    highWaterMark: BUFFER_BYTES,
    signal: controller.signal,
  })
  await once(body, 'readable')
  return body
}

/** Passes the batches on. Calls `end` when the last one was read or the reader stopped. */
async function* withEnd(batches: Batches, end: () => void) {
  try {
    yield* batches
  } finally {
    end()
  }
}

/**
 * Limits the long lists that are sent at a time, so that they take neither all database connections
 * nor all of the processing time. People take turns, and each has only a few lists in transit.
 * Further lists wait, and get a 429 when too many do.
 */
export function longLists() {
  const inTurn = takeTurns({ all: MAX_CONCURRENT, each: 1 }, MAX_QUEUED)
  const ofPerson = takeTurns({ each: MAX_UNREAD_PER_PERSON }, { each: MAX_QUEUED.each })

  return async (
    row: Row,
    { request, reply, services }: Pick<RequestContext<Row>, 'request' | 'reply' | 'services'>,
    respond: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const response = await respond()
    const list = response.body
    if (!(list instanceof LongList)) return response
    const person = request.person?.id ?? request.ip
    const body = await new Promise<Readable>((resolve, reject) => {
      ofPerson(person, async () => {
        await inTurn(person, async () => {
          let end = () => {}
          const ended = new Promise<void>((resolve) => {
            end = resolve
          })
          const batches = withEnd(list.batches(services.database.pool), end)
          const stream = await longListBody(row.reply, batches)
          // A slow reader is not a server error. It is logged as the end of the response.
          stream.once('error', (error) => isTooSlow(error) || logged(request, error))
          resolve(stream)
          await ended
        })
        await finished(reply.raw).catch(() => undefined)
      }).catch(reject)
    })
    return { ...response, body }
  }
}
