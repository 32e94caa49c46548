import { DAY_MS, HOUR_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../platform/db/testing.ts'
import { openFileStore } from '../../platform/files/openStore.ts'
import { sessions } from '../../schema/auth.ts'
import { deliveries, pushDevices, pushKeys } from '../../schema/delivery.ts'
import { jobs } from '../../schema/jobs.ts'
import { messages } from '../../schema/messages.ts'
import { notificationChannels, notifications, quietHours } from '../../schema/notifications.ts'
import { settings as company } from '../../schema/settings.ts'
import { notify } from '../../testing/deliveries.ts'
import { claimsOf, newBrowser, pushCatcher } from '../../testing/pushCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { pushKeysOf } from './pushKeys.ts'
import { type Delivery, openDelivery } from './worker.ts'

const publicUrl = 'https://plumbline.example.com'

let w: TestApp
let service: Awaited<ReturnType<typeof pushCatcher>>
let delivery: Delivery
let jobId: string
let cleo: string

beforeAll(async () => {
  service = await pushCatcher()
  const isPushService = ({ host }: URL) => host === new URL(service.url).host
  w = await testApp({ publicUrl }, undefined, { isPushService })
  await w.db.insert(company).values({ companyName: 'Ridgeline', timeZone: 'UTC' })
  cleo = w.idOf('cleo')
  const { settings, db } = w
  const now = () => w.clock.now
  const files = await openFileStore(settings)
  const parts = { db, settings, files, mail: undefined, now, log: silentLog }
  delivery = openDelivery({ ...parts, isPushService })
})
afterAll(async () => {
  await delivery.close()
  await w.close()
  await service.close()
})
beforeEach(async () => {
  for (const table of [deliveries, notifications, pushDevices, quietHours, notificationChannels])
    await w.db.delete(table)
  const job = { name: 'Lake house', address: '1 Lake', clientId: cleo }
  const [row] = await w.db.insert(jobs).values(job).returning()
  jobId = row?.id ?? ''
  service.pushed.length = 0
  service.statuses.length = 0
})

async function browser() {
  const made = newBrowser(service.url)
  const { status, text } = await w.call(
    'cleo',
    'POST',
    '/api/push-subscriptions',
    made.subscription(),
  )
  expect(status, text).toBe(201)
  return made
}

async function write() {
  const actorId = w.idOf('ada')
  const message = { jobId, senderId: actorId, content: 'The safe is behind the picture' }
  const [row] = await w.db.insert(messages).values(message).returning()
  const subjectId = row?.id ?? ''
  const notification = {
    personId: cleo,
    name: 'message.created',
    jobId,
    actorId,
    subjectId,
  } as const
  return notify(w.db, notification, w.clock.now, false)
}

async function sendAfter(milliseconds = 10_000) {
  w.clock.now = new Date(w.clock.now.getTime() + milliseconds)
  await delivery.sendDue()
}
const states = async () => (await w.db.select().from(deliveries)).map(({ state }) => state)

test('a push says who wrote on which job, links to it, and is signed', async () => {
  const one = await browser()
  const id = await write()
  await write()
  await delivery.sendDue()
  expect(service.pushed).toEqual([])
  await sendAfter()
  expect(service.pushed).toHaveLength(1)
  const [pushed] = service.pushed
  if (!pushed) throw new Error('nothing was pushed')
  expect(service.url + pushed.path.slice(1)).toBe(one.endpoint)
  expect(JSON.parse(one.decrypt(pushed.body))).toEqual({
    title: 'Ada Adler wrote 2 messages',
    body: 'Lake house',
    url: `/messages?jobId=${jobId}`,
    tag: id,
  })
  expect(pushed.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
  const { body } = await w.call('cleo', 'GET', '/api/push-key')
  expect(claimsOf(pushed, body.publicKey)).toMatchObject({
    aud: new URL(service.url).origin,
    sub: publicUrl,
  })
  expect(await states()).toEqual(['sent'])
})

test('a push goes to every device of the person, and expired devices are deleted', async () => {
  const browsers = [await browser(), await browser(), await browser()]
  await write()
  service.statuses.push(410, 201, 404)
  await sendAfter()
  expect(service.pushed).toHaveLength(3)
  expect(await w.db.select().from(pushDevices)).toHaveLength(1)
  expect(await states()).toEqual(['sent'])
  expect(browsers).toHaveLength(3)
})

test('a failed push is tried three times', async () => {
  await browser()
  await write()
  service.statuses.push(500, 429, 503)
  for (let n = 0; n < 5; n++) await sendAfter(30_000)
  expect(service.pushed).toHaveLength(3)
  expect(await states()).toEqual(['failed'])
})

test('a push follows no redirect', async () => {
  await browser()
  await write()
  service.statuses.push(307, 307, 307)
  for (let n = 0; n < 3; n++) await sendAfter(30_000)
  expect(service.pushed).toHaveLength(3)
  expect(await states()).toEqual(['failed'])
})

test('no push is sent for a notification that was read', async () => {
  await browser()
  const id = await write()
  await w.db.update(notifications).set({ readAt: w.clock.now }).where(eq(notifications.id, id))
  await sendAfter()
  expect([service.pushed, await states()]).toEqual([[], ['dropped']])
})

test('no push is sent to a device whose session has ended', async () => {
  await browser()
  await write()
  await w.db
    .update(sessions)
    .set({ expire: new Date(0) })
    .where(eq(sessions.sid, await sidOf()))
  await sendAfter()
  expect([service.pushed, await states()]).toEqual([[], ['dropped']])
  expect(await w.db.select().from(pushDevices)).toEqual([])
  await w.db.update(sessions).set({ expire: new Date(w.clock.now.getTime() + DAY_MS) })
})
const sidOf = async () => (await w.db.select().from(pushDevices))[0]?.sid ?? ''

test('no push is sent during quiet hours', async () => {
  await browser()
  w.clock.now = new Date(`${w.clock.now.toISOString().slice(0, 10)}T12:00:00Z`)
  await w.db.insert(quietHours).values({ personId: cleo, from: '11:00', to: '14:00' })
  await write()
  await sendAfter()
  expect(service.pushed).toEqual([])
  await sendAfter(2 * HOUR_MS)
  expect(service.pushed).toHaveLength(1)
})

test('no push is queued without a device, or for a kind that is off', async () => {
  await write()
  await browser()
  const off = { personId: cleo, kind: 'message', email: 'off', push: false } as const
  await w.db.insert(notificationChannels).values(off)
  await write()
  expect(await states()).toEqual([])
})

test('keys sealed with another secret are replaced, and their devices are deleted', async () => {
  await browser()
  const before = await w.db.select().from(pushKeys)
  const other = await pushKeysOf(w.db, {
    sessionSecret: 'another secret of at least 32 characters',
  })
  expect(other.publicKey).not.toBe(before[0]?.publicKey)
  expect(await w.db.select().from(pushDevices)).toEqual([])
  await w.db.delete(pushKeys)
})
