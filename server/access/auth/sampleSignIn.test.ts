import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { settings } from '../../schema/settings.ts'
import { addJoinedPerson, cookieFrom } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let first = { id: '', email: '' }
beforeAll(async () => {
  w = await testApp({ allowedHosts: ['office.test'] })
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: 'Ridge', timeZone: 'UTC', sample: true })
  first = await addJoinedPerson(w, 'subcontractor')
  await addJoinedPerson(w, 'subcontractor')
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.update(settings).set({ sample: true })
})

interface From {
  readonly remoteAddress?: string
  readonly headers?: Record<string, string>
}
const enter = ({ remoteAddress = '127.0.0.1', headers = {} }: From = {}, role = 'subcontractor') =>
  w.app.inject({
    ...{ method: 'POST', url: '/api/login/sample', remoteAddress },
    headers: {
      host: 'localhost:3000',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: `role=${role}`,
  })
const page = (from: From = {}) =>
  w.app.inject({ url: '/api/login', ...from, headers: { host: 'localhost:3000', ...from.headers } })

test('on the same machine, one click signs in as the first person of a role', async () => {
  expect((await page()).body).toContain('name="role" value="subcontractor"')
  const answer = await enter()
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  const cookie = cookieFrom(answer.headers)
  expect((await w.app.inject({ url: '/api/auth/user', headers: { cookie } })).json().id).toBe(
    first.id,
  )
  const json = await w.call(
    'nobody',
    'POST',
    '/api/login/sample',
    { role: 'subcontractor' },
    { host: '127.0.0.1:3000' },
  )
  expect(json.body).toMatchObject({ id: first.id })
})

test('a role without people is a 404, an unknown role a 400', async () => {
  expect((await enter({}, 'client')).statusCode).toBe(404)
  expect((await enter({}, 'owner')).statusCode).toBe(400)
})

test.each([
  ['another machine', { remoteAddress: '192.168.1.20' }],
  ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
  ['a proxy known by its Via header alone', { headers: { via: '1.1 proxy' } }],
  ['a proxy that sends X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['a proxy of a CDN', { headers: { 'cf-connecting-ip': '127.0.0.1' } }],
  ['a host name that other machines can use', { headers: { host: 'office.test:3000' } }],
])('%s cannot sign in', async (_what, from) => {
  expect((await page(from)).body).not.toContain('/api/login/sample')
  const answer = await enter(from)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test.each(['evil.example:3000', '127.0.0.1.evil.example'])(
  'a host name rebound to this server cannot sign in: %s',
  async (host) => {
    const answer = await enter({ headers: { host } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([421, undefined])
  },
)

test.each(['http://office.test:3000', 'null', 'http://localhost:4000', 'https://localhost:3000'])(
  'a page of the origin %s cannot sign in',
  async (origin) => {
    const answer = await enter({ headers: { origin } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    expect((await enter({ headers: { origin: 'http://localhost:3000' } })).statusCode).toBe(303)
  },
)

test('sample sign-in is disabled when the server is public', async () => {
  const other = await buildApp({ database: w.database, settings: w.settings, isPublic: true })
  const headers = { host: 'localhost:3000' }
  const payload = { role: 'subcontractor' }
  const answer = await other.inject({ method: 'POST', url: '/api/login/sample', headers, payload })
  expect(answer.statusCode).toBe(404)
  await other.close()
})

test('sample sign-in is disabled for a real company', async () => {
  await w.db.update(settings).set({ sample: false })
  expect((await page()).body).not.toContain('/api/login/sample')
  expect((await enter()).statusCode).toBe(404)
})
