import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import type { Row } from '@plumbline/contract/route.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { longListBody, longListTurns, SLICE } from './longList.ts'

type ListCall = Parameters<ReturnType<typeof longListTurns>>[1] & { read(): void }

describe('a long list', () => {
  let w: TestApp
  beforeAll(async () => {
    w = await testApp()
    await w.db.execute(sql`
      insert into jobs (id, name, address)
      select gen_random_uuid(), 'Job "' || n || '" für, ['  , '1 Elm' from generate_series(1, ${2 * SLICE + 7}) n`)
  })
  afterAll(() => w.close())

  /** The same jobs in pages, which are not streamed. */
  async function inPages(): Promise<unknown[]> {
    const found: unknown[] = []
    for (let url: string | undefined = '/api/jobs?limit=100'; url; ) {
      const { body, headers } = await w.call('ada', 'GET', url)
      found.push(...body)
      url = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
    }
    return found
  }

  test('is the same as its pages, one after the other', async () => {
    const whole = await w.call('ada', 'GET', '/api/jobs')
    expect(whole.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(whole.headers['cache-control']).toBe('no-store')
    expect(whole.body).toHaveLength(2 * SLICE + 7)
    expect(whole.body).toEqual(await inPages())
    expect(whole.text).toBe(JSON.stringify(whole.body))
  })

  test('is compressed as everything else is', async () => {
    const headers = { 'accept-encoding': 'br', cookie: w.cookieOf('ada') }
    const answer = await w.app.inject({ method: 'GET', url: '/api/jobs', headers })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual(await inPages())
  })

  test('is answered twenty times at once, and a page before the last of them', async () => {
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
      expect(body).toHaveLength(2 * SLICE + 7)
    }
    expect(order.at(-1)).toBe('list')
  })
})

describe('its body', () => {
  const schema = z.array(z.object({ n: z.number() }))
  const items = Array.from({ length: 10 * SLICE }, (_, n) => ({ n, secret: 'not declared' }))

  test('has what the schema declares', async () => {
    const expected = JSON.stringify(items.map(({ n }) => ({ n })))
    expect(await text(await longListBody(schema, items))).toBe(expected)
  })

  test('is checked to its end before any of it is sent', async () => {
    await expect(longListBody(schema, [...items, { n: 'no number' }])).rejects.toThrow(
      'The reply does not match its schema',
    )
  })

  test('lets others run between its slices', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await longListBody(schema, items)
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(9)
  })
})

describe('its turn', () => {
  const row = { method: 'GET', path: '/api/things', reply: z.array(z.string()) } as unknown as Row
  /** A read by a person, and what ends it for the server. */
  function asked(search = '', id = 'ada') {
    const raw = new PassThrough()
    const query = Object.fromEntries(new URLSearchParams(search))
    const request = { query, url: `/api/things?${search}`, person: { id } }
    const read = () => raw.end().resume()
    return { request, reply: { raw }, read } as unknown as ListCall
  }

  /** Lists that are built when they are told to, and how many have begun. */
  function lists() {
    const inTurn = longListTurns()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const ask = (name: string, of: ListCall, items: readonly unknown[] = []) =>
      inTurn(row, of, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return {
          body: items.length > SLICE ? await longListBody(z.array(z.number()), items) : items,
        }
      })
    const end = (name: string) => ends.get(name)?.()
    return { begun, ask, end }
  }
  const long = Array.from({ length: SLICE + 1 }, (_, n) => n)
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  test('comes when one of the two before it is built; pages do not wait', async () => {
    const { begun, ask, end } = lists()
    const all = ['ada', 'sam', 'cleo'].map((name) => ask(name, asked('', name), long))
    const page = ask('page', asked('limit=10', 'cleo'))
    expect(begun).toEqual(['ada', 'sam', 'page'])
    end('ada')
    await all[0]
    await settled()
    expect(begun).toEqual(['ada', 'sam', 'page', 'cleo'])
    for (const name of ['sam', 'cleo', 'page']) end(name)
    await Promise.all([...all, page])
  })

  test('comes before those that somebody else asked for earlier', async () => {
    const { begun, ask, end } = lists()
    const all = [1, 2, 3].map((n) => ask(`ada ${n}`, asked(), long))
    all.push(ask('sam', asked('', 'sam'), long), ask('cleo', asked('', 'cleo'), long))
    const order = ['ada 1', 'sam', 'ada 2', 'cleo', 'ada 3']
    for (const [n, name] of order.entries()) {
      await expect.poll(() => begun.length, { timeout: 20_000 }).toBeGreaterThan(n)
      end(name)
    }
    await Promise.all(all)
    expect(begun).toEqual(order)
  })

  test('is not waited for where the same person was answered a short one', async () => {
    const { begun, ask, end } = lists()
    const before = ask('before', asked('', 'cleo'))
    end('before')
    await before
    const all = [
      ...['ada', 'sam', 'eve'].map((name) => ask(name, asked('', name), long)),
      ...['short', 'shorter'].map((name) => ask(name, asked('', 'cleo'))),
    ]
    expect(begun).toEqual(['before', 'ada', 'sam', 'short', 'shorter'])
    for (const name of ['ada', 'short', 'shorter', 'sam']) end(name)
    await all[0]
    await settled()
    end('eve')
    await Promise.all(all)
  })

  test('is waited for again after a search that found little', async () => {
    const { begun, ask, end } = lists()
    const search = ask('search', asked('search=zzz'))
    end('search')
    await search
    const all = ['first', 'second'].map((name) => ask(name, asked(), long))
    expect(begun).toEqual(['search', 'first'])
    end('first')
    await all[0]
    await settled()
    end('second')
    await Promise.all(all)
  })

  test('does not come while six wait to be read by the same person', async () => {
    const { begun, ask, end } = lists()
    const reads = Array.from({ length: 7 }, () => asked())
    const all = reads.map((read, n) => ask(`${n}`, read, long))
    for (const n of reads.slice(1).keys()) {
      await expect.poll(() => begun, { timeout: 20_000 }).toContain(`${n}`)
      end(`${n}`)
    }
    await Promise.all(all.slice(0, 6))
    await settled()
    expect(begun).toEqual(['0', '1', '2', '3', '4', '5'])
    reads[3]?.read()
    await expect.poll(() => begun, { timeout: 20_000 }).toHaveLength(7)
    end('6')
    await Promise.all(all)
  })
})
