import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { concurrencyLimit } from '../concurrencyLimit.ts'
import { takeTurns } from '../files/turns.ts'
import type { RequestContext } from './steps.ts'
import { declared } from './validate.ts'

/** A list of more items is long: it is built in slices of that many, and few at a time. */
export const SLICE = 200
const AT_ONCE = 2
const WAITING = { all: 200, each: 60 }
/** How many long lists a person may have that were built and not read yet: they are in memory until then. */
const UNREAD = 6
/** How many addresses of people are remembered as short. */
const REMEMBERED = 5000

/** Whether the request asks for a whole list rather than a page or a thing. */
const isWhole = ({ method, reply }: Row, { query }: FastifyRequest) =>
  method === 'GET' &&
  reply instanceof z.ZodArray &&
  (query as { limit?: string }).limit === undefined

type Exchange = Pick<RequestContext<Row>, 'request' | 'reply'>
interface Body {
  readonly body: unknown
}

const isLong = ({ body }: Body) => body instanceof Readable

/**
 * Builds few long lists at a time, so that they take neither all connections of the database nor the whole time of the program.
 * People take turns, and nobody is built more than a few that they have not read yet; the others wait (429 when too many do).
 * Whether a list is long is known from the last time that the same person read the same address; short ones do not wait.
 */
export function longListTurns() {
  const inTurn = takeTurns(AT_ONCE, WAITING)
  const unread = new Map<string, ReturnType<typeof concurrencyLimit>>()
  const short = new Set<string>()

  /** Resolves once it is built, and leaves its place once it was read. */
  const buildInTurn = <T extends Body>(
    person: string,
    { reply }: Exchange,
    build: () => Promise<T>,
  ) =>
    new Promise<T>((resolve, reject) => {
      const ofPerson = unread.get(person) ?? concurrencyLimit(UNREAD, WAITING.each)
      unread.set(person, ofPerson)
      ofPerson(async () => {
        const built = await inTurn(person, build)
        resolve(built)
        if (isLong(built)) await finished(reply.raw).catch(() => undefined)
      }).catch(reject)
    })

  return async <T extends Body>(
    row: Row,
    exchange: Exchange,
    build: () => Promise<T>,
  ): Promise<T> => {
    const { request } = exchange
    if (!isWhole(row, request)) return build()
    const person = request.person?.id ?? request.ip
    const name = `${person} ${request.url}`
    const response = await (short.has(name) ? build() : buildInTurn(person, exchange, build))
    short.delete(name)
    if (!isLong(response)) short.add(name)
    const [oldest] = short
    if (short.size > REMEMBERED && oldest !== undefined) short.delete(oldest)
    return response
  }
}

/**
 * The items, reduced to what their schema declares, as the text of a JSON array. Other requests are served between its
 * slices. All of it is checked before any is sent.
 * @throws Error when an item breaks the schema
 */
export async function longListBody(schema: Schema, items: readonly unknown[]): Promise<Readable> {
  const texts: string[] = []
  for (let from = 0; from < items.length; from += SLICE) {
    const slice = declared(schema, items.slice(from, from + SLICE))
    texts.push(`${from === 0 ? '[' : ','}${JSON.stringify(slice).slice(1, -1)}`)
    await othersFirst()
  }
  return Readable.from([...texts, ']'].map((text) => Buffer.from(text)))
}
