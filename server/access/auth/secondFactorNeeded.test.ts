import { allRows } from '@plumbline/contract/routes.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { auditEntries } from '../../schema/audit.ts'
import { passkeys } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const PATH = '/api/account/second-factor'

let w: TestApp
/** An admin with two-step sign-in, and one without. */
let [eve, max] = [
  { id: '', cookie: '' },
  { id: '', cookie: '', email: '' },
]
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'C', holdingsName: null, timeZone: 'UTC' })
  eve = await addJoinedPerson(w, 'admin')
  max = await addJoinedPerson(w, 'admin')
})
afterAll(() => w.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const as = (cookie: string, method: Method, url: string, body?: unknown) =>
  w.call('nobody', method, url, body, { cookie })
const change = (cookie: string, isNeeded: boolean) =>
  as(cookie, 'PUT', '/api/settings', { adminsNeedSecondFactor: isNeeded })

async function setUpFor(cookie: string) {
  const { secret } = (await as(cookie, 'POST', PATH)).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: w.clock.now.getTime(),
  })
  expect((await as(cookie, 'POST', `${PATH}/confirm`, { code })).status).toBe(200)
}

test('only an admin who has a second factor can require one of all admins', async () => {
  const refused = await change(eve.cookie, true)
  expect([refused.status, refused.body.code]).toEqual([409, 'ownSecondFactorFirst'])
  await setUpFor(eve.cookie)
  const { status, body } = await change(eve.cookie, true)
  expect([status, body.adminsNeedSecondFactor]).toEqual([200, true])
  const entries = await w.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'settings.changed'))
  const detail = {
    fields: 'adminsNeedSecondFactor',
    ...{ 'adminsNeedSecondFactor.from': false, 'adminsNeedSecondFactor.to': true },
  }
  expect(entries).toMatchObject([{ actorId: eve.id, detail }])
})

test('requiring a second factor needs a recent password, other settings do not', async () => {
  const start = w.clock.now
  w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
  expect((await change(eve.cookie, false)).body.code).toBe('passwordRequired')
  const same = { adminsNeedSecondFactor: true, phone: '555-0100' }
  expect((await as(eve.cookie, 'PUT', '/api/settings', same)).status).toBe(200)
  w.clock.now = start
})

const open = ['account.read', 'account.change', 'settings.read', 'anyone']
const closed = allRows.filter(({ may }) => !open.includes(may))

test.each(closed)(
  'refuses $method $path to an admin without a second factor',
  async ({ method, path }) => {
    const url = path.replaceAll(/:\w+/g, newId())
    const { status, body } = await as(max.cookie, method, url, method === 'GET' ? undefined : {})
    expect([status, body.code]).toEqual([403, 'secondFactorRequired'])
  },
)

test('an admin without a second factor can still sign in and set one up', async () => {
  for (const [method, url, status] of [
    ['GET', '/api/auth/user', 200],
    ['GET', '/api/settings', 200],
    ['GET', PATH, 200],
    ['GET', '/api/account/sessions', 200],
    ['GET', '/api/login', 303],
  ] as const)
    expect([url, (await as(max.cookie, method, url)).status]).toEqual([url, status])
  const again = await w.call('nobody', 'POST', '/api/login', {
    email: max.email,
    password: PASSWORD,
  })
  expect(again.status).toBe(200)
  expect((await as(max.cookie, 'GET', PATH)).body.required).toBe(true)
})

test('subs and clients need no second factor', async () => {
  for (const name of ['sam', 'cleo'] as const) {
    expect((await w.call(name, 'GET', '/api/jobs')).status).toBe(200)
    expect((await w.call(name, 'GET', PATH)).body.required).toBe(false)
  }
})

test('one statement reads the session and whether it lacks a second factor', async () => {
  const statements = await statementsOf(() => as(max.cookie, 'GET', '/api/auth/user'))
  expect(statements).toHaveLength(1)
})

test('an admin with a passkey or an authenticator app has full access', async () => {
  await w.db.insert(passkeys).values({ id: 'k', userId: max.id, publicKey: 'x', name: 'Phone' })
  expect((await as(max.cookie, 'GET', '/api/jobs')).status).toBe(200)
  await w.db.delete(passkeys)
  expect((await as(max.cookie, 'GET', '/api/jobs')).status).toBe(403)
  await setUpFor(max.cookie)
  expect((await as(max.cookie, 'GET', '/api/jobs')).status).toBe(200)
})

test('the last second factor cannot be removed while it is required', async () => {
  const refused = await as(max.cookie, 'DELETE', PATH)
  expect([refused.status, refused.body.code]).toEqual([409, 'secondFactorNeeded'])
  await w.db.insert(passkeys).values({ id: 'k', userId: max.id, publicKey: 'x', name: 'Phone' })
  expect((await as(max.cookie, 'DELETE', PATH)).status).toBe(204)
})

test('a second factor cannot be required and removed at the same time', async () => {
  await w.db.delete(passkeys)
  const { cookie } = eve
  await change(cookie, false)
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([change(cookie, true), as(cookie, 'DELETE', PATH)])
    const [enabled, removed] = answers.map(({ status }) => status)
    expect([
      [200, 409],
      [409, 204],
    ]).toContainEqual([enabled, removed])
    if (enabled === 200) await change(cookie, false)
    else {
      w.clock.now = new Date(w.clock.now.getTime() + MINUTE_MS)
      await setUpFor(cookie)
    }
  }
})
