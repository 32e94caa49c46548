import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { desc, eq } from 'drizzle-orm'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { buildApp } from '../app/app.ts'
import { newId } from '../platform/db/ids.ts'
import type { Database } from '../platform/db/open.ts'
import { deleteAllRows, testDatabase } from '../platform/db/testing.ts'
import { createLog } from '../platform/log.ts'
import type { Settings } from '../platform/settings.ts'
import { auditEntries } from '../schema/audit.ts'
import { firstResponse, sendRaw } from '../testing/rawRequests.ts'
import { type Name, type TestApp, testApp } from '../testing/testApp.ts'
import { auditEntryLimit, logLineLimit } from './refusals.ts'

const SECRET = 'aSecretTokenThatNobodyMayReadInTheLog-12345'

let w: TestApp
const lines: { level: number; refused?: Record<string, unknown>; leftOut?: number }[] = []
let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  w = await testApp({}, { ...database, close: () => deleteAllRows(database) }, { log: newLog() })
  lines.length = 0
})
afterEach(() => w.close())

const newLog = () => createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })

/** Another server, reachable from other machines. On the same database unless stated otherwise. */
async function appWith(changes: Partial<Settings>, database = w.database) {
  const settings = { ...w.settings, ...changes }
  const app = await buildApp({ database, settings, log: newLog(), isPublic: true })
  onTestFinished(() => app.close())
  return app
}

const entries = () =>
  w.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'request.refused'))
    .orderBy(desc(auditEntries.id))
const refused = () => lines.flatMap((line) => (line.refused ? [line.refused] : []))
const later = (ms: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + ms)
}
const remove = (name: Name | 'nobody', url: string) => w.call(name, 'DELETE', url)

describe('rejected calls of a signed-in person', () => {
  test('are one audit entry for each call and hour when the role may not make them', async () => {
    const ids = [newId(), newId(), newId()]
    for (const id of ids) expect((await remove('sam', `/api/jobs/${id}`)).status).toBe(403)
    const [entry, ...others] = await entries()
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      actorId: w.idOf('sam'),
      subjectId: null,
      subject: null,
      address: '127.0.0.1',
      detail: { refused: 'forbidden', call: 'DELETE /api/jobs/:id' },
    })
    // The others are lines of the program log, where the entry is logged too.
    const call = 'DELETE /api/jobs/:id'
    const line = { refused: 'forbidden', call, address: '127.0.0.1', personId: w.idOf('sam') }
    expect(refused()).toEqual([line, line])
    expect(lines).toHaveLength(3)

    expect((await remove('sue', `/api/jobs/${ids[0]}`)).status).toBe(403)
    expect(await entries()).toHaveLength(2)
    later(HOUR_MS)
    await remove('sam', `/api/jobs/${ids[0]}`)
    expect(await entries()).toHaveLength(3)
    for (const id of ids) expect(JSON.stringify([lines, await entries()])).not.toContain(id)
  })

  test('are audited when only other people may change the thing', async () => {
    const job = { name: 'Attic', address: '1 Elm St', clientId: w.idOf('cleo') }
    const { body } = await w.call('ada', 'POST', '/api/jobs', job)
    const payload = { jobId: body.id, content: 'When do you start?' }
    const message = await w.call('ada', 'POST', '/api/messages', payload)
    expect((await remove('cleo', `/api/messages/${message.body.id}`)).status).toBe(403)
    expect(await entries()).toMatchObject([
      { actorId: w.idOf('cleo'), detail: { call: 'DELETE /api/messages/:id' } },
    ])
  })

  test('are at most ten audit entries an hour', async () => {
    const urls = [
      'jobs',
      'tasks',
      'schedule',
      'pending-bids',
      'tenants',
      'users',
      'property-photos',
    ]
    for (const url of urls) await remove('sam', `/api/${url}/${newId()}`)
    for (const url of urls) await w.call('sam', 'PUT', `/api/${url}/${newId()}`, {})
    expect(await entries()).toHaveLength(10)
  })

  test('are audited when there are too many', async () => {
    const app = await appWith({ rateCalls: 2 })
    const headers = { cookie: w.cookieOf('sam') }
    for (const _ of [1, 2, 3, 4]) await app.inject({ url: '/api/auth/user', headers })
    expect(await entries()).toMatchObject([
      { actorId: w.idOf('sam'), detail: { refused: 'tooMany', call: 'GET /api/auth/user' } },
    ])
  })

  test('are not audited while viewing as another person, or when another site started them', async () => {
    const viewing = { 'x-view-as': w.idOf('sam') }
    await w.call('ada', 'POST', `/api/users/${w.idOf('sam')}/view-as`)
    expect((await w.call('ada', 'GET', '/api/audit', undefined, viewing)).status).toBe(403)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect((await w.call('sam', 'GET', '/api/audit', undefined, crossSite)).status).toBe(403)
    expect(await entries()).toEqual([])
    expect(refused()).toHaveLength(2)
    // Sending the header themselves does not hide a person.
    expect((await w.call('sam', 'GET', '/api/audit', undefined, viewing)).status).toBe(403)
    expect(await entries()).toMatchObject([{ actorId: w.idOf('sam') }])
  })

  test('are not audited when a thing is missing, invalid or needs a step first', async () => {
    await remove('ada', `/api/jobs/${newId()}`)
    await w.call('ada', 'POST', '/api/jobs', {})
    later(HOUR_MS)
    const role = { role: 'client' }
    const again = await w.call('ada', 'PUT', `/api/users/${w.idOf('sam')}`, role)
    expect([again.status, again.body.code]).toEqual([403, 'passwordRequired'])
    expect([await entries(), refused()]).toEqual([[], []])
  })

  test('get the same response when the audit entry cannot be written', async () => {
    await w.pool.query('alter table audit_entries rename to gone')
    const answer = await remove('sam', `/api/jobs/${newId()}`)
    await w.pool.query('alter table gone rename to audit_entries')
    expect([answer.status, answer.body]).toEqual([403, { message: 'Forbidden', code: 'forbidden' }])
    expect(lines).toMatchObject([{ level: 50 }])
  })
})

describe('rejected requests of a stranger in the log', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const PAGE = { accept: 'text/html' }
  const EVIL = { host: 'evil.example' }
  const invite = `/api/invite/${SECRET}`
  const reset = `/api/reset-password/${SECRET}`
  const password = { password: `${SECRET} by the quarry` }

  test.each([
    ['foreignOrigin', 'POST', '/api/jobs', { origin: 'https://evil.example' }, 403, '/api/jobs'],
    ['unknownHost', 'GET', `/jobs?search=${SECRET}`, EVIL, 421, 'unknown'],
    ['unknownHost', 'GET', `/${SECRET}`, { ...EVIL, ...PAGE }, 421, 'unknown'],
    ['unknownHost', 'POST', '/api/login', EVIL, 421, '/api/login'],
    ['link', 'POST', invite, {}, 404, '/api/invite/:token'],
    ['link', 'POST', invite, FORM, 404, '/api/invite/:token'],
    ['link', 'GET', invite, PAGE, 404, '/api/invite/:token'],
    ['link', 'POST', reset, {}, 404, '/api/reset-password/:token'],
    ['link', 'POST', reset, FORM, 404, '/api/reset-password/:token'],
    ['link', 'GET', reset, PAGE, 404, '/api/reset-password/:token'],
    ['link', 'GET', `/api/calendar/${SECRET}.ics`, {}, 404, '/api/calendar/:token.ics'],
  ] as const)('%s: %s %s %j', async (what, method, url, headers, status, path) => {
    const isForm = 'content-type' in headers
    const payload = isForm ? new URLSearchParams(password).toString() : password
    const answer = await w.app.inject({
      ...{ method, url, headers: { host: 'localhost', ...headers } },
      ...(method === 'POST' && { payload }),
    })
    expect(answer.statusCode).toBe(status)
    const line = { refused: what, call: `${method} ${path}`, address: '127.0.0.1' }
    expect(lines.map(({ level, refused }) => [level, refused])).toEqual([[40, line]])
    expect(JSON.stringify(lines)).not.toContain(SECRET)
    expect(await entries()).toEqual([])
  })

  test('include a wrong setup code, and too many tries', async () => {
    const empty = await testDatabase()
    onTestFinished(() => empty.close())
    const app = await appWith({ rateSignIn: 1 }, empty)
    const payload = {
      ...{ companyName: 'A', firstName: 'Al', lastName: 'Ace', email: 'al@example.com' },
      ...{ holdingsName: 'B', timeZone: 'UTC', sample: false, code: SECRET, ...password },
    }
    for (const status of [400, 429]) {
      const answer = await app.inject({ method: 'POST', url: '/api/setup', payload })
      expect(answer.statusCode, answer.body).toBe(status)
    }
    expect(refused().map(({ refused }) => refused)).toEqual(['setUpCode', 'tooMany'])
    expect(JSON.stringify(lines)).not.toContain(SECRET)
  })

  test('include a request with two hosts', async () => {
    const app = await appWith({})
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
    const head = `GET /${SECRET} HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n`
    expect(firstResponse(await sendRaw(Number(port), head)).status).toBe(400)
    expect(refused()).toMatchObject([{ refused: 'malformedRequest', call: 'GET unknown' }])
  })

  test('are five a minute for each network; the others are counted', async () => {
    const knock = (remoteAddress: string) =>
      w.app.inject({ url: '/', headers: { host: 'evil.example' }, remoteAddress })
    for (let n = 0; n < 30; n++) await knock('203.0.113.7')
    expect(refused()).toHaveLength(5)
    await knock('203.0.113.8')
    expect(refused()).toHaveLength(6)
    later(MINUTE_MS)
    await knock('203.0.113.7')
    expect(refused()).toHaveLength(7)
    await w.app.close()
    expect(lines.at(-1)).toMatchObject({ level: 40, leftOut: 25 })
  })
})

describe('the limits of the log', () => {
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000)

  test('allow a hundred lines a minute for all networks together', () => {
    const { take, takeSkipped } = logLineLimit()
    let written = 0
    for (let n = 0; n < 5000; n++)
      if (take(`2001:db8:0:${n.toString(16)}::1`, at(n / 100))) written++
    expect([written, takeSkipped(), takeSkipped()]).toEqual([100, 4900, 0])
  })

  test('treat the addresses of one household as one network', () => {
    const { take } = logLineLimit()
    const taken = [1, 2, 3, 4, 5, 6].map((n) => take(`2001:db8::${n}`, at(0)))
    expect(taken).toEqual([true, true, true, true, true, false])
  })

  test('start over when the clock is set back', () => {
    const { take } = logLineLimit()
    for (let n = 0; n < 6; n++) take('203.0.113.7', at(0))
    expect([take('203.0.113.7', at(0)), take('203.0.113.7', at(-5000))]).toEqual([false, true])
    const getsEntry = auditEntryLimit()
    const given = [0, 1, -9000, 3599 - 9000, 3600 - 9000].map((s) =>
      getsEntry('sam', 'GET /', at(s)),
    )
    expect(given).toEqual([true, false, true, false, true])
  })
})
