import { policy } from '@plumbline/contract/policy.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { newId } from '../platform/db/ids.ts'
import { jobs } from '../schema/jobs.ts'
import { statementsOf } from '../testing/statements.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const HOST = 'localhost:3000'
const OWN = `http://${HOST}`
const FORM = 'application/x-www-form-urlencoded'

/** Every spelling of every row that writes. */
const writes = allRows
  .flatMap((row) => [row, ...(row.also ?? [])].map(({ method, path }) => ({ row, method, path })))
  .filter(({ method }) => method !== 'GET')
const address = (path: string) => path.replaceAll(/:\w+/g, newId())

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://evil.example:3000' },
  { origin: 'null' },
  { origin: '' },
  // A subdomain, which shares the cookies of a site.
  { origin: 'http://app.localhost:3000' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://localhost' },
  { origin: 'https://localhost:3000' },
  // Another host name of the same machine.
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://localhost:3000@evil.example' },
  { origin: 'http://localhost:3000/' },
  { origin: `${OWN}, https://evil.example` },
  { origin: 'file://' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { 'sec-fetch-site': 'unheard-of' },
  { origin: OWN, 'sec-fetch-site': 'cross-site' },
  { origin: OWN, 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
]
/** The kinds of body a page can send without a CORS preflight, and one that it cannot. */
const bodies: { 'content-type'?: string; payload?: string }[] = [
  {},
  { 'content-type': 'application/json', payload: '{}' },
  { 'content-type': 'text/plain', payload: '{"name":"x"}' },
  { 'content-type': FORM, payload: 'name=x' },
  { 'content-type': 'multipart/form-data; boundary=x', payload: '--x--' },
]

type Sent = { method: string; path: string; headers?: Record<string, string> }
const send = (
  { method, path, headers }: Sent,
  { payload, ...type }: (typeof bodies)[number] = {},
  app = w.app,
) =>
  app.inject({
    method: method as 'POST',
    url: address(path),
    headers: { host: HOST, cookie: w.cookieOf('ada'), ...type, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })

test('the tested writes include forms', () => {
  expect(writes.length).toBeGreaterThan(100)
  expect(writes.filter(({ path }) => isForm(path)).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/login', '/api/logout', '/api/setup', '/api/login/sample']),
  )
})
const isForm = (url: string) =>
  w.app.hasRoute({ method: 'POST', url, constraints: { body: 'form' } })

describe('a cross-site write is rejected before any query', () => {
  const each = writes.map((write, n) => ({ ...write, n }))
  test.each(each)('$method $path', async ({ method, path, n }) => {
    // One place refuses it for all rows, before any of them runs. Some rows are therefore sent from
    // every origin, the others from a fifth of them.
    const origins = n % 20 === 0 ? foreign : foreign.filter((_, m) => m % 5 === n % 5)
    const statements = await statementsOf(async () => {
      for (const [index, headers] of origins.entries()) {
        // Each origin with one kind of body, and each kind of body with several origins.
        const answer = await send({ method, path, headers }, bodies[index % bodies.length])
        expect([headers, answer.statusCode, answer.json().code]).toEqual([
          headers,
          403,
          'foreignOrigin',
        ])
        expect(answer.headers['set-cookie']).toBeUndefined()
        expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      }
    })
    expect(statements).toEqual([])
  })

  test('a form is rejected from every other site with every kind of body', async () => {
    const forms = writes.filter(({ method, path }) => method === 'POST' && isForm(path))
    const statements = await statementsOf(async () => {
      for (const { method, path } of forms)
        for (const headers of foreign)
          for (const body of bodies)
            expect((await send({ method, path, headers }, body)).statusCode).toBe(403)
    })
    expect(statements).toEqual([])
  })
})

describe('a write from this site, or from a script without site headers, is allowed', () => {
  const own: Record<string, string>[] = [
    {},
    { origin: OWN },
    { origin: OWN, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ]
  test.each(writes)('$method $path', async ({ method, path }) => {
    for (const headers of own) {
      const { body } = await send({ method, path, headers: { ...headers, cookie: '' } })
      expect(body).not.toContain('foreignOrigin')
    }
  })
})

test('writes reject a text/plain body, which any page can send', async () => {
  for (const { method, path, row } of writes) {
    const answer = await send(
      { method, path },
      { 'content-type': 'text/plain', payload: '{"name":"x"}' },
    )
    const isRefused = row.may !== 'anyone' && policy[row.may].admin === false
    expect([method, path, answer.statusCode]).toEqual([method, path, isRefused ? 403 : 415])
  }
})

test('a cross-site read writes nothing', async () => {
  // Created on the first read, whoever makes it.
  await w.call('ada', 'GET', '/api/push-key')
  const reads = allRows.filter(({ method }) => method === 'GET')
  const statements = await statementsOf(async () => {
    for (const { path } of reads)
      for (const method of ['GET', 'HEAD'])
        await send({ method, path, headers: { 'sec-fetch-site': 'cross-site' } })
  })
  expect(statements.length).toBeGreaterThan(reads.length)
  expect(statements.filter((text) => !/^[\s(]*(select|with)\b/i.test(text))).toEqual([])
})

test('a link on another site does not sign out', async () => {
  for (const site of ['cross-site', 'same-site'])
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const headers = { 'sec-fetch-site': site }
      const answer = await send({ method, path: '/api/logout', headers })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  expect((await w.call('ada', 'GET', '/api/auth/user')).status).toBe(200)
})

test('no header or parameter overrides the method', async () => {
  const [job] = await w.db.insert(jobs).values({ name: 'Oak St', address: '1 Oak' }).returning()
  const path = `/api/jobs/${job?.id}`
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
      for (const wanted of ['DELETE', 'PATCH'])
        await send({ method, path: `${path}?_method=${wanted}`, headers: { [name]: wanted } })
  expect((await w.call('ada', 'GET', path)).body).toMatchObject({ name: 'Oak St' })
})

test('a CORS preflight allows nothing', async () => {
  for (const { path } of allRows) {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const answer = await send({ method: 'OPTIONS', path, headers })
    expect(answer.statusCode).toBe(404)
    const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))
    expect(allowed).toEqual([])
  }
})

describe('with a public address', () => {
  const publicUrl = 'https://jobs.example.com'
  let app: TestApp['app']
  beforeAll(async () => {
    app = await buildApp({ database: w.database, settings: { ...w.settings, publicUrl } })
  })
  afterAll(() => app.close())

  test.each([
    // A proxy may or may not pass the host name on.
    ['jobs.example.com', publicUrl, true],
    ['127.0.0.1:3000', publicUrl, true],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', true],
    ['jobs.example.com', 'http://jobs.example.com', false],
    ['jobs.example.com:3000', 'http://jobs.example.com:3000', false],
    ['jobs.example.com', 'https://jobs.example.com:8443', false],
    ['jobs.example.com', 'https://www.jobs.example.com', false],
    ['jobs.example.com', 'https://example.com', false],
    ['jobs.example.com', 'http://127.0.0.1:3000', false],
  ])('the host %s accepts writes from pages of %s: %s', async (host, origin, expected) => {
    const sent = { method: 'POST', path: '/api/jobs', headers: { host, origin } }
    const { statusCode } = await send(sent, bodies[1], app)
    expect(statusCode).toBe(expected ? 401 : 403)
  })
})
