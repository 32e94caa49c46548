import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Row, Schema } from '@plumbline/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { concurrencyLimit } from '../concurrencyLimit.ts'
import { declared } from './validate.ts'

/** A list of more items is long: it is built in slices of that many, and few at a time. */
export const SLICE = 200
const AT_ONCE = 2
const WAITING = 200

/** Whether the request asks for a whole list rather than a page or a thing. */
const isWhole = ({ method, reply }: Row, { query }: FastifyRequest) =>
  method === 'GET' &&
  reply instanceof z.ZodArray &&
  (query as { limit?: string }).limit === undefined

/**
 * Builds few long lists at a time, so that they take neither all connections of the database nor the whole time of the program;
 * the others wait in the order they came (429 when there are too many). Whether a list is long is known from the last one that
 * the same role was answered; short ones do not wait.
 */
export function longListTurns() {
  const inTurn = concurrencyLimit(AT_ONCE, WAITING)
  const short = new Set<string>()
  return async <T extends { readonly body: unknown }>(
    row: Row,
    request: FastifyRequest,
    build: () => Promise<T>,
  ): Promise<T> => {
    if (!isWhole(row, request)) return build()
    const name = `${row.path} ${request.person?.role}`
    const response = await (short.has(name) ? build() : inTurn(build))
    if (response.body instanceof Readable) short.delete(name)
    else short.add(name)
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
