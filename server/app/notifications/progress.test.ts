import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { credentials } from '../../schema/auth.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { notifyOnce } from './notifier.ts'
import { publishSettledProgress } from './progress.ts'

// The app does not listen, so that nobody is notified before the test triggers it.
let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(credentials).values({ userId: w.idOf('cleo'), passwordHash: 'none' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(events)
  ;({ deck, bath } = await twoJobs(w))
  await w.db.update(events).set({ pending: false })
})

const change = (jobId: string, progress: number) =>
  w.call('ada', 'PUT', `/api/jobs/${jobId}`, { progress })
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS)
/** The progress events that have been published the given number of minutes from now. */
async function publishedAfter(minutes: number) {
  await publishSettledProgress(w.db, inMinutes(minutes))
  const rows = await w.db
    .select({ jobId: events.jobId, detail: events.detail })
    .from(events)
    .where(eq(events.name, 'job.progress'))
    .orderBy(asc(events.id))
  return rows.map(({ jobId, detail }) => [jobId === deck ? 'deck' : 'bath', detail?.progress])
}

test('the last of several changes is published once, ten minutes later', async () => {
  for (const progress of [10, 45, 30]) await change(deck, progress)
  expect(await publishedAfter(9)).toEqual([])
  expect(await publishedAfter(11)).toEqual([['deck', 30]])
  expect(await publishedAfter(30)).toEqual([['deck', 30]])
  await change(deck, 50)
  await change(bath, 5)
  expect(await publishedAfter(41)).toEqual([
    ['deck', 30],
    ['deck', 50],
    ['bath', 5],
  ])
})

test('another change within the ten minutes delays the event', async () => {
  await change(deck, 20)
  await w.db.update(events).set({ createdAt: inMinutes(-9) })
  await change(deck, 25)
  expect(await publishedAfter(2)).toEqual([])
  expect(await publishedAfter(11)).toEqual([['deck', 25]])
})

test('a reverted change, and one of a deleted job, is not published', async () => {
  await change(deck, 20)
  await change(deck, 0)
  await change(bath, 5)
  await w.db.delete(jobs).where(eq(jobs.id, bath))
  expect(await publishedAfter(11)).toEqual([])
  expect(await w.db.$count(events, eq(events.name, 'job.progressChanged'))).toBe(3)
  expect(await w.db.$count(events, eq(events.pending, true))).toBe(0)
})

test('the client is notified once, even by several nodes', async () => {
  await change(deck, 20)
  const notify = () => w.db.transaction((tx) => notifyOnce(tx, { now: new Date(), emails: true }))
  expect(await notify()).toBe(false)
  await Promise.all(Array.from({ length: 4 }, () => publishedAfter(11)))
  expect(await publishedAfter(11)).toEqual([['deck', 20]])
  expect(await notify()).toBe(true)
  const { body } = await w.call('cleo', 'GET', '/api/notifications')
  expect(body).toMatchObject([{ name: 'job.progress', jobId: deck, subject: '20%', count: 1 }])
})

test('the number of statements does not grow with the jobs', async () => {
  await change(deck, 20)
  const one = await statementsOf(() => publishSettledProgress(w.db, inMinutes(11)))
  await change(deck, 30)
  await change(bath, 30)
  const two = await statementsOf(() => publishSettledProgress(w.db, inMinutes(11)))
  expect(two.length).toBe(one.length)
})
