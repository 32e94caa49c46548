import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../db/ids.ts'
import { idempotencyKeys } from '../db/table.ts'
import { jobs } from '../jobs/table.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { deleteExpiredKeys, KEY_LIFE } from './idempotency.ts'

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

test('a failure is not stored: the corrected request with the same key succeeds', async () => {
  const key = newId()
  expect((await post(key, { name: '' })).status).toBe(400)
  expect((await post(key)).status).toBe(201)
})

test('twenty pairs at once make twenty rows; one that comes too early gets 409', async () => {
  const before = await rows()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => newId()).flatMap((key) => [post(key), post(key)]),
  )
  expect(await rows()).toBe(before + 20)
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('stillRunning')
  expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThanOrEqual(20)
})

test('of two concurrent requests only the first one writes, even if it ends just before the second one locks', async () => {
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
    // Written and not committed: the second sees nothing of it until it keeps its own answer.
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
  w.clock.now = new Date(Date.now() + KEY_LIFE + 1000)
  expect((await post(key, { ...deck, name: 'Another' })).status).toBe(201)
  expect(await rows()).toBe(before + 1)
  await deleteExpiredKeys(w.db, new Date(w.clock.now.getTime() + KEY_LIFE + 1000))
  expect(await w.db.select().from(idempotencyKeys)).toEqual([])
  w.clock.now = new Date()
})
