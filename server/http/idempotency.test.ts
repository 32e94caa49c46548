import { allRows } from '@plumbline/contract/routes.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { idempotencyKeys } from '../schema/idempotency.ts'
import { jobs } from '../schema/jobs.ts'
import { confirmNow } from '../testing/confirmNow.ts'
import { addJoinedPerson, invitePerson } from '../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { deleteExpiredKeys, KEY_LIFETIME_MS } from './idempotency.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const deck = { name: 'Deck', address: '12 Elm St' }
const post = (key: string, body: object = deck) =>
  w.call('ada', 'POST', '/api/jobs', body, { 'idempotency-key': key })
const rows = async () => (await w.db.select().from(jobs)).length

test('the same key repeats the first response, with one row', async () => {
  const before = await rows()
  const key = newId()
  const first = await post(key)
  const again = await post(key)
  expect(first.status).toBe(201)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(await rows()).toBe(before + 1)
})

test('another payload under the same key is a 422 and writes nothing', async () => {
  const key = newId()
  await post(key)
  const before = await rows()
  expect((await post(key, { ...deck, name: 'Roof' })).body).toMatchObject({ code: 'keyReused' })
  expect(await rows()).toBe(before)
})

test('a key belongs to a person and a route', async () => {
  const key = newId()
  const { body } = await post(key)
  const path = `/api/jobs/${body.id}/subcontractors`
  const other = await w.call(
    'ada',
    'POST',
    path,
    { subcontractorId: w.idOf('sam') },
    { 'idempotency-key': key },
  )
  expect(other.status).toBe(201)
})

test('the same key and payload for another job is a 422', async () => {
  const key = newId()
  const add = async () =>
    w.call(
      'ada',
      'POST',
      `/api/jobs/${(await post(newId())).body.id}/subcontractors`,
      { subcontractorId: w.idOf('sam') },
      { 'idempotency-key': key },
    )
  expect((await add()).status).toBe(201)
  expect(await add()).toMatchObject({ status: 422, body: { code: 'keyReused' } })
})

test('a failure is not stored, so a corrected request with the same key succeeds', async () => {
  const key = newId()
  expect((await post(key, { name: '' })).status).toBe(400)
  expect((await post(key)).status).toBe(201)
})

test('twenty concurrent pairs create twenty rows; a repeat during the first call gets 409', async () => {
  const before = await rows()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => newId()).flatMap((key) => [post(key), post(key)]),
  )
  expect(await rows()).toBe(before + 20)
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('stillRunning')
  expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThanOrEqual(20)
})

test('of two concurrent requests only the first writes, even if it ends as the second locks', async () => {
  const before = await rows()
  const key = newId()
  const first = {
    personId: w.idOf('ada'),
    route: '/api/jobs',
    key,
    fingerprint: '',
    status: 201,
    reply: '',
  }
  let second = Promise.resolve<object>({})
  await w.db.transaction(async (tx) => {
    // Written but not committed: the second request does not see it until it stores its own
    // response.
    await tx.insert(idempotencyKeys).values(first)
    second = post(key)
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`
    await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
  })
  expect(await second).toMatchObject({ status: 409, body: { code: 'stillRunning' } })
  expect(await rows()).toBe(before)
})

test.each(['', 'x'.repeat(256), 'a b', 'é'])('%j is not a valid key', async (key) => {
  expect((await post(key)).status).toBe(400)
})

test('after 24 hours a key is free again', async () => {
  const key = newId()
  await post(key)
  const before = await rows()
  w.clock.now = new Date(Date.now() + KEY_LIFETIME_MS + 1000)
  expect((await post(key, { ...deck, name: 'Another' })).status).toBe(201)
  expect(await rows()).toBe(before + 1)
  await deleteExpiredKeys(w.db, new Date(w.clock.now.getTime() + KEY_LIFETIME_MS + 1000))
  expect(await w.db.select().from(idempotencyKeys)).toEqual([])
  w.clock.now = new Date()
})

describe('a repeat of a call that requires a recent password', () => {
  interface Sent {
    readonly url: string
    readonly body?: object
    /** The session cookie, if the request is not from Ada. */
    readonly cookie?: string
  }
  const FACTOR = '/api/account/second-factor'
  const eve = (n: number) => ({
    firstName: 'Eve',
    lastName: `Late${n}`,
    email: `eve${n}@example.com`,
  })
  const codeOf = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: w.clock.now.getTime() })
  const withFactor = async () => {
    const { cookie } = await addJoinedPerson(w)
    const { body } = await w.call('nobody', 'POST', FACTOR, undefined, { cookie })
    return { cookie, code: codeOf(body.secret) }
  }
  const protectedCalls: Readonly<Record<string, () => Promise<Sent>>> = {
    '/api/users': async () => ({ url: '/api/users', body: { ...eve(1), role: 'admin' } }),
    '/api/users/invite': async () => ({
      url: '/api/users/invite',
      body: { ...eve(2), role: 'admin' },
    }),
    '/api/users/invites': async () => {
      const { body } = await w.call('ada', 'POST', '/api/users', { ...eve(3), role: 'admin' })
      return { url: '/api/users/invites', body: { userIds: [body.id] } }
    },
    '/api/users/:id/resend-invite': async () => ({
      url: `/api/users/${(await invitePerson(w, 'admin')).id}/resend-invite`,
    }),
    '/api/users/:id/reset-link': async () => ({
      url: `/api/users/${(await addJoinedPerson(w)).id}/reset-link`,
    }),
    '/api/account/second-factor': async () => ({
      url: FACTOR,
      cookie: (await addJoinedPerson(w)).cookie,
    }),
    '/api/account/second-factor/confirm': async () => {
      const { cookie, code } = await withFactor()
      return { url: `${FACTOR}/confirm`, body: { code }, cookie }
    },
    '/api/account/recovery-codes': async () => {
      const { cookie, code } = await withFactor()
      await w.call('nobody', 'POST', `${FACTOR}/confirm`, { code }, { cookie })
      return { url: '/api/account/recovery-codes', cookie }
    },
    '/api/account/passkeys/options': async () => ({ url: '/api/account/passkeys/options' }),
    '/api/export': async () => ({ url: '/api/export' }),
    '/api/backups': async () => ({ url: '/api/backups' }),
  }

  test.each(Object.entries(protectedCalls))('POST %s requires it too', async (_, prepare) => {
    const start = w.clock.now
    await confirmNow(w, 'ada')
    const { url, body, cookie } = await prepare()
    const headers = { 'idempotency-key': newId(), ...(cookie && { cookie }) }
    const send = () => w.call(cookie ? 'nobody' : 'ada', 'POST', url, body, headers)
    const first = await send()
    expect([200, 201, 204]).toContain(first.status)
    expect(await send()).toMatchObject({ status: first.status, text: first.text })
    w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
    const later = await send()
    w.clock.now = start
    expect([later.status, later.body]).toEqual([
      403,
      expect.objectContaining({ code: 'passwordRequired' }),
    ])
  })

  test('the tested calls are all that require one', () => {
    const rows = allRows.filter(
      ({ method, fails }) => method === 'POST' && fails?.includes('passwordRequired'),
    )
    // Passkeys are added outside a transaction, where no response is stored.
    const stored = rows
      .map(({ path }) => path as string)
      .filter((path) => path !== '/api/account/passkeys')
    expect(Object.keys(protectedCalls)).toEqual(expect.arrayContaining(stored))
  })

  test('is rejected after a change of role', async () => {
    const { id, cookie } = await addJoinedPerson(w, 'admin')
    const headers = { cookie, 'idempotency-key': newId() }
    const send = () =>
      w.call('nobody', 'POST', '/api/users/invite', { ...eve(9), role: 'client' }, headers)
    expect((await send()).status).toBe(201)
    await w.db.execute(sql`update users set role = 'client' where id = ${id}`)
    expect((await send()).status).toBe(403)
  })
})

test('a repeat of any other call needs no password', async () => {
  const key = newId()
  const first = await post(key)
  w.clock.now = new Date(w.clock.now.getTime() + 11 * MINUTE_MS)
  expect(await post(key)).toMatchObject({ status: 201, body: first.body })
  w.clock.now = new Date()
})
