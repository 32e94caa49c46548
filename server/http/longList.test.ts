import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import type { Row } from '@plumbline/contract/route.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BATCH, LongList, slicesOf } from '../platform/db/longList.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { longListBody, longLists } from './longList.ts'

type ListCall = Parameters<ReturnType<typeof longLists>>[1] & { read(): void }

describe('a long list', () => {
  let w: TestApp
  beforeAll(async () => {
    w = await testApp()
    await w.db.execute(sql`
      insert into jobs (id, name, address)
      select gen_random_uuid(), 'Job "' || n || '" für, ['  , '1 Elm' from generate_series(1, ${2 * BATCH + 7}) n`)
  })
  afterAll(() => w.close())

  /** Reads the same jobs in pages, which are not streamed. */
  async function inPages(): Promise<unknown[]> {
    const found: unknown[] = []
    for (let url: string | undefined = '/api/jobs?limit=100'; url; ) {
      const { body, headers } = await w.call('ada', 'GET', url)
      found.push(...body)
      url = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
    }
    return found
  }

  test('equals its pages joined', async () => {
    const whole = await w.call('ada', 'GET', '/api/jobs')
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(whole.headers['cache-control']).toBe('no-store')
    expect(whole.body).toHaveLength(2 * BATCH + 7)
    expect(whole.body).toEqual(await inPages())
    expect(whole.text).toBe(JSON.stringify(whole.body))
  })

  test('is compressed', async () => {
    const headers = { 'accept-encoding': 'br', cookie: w.cookieOf('ada') }
    const answer = await w.app.inject({ method: 'GET', url: '/api/jobs', headers })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(await inPages())
  })

  test('is served twenty times at once, with a page before the last of them', async () => {
    const order: string[] = []
    const ask = async (name: string, url: string) => {
      const answer = await w.call('ada', 'GET', url)
      order.push(name)
      return answer
    }
    const lists = Array.from({ length: 20 }, () => ask('list', '/api/jobs'))
    const page = await ask('page', '/api/jobs?limit=1')
    expect(page.body).toHaveLength(1)
    for (const { status, body } of await Promise.all(lists)) {
      expect(status).toBe(200)
      expect(body).toHaveLength(2 * BATCH + 7)
    }
    expect(order.at(-1)).toBe('list')
  })
})

describe('the body of a long list', () => {
  const schema = z.array(z.object({ n: z.number() }))
  const items = Array.from({ length: 10 * BATCH }, (_, n) => ({ n, secret: 'not declared' }))

  test('contains only what the schema declares', async () => {
    const expected = JSON.stringify(items.map(({ n }) => ({ n })))
    expect(await text(await longListBody(schema, slicesOf(items)))).toBe(expected)
  })

  test('fails before it starts when its first items break the schema', async () => {
    await expect(longListBody(schema, slicesOf([{ n: 'no number' }, ...items]))).rejects.toThrow(
      'The reply does not match its schema',
    )
  })

  test('is aborted at an item that breaks the schema', async () => {
    const body = await longListBody(schema, slicesOf([...items, { n: 'no number' }]))
    await expect(text(body)).rejects.toThrow('The reply does not match its schema')
  })

  test('is aborted when it is no longer read', async () => {
    let isClosed = false
    async function* batches() {
      try {
        for (;;) yield items
      } finally {
        isClosed = true
      }
    }
    const body = await longListBody(schema, batches(), { idle: 100, total: MINUTE_MS })
    await expect(once(body, 'close')).rejects.toThrow('The operation was aborted')
    expect(isClosed).toBe(true)
  })

  test('is aborted after its total time, even while it is read', async () => {
    async function* batches() {
      for (;;) yield items
    }
    const body = await longListBody(schema, batches(), { idle: MINUTE_MS, total: 100 })
    await expect(once(body.resume(), 'close')).rejects.toThrow('The operation was aborted')
  })

  test('is produced only slightly ahead of its reader', async () => {
    let produced = 0
    async function* batches() {
      for (;;) {
        produced++
        yield items
      }
    }
    const body = await longListBody(schema, batches())
    const bytes = JSON.stringify(items.map(({ n }) => ({ n }))).length
    await expect.poll(() => body.readableLength).toBeGreaterThanOrEqual(2 ** 20)
    const ahead = produced
    expect(ahead * bytes).toBeLessThan(2 ** 20 + 3 * bytes)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(produced).toBe(ahead)
    body.destroy()
  })

  test('yields to other work between batches', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await text(await longListBody(schema, slicesOf(items)))
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(9)
  })
})

describe('the turn of a long list', () => {
  const row = { method: 'GET', path: '/api/things', reply: z.array(z.number()) } as unknown as Row
  /** The context of a read by a person, with a function that ends it for the server. */
  function listCall(id = 'ada') {
    const raw = new PassThrough()
    const request = { url: '/api/things', person: { id } }
    const read = () => raw.end().resume()
    const services = { database: { pool: {} } }
    return { request, reply: { raw }, services, read } as unknown as ListCall
  }

  /**
   * Lists that yield their second item only when `end` is called, and the names of those that have
   * begun.
   */
  function lists() {
    const inTurn = longLists()
    const started: string[] = []
    const ends = new Map<string, () => void>()
    const ask = (name: string, of: ListCall) =>
      inTurn(row, of, async () => {
        const list = new LongList(async function* () {
          started.push(name)
          yield [1]
          await new Promise<void>((resolve) => ends.set(name, resolve))
          yield [2]
        })
        return { status: 200, headers: {}, body: list }
      })
    const end = async (name: string) => {
      await expect.poll(() => ends.has(name)).toBe(true)
      ends.get(name)?.()
    }
    const short = () =>
      inTurn(row, listCall('cleo'), async () => ({ status: 200, headers: {}, body: [1] }))
    return { started, ask, end, short }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('comes when one of three before it has been read; short lists do not wait', async () => {
    const { started, ask, end, short } = lists()
    const all = ['ada', 'sam', 'eve', 'cleo'].map((name) => ask(name, listCall(name)))
    expect((await short()).body).toEqual([1])
    await Promise.all(all.slice(0, 3))
    await settled()
    expect(started).toEqual(['ada', 'sam', 'eve'])
    await end('sam')
    await all[3]
    expect(started).toEqual(['ada', 'sam', 'eve', 'cleo'])
  })

  test('alternates between people, regardless of who asked first', async () => {
    const { started, ask, end } = lists()
    const all = [1, 2, 3].map((n) => ask(`ada ${n}`, listCall()))
    all.push(ask('sam', listCall('sam')), ask('cleo', listCall('cleo')))
    all.push(ask('eve', listCall('eve')))
    await expect.poll(() => started).toEqual(['ada 1', 'sam', 'cleo'])
    await end('sam')
    await expect.poll(() => started).toHaveLength(4)
    expect(started[3]).toBe('eve')
    await end('ada 1')
    await expect.poll(() => started).toHaveLength(5)
    await end('ada 2')
    await Promise.all(all)
    expect(started).toEqual(['ada 1', 'sam', 'cleo', 'eve', 'ada 2', 'ada 3'])
  })

  test('is passed on when a reader disconnects', async () => {
    const { started, ask, end } = lists()
    const [first, second] = [ask('first', listCall()), ask('second', listCall())]
    const { body } = await first
    await settled()
    expect(started).toEqual(['first'])
    await expect.poll(() => (body as Readable).readableLength).toBeGreaterThan(0)
    ;(body as Readable).destroy()
    await end('first')
    await second
    expect(started).toEqual(['first', 'second'])
  })

  test('does not come while six lists of the same person are unread', async () => {
    const { started, ask, end } = lists()
    const reads = Array.from({ length: 7 }, () => listCall())
    const all = reads.map((read, n) => ask(`${n}`, read))
    for (const n of reads.slice(1).keys()) await end(`${n}`)
    await Promise.all(all.slice(0, 6))
    await settled()
    expect(started).toEqual(['0', '1', '2', '3', '4', '5'])
    reads[3]?.read()
    await expect.poll(() => started).toHaveLength(7)
    await Promise.all(all)
  })
})
