import type { ScheduleWeek } from '@plumbline/contract/scheduleWeek.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const WEEK = 'from=2026-03-15&to=2026-03-21'
let w: TestApp
beforeAll(async () => {
  w = await testApp()
  w.clock.now = new Date('2026-03-18T15:00:00Z')
})
afterAll(() => w.close())

const read = async (query = WEEK) => w.call('ada', 'GET', `/api/schedule/week?${query}`)
const week = async () => (await read()).body as ScheduleWeek
const newJob = async (name: string) => {
  const id = newId()
  await w.db.insert(jobs).values({ id, name, address: 'Elm St' })
  return id
}
async function newEntry(jobId: string, title: string, days: [string, string], more: object = {}) {
  const id = newId()
  const [startDate, endDate] = days
  await w.db.insert(scheduleEntries).values({ id, jobId, title, startDate, endDate, ...more })
  return id
}
const book = (entryId: string, name: 'sam' | 'sue', ...days: string[]) =>
  w.call('ada', 'POST', `/api/schedule/${entryId}/crew`, {
    ...{ subcontractorId: w.idOf(name), days },
  })

test('lists the entries of the week by job, with their subs', async () => {
  expect(await week()).toEqual({ jobs: [], jobCount: 0 })
  const [porch, deck] = [await newJob('Porch'), await newJob('Deck')]
  const roof = await newEntry(porch, 'Roof', ['2026-03-19', '2026-03-25'])
  const framing = await newEntry(porch, 'Framing', ['2026-03-21', '2026-03-21'])
  const posts = await newEntry(deck, 'Posts', ['2026-03-10', '2026-03-15'], {
    ...{ assignedSubcontractorId: w.idOf('sam'), status: 'completed' },
  })
  await newEntry(deck, 'Given up', ['2026-03-16', '2026-03-16'], { status: 'cancelled' })
  await newEntry(deck, 'Before', ['2026-03-10', '2026-03-14'])
  await newEntry(porch, 'After', ['2026-03-22', '2026-03-22'])
  await book(roof, 'sam', '2026-03-19')
  await book(roof, 'sue', '2026-03-20', '2026-03-24')
  await book(framing, 'sam', '2026-03-23')
  expect(await week()).toEqual({
    jobs: [
      {
        ...{ id: deck, name: 'Deck' },
        entries: [
          {
            ...{ id: posts, title: 'Posts', scheduleType: 'task', status: 'completed' },
            ...{ startDate: '2026-03-10', endDate: '2026-03-15' },
            ...{ subcontractorId: w.idOf('sam'), subcontractorName: 'Sam Stone' },
            unconfirmed: false,
            bookedDays: [],
          },
        ],
      },
      {
        ...{ id: porch, name: 'Porch' },
        entries: [
          expect.objectContaining({
            ...{ id: roof, subcontractorId: null, subcontractorName: 'Sam Stone, Sue Summers' },
            unconfirmed: true,
            bookedDays: ['2026-03-19', '2026-03-20'],
          }),
          expect.objectContaining({ id: framing, subcontractorName: null, unconfirmed: false }),
        ],
      },
    ],
    jobCount: 2,
  })
})

test('a day that a sub has declined is nobody’s', async () => {
  await w.db.delete(jobs)
  const roof = await newEntry(await newJob('Porch'), 'Roof', ['2026-03-19', '2026-03-20'])
  const { days } = (await book(roof, 'sam', '2026-03-19', '2026-03-20')).body
  const declined = { declined: true, declineReason: 'Away' }
  expect((await w.call('sam', 'PUT', `/api/crew/${days[0].id}`, declined)).status).toBe(200)
  const confirmed = { confirmed: true }
  expect((await w.call('sam', 'PUT', `/api/crew/${days[1].id}`, confirmed)).status).toBe(200)
  expect((await week()).jobs).toMatchObject([
    { entries: [{ id: roof, unconfirmed: false, bookedDays: ['2026-03-20'] }] },
  ])
})

test('defaults to the week of today', async () => {
  expect((await read('')).body).toEqual(await week())
})

test('lists at most eight jobs, those that start first', async () => {
  await w.db.delete(jobs)
  for (let n = 0; n < 10; n++)
    await newEntry(await newJob(`Job ${n}`), 'Work', [`2026-03-${20 - n}`, '2026-03-20'])
  const { jobs: listedJobs, jobCount } = await week()
  // Entries that start before the week sort by its first day, then by job name.
  expect(listedJobs.map(({ name }) => name)).toEqual(
    [5, 6, 7, 8, 9, 4, 3, 2].map((n) => `Job ${n}`),
  )
  expect(jobCount).toBe(10)
})

test('is for admins, and rejects an invalid period', async () => {
  expect((await read('from=2026-03-32')).status).toBe(400)
  expect(await read('from=2026-03-15&to=2026-03-14')).toMatchObject({
    ...{ status: 400, body: { fields: { to: 'The last day cannot be before the first' } } },
  })
  for (const name of ['sam', 'cleo'] as const)
    expect((await w.call(name, 'GET', `/api/schedule/week?${WEEK}`)).status).toBe(403)
})
