import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import { concurrencyLimit } from '../platform/concurrencyLimit.ts'
import { LongList } from '../platform/db/longList.ts'
import { takeTurns } from '../platform/files/turns.ts'
import { logged } from './failures.ts'
import type { HttpResponse } from './responses.ts'
import type { RequestContext } from './steps.ts'
import { declared } from './validate.ts'

/** How many long lists are read from the database at a time, each over a connection of the pool. */
const AT_ONCE = 3
const WAITING = { all: 200, each: 60 }
/** How many long lists a person may have been sent and not have read to the end. */
const UNREAD = 6
/** How many bytes of a list are made ahead of its reader; what is shorter needs no connection while it is read. */
const AHEAD = 2 ** 20
/** How long nothing of a list may be read while it has a connection, and how long it may have one; milliseconds. */
const LIMITS = { still: 30_000, longest: 600_000 }

type Batches = AsyncIterable<readonly unknown[]>

const isTooSlow = (error: Error) => error.name === 'AbortError'

/** The text of a JSON array, a batch of its items at a time, between which other requests are served. */
async function* textsOf(schema: Schema, batches: Batches) {
  let before = '['
  for await (const items of batches) {
    yield Buffer.from(before + JSON.stringify(declared(schema, items)).slice(1, -1))
    before = ','
    await othersFirst()
  }
  yield Buffer.from(']')
}

/** The same batches, unless they are read too slowly. */
async function* inTime(
  batches: Batches,
  breaker: AbortController,
  { still, longest }: typeof LIMITS,
) {
  const end = performance.now() + longest
  const stop = () => breaker.abort()
  const timer = setTimeout(stop, still)
  try {
    for await (const items of batches) {
      yield items
      timer.refresh()
      if (performance.now() > end) stop()
    }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The items, reduced to what their schema declares, as the text of a JSON array that is made while it is read. What goes wrong
 * after the first batch breaks it off, so that nobody takes a part for the whole; so does a reader who is too slow.
 * @throws Error when the first items cannot be read, or break the schema
 */
export async function longListBody(
  schema: Schema,
  batches: Batches,
  limits = LIMITS,
): Promise<Readable> {
  const breaker = new AbortController()
  const body = Readable.from(textsOf(schema, inTime(batches, breaker, limits)), {
    objectMode: false,
    highWaterMark: AHEAD,
    signal: breaker.signal,
  })
  await once(body, 'readable')
  return body
}

/** The same batches, and when the last of them was read or the reader returned. */
function followed(batches: Batches): { batches: Batches; over: Promise<void> } {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* all() {
    try {
      yield* batches
    } finally {
      end()
    }
  }
  return { batches: all(), over }
}

/**
 * Sends few long lists at a time, so that they take neither all connections of the database nor the whole time of the program.
 * People take turns, and nobody is sent more than a few that they have not read; the others wait (429 when too many do).
 */
export function longLists() {
  const inTurn = takeTurns(AT_ONCE, WAITING)
  const unread = new Map<string, ReturnType<typeof concurrencyLimit>>()

  return async (
    row: Row,
    { request, reply, services }: Pick<RequestContext<Row>, 'request' | 'reply' | 'services'>,
    respond: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> => {
    const response = await respond()
    const list = response.body
    if (!(list instanceof LongList)) return response
    const person = request.person?.id ?? request.ip
    const ofPerson = unread.get(person) ?? concurrencyLimit(UNREAD, WAITING.each)
    unread.set(person, ofPerson)
    const body = await new Promise<Readable>((resolve, reject) => {
      ofPerson(async () => {
        await inTurn(person, async () => {
          const { batches, over } = followed(list.batches(services.database.pool))
          const begun = await longListBody(row.reply, batches)
          // That the reader was too slow is no error of ours; it is logged as the end of an answer.
          begun.once('error', (error) => isTooSlow(error) || logged(request, error))
          resolve(begun)
          await over
        })
        await finished(reply.raw).catch(() => undefined)
      }).catch(reject)
    })
    return { ...response, body }
  }
}
