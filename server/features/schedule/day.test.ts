import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

/** A holiday before a weekend. */
const FRIDAY = '2026-11-27'
const MONDAY = '2026-11-30'
let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
  const holidays = [{ day: FRIDAY, name: 'Day after Thanksgiving' }]
  await w.db.insert(settings).values({ companyName: 'C', timeZone: 'UTC', holidays })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  deck = newId()
  const cleo = w.idOf('cleo')
  await w.db.insert(jobs).values({ id: deck, name: 'Deck', address: 'Elm St', clientId: cleo })
  await w.db.insert(jobSubcontractors).values({ jobId: deck, subcontractorId: w.idOf('sue') })
})

type Entry = Partial<typeof scheduleEntries.$inferInsert>
async function newEntry(startDate: string, endDate: string, more: Entry = {}): Promise<string> {
  const id = newId()
  const days = { startDate, endDate, assignedSubcontractorId: w.idOf('sam') }
  await w.db.insert(scheduleEntries).values({ id, jobId: deck, title: 'Framing', ...days, ...more })
  return id
}
type CrewDay = Partial<typeof crewSchedule.$inferInsert>
const book = (scheduleEntryId: string, name: 'sam' | 'sue', day: string, more: CrewDay = {}) =>
  w.db
    .insert(crewSchedule)
    .values({ scheduleEntryId, subcontractorId: w.idOf(name), assignedDate: day, ...more })
const read = async (name: Name = 'ada', day = FRIDAY, query = '') =>
  (await w.call(name, 'GET', `/api/schedule/day?day=${day}${query}`)).body
const backOn = (
  day: string,
  startTime = '08:00',
  name: string | null = 'Sam Stone',
  others = 0,
) => ({
  back: { day, startTime, name, others },
})

test('nobody works on a holiday, and the sub comes back on the next working day', async () => {
  await newEntry('2026-11-23', '2026-12-01')
  expect(await read()).toEqual({ workedIds: [], ...backOn(MONDAY) })
  expect(await read('ada', '2026-11-28')).toMatchObject({ workedIds: [], ...backOn(MONDAY) })
})

test('an entry is worked on its working days, and on all of its days without any', async () => {
  const framing = await newEntry('2026-11-23', '2026-12-01')
  expect((await read('ada', '2026-11-26')).workedIds).toEqual([framing])
  const delivery = await newEntry('2026-11-27', '2026-11-28')
  expect((await read()).workedIds).toEqual([delivery])
})

test('bookings count, unless they were declined', async () => {
  const framing = await newEntry('2026-11-23', '2026-12-04')
  await book(framing, 'sam', FRIDAY, { declined: true })
  await book(framing, 'sue', '2026-12-01', { startTime: '10:30' })
  await book(framing, 'sam', MONDAY, { declined: true })
  expect(await read()).toEqual({
    workedIds: [],
    ...backOn('2026-12-01', '10:30', 'Sue Summers'),
  })
  await w.db
    .update(crewSchedule)
    .set({ declined: false })
    .where(eq(crewSchedule.assignedDate, FRIDAY))
  expect((await read()).workedIds).toEqual([framing])
})

test('the first of several to come back is named, and the others of that day are counted', async () => {
  await newEntry('2026-11-23', '2026-12-01')
  await newEntry('2026-11-23', '2026-12-01')
  const siding = await newEntry('2026-11-27', '2026-12-01', { assignedSubcontractorId: null })
  await book(siding, 'sue', MONDAY, { startTime: '07:00' })
  const done = await newEntry('2026-11-27', '2026-12-01', { status: 'completed' })
  await book(done, 'sue', '2026-11-28')
  expect(await read()).toMatchObject(backOn(MONDAY, '07:00', 'Sue Summers', 1))
})

test('nobody comes back to an entry that ends before the next working day', async () => {
  await newEntry('2026-11-25', '2026-11-29')
  expect(await read()).toEqual({ workedIds: [], back: null })
})

test('everyone reads about their own jobs, clients without internal work and hidden names', async () => {
  await newEntry('2026-11-23', '2026-12-01', { internal: true })
  for (const name of ['ada', 'sue'] as const) expect(await read(name)).toMatchObject(backOn(MONDAY))
  for (const name of ['cleo', 'carl'] as const) expect((await read(name)).back).toBeNull()
  await newEntry('2026-11-23', '2026-12-01')
  expect(await read('cleo')).toMatchObject(backOn(MONDAY))
  await w.call('ada', 'PUT', '/api/settings', { clientsSeeSubs: false })
  expect(await read('cleo')).toMatchObject(backOn(MONDAY, '08:00', null))
  expect(await read('cleo', FRIDAY, `&jobId=${newId()}`)).toEqual({ workedIds: [], back: null })
})

test('is about today without a day', async () => {
  w.clock.now = new Date(`${FRIDAY}T15:00:00Z`)
  await newEntry('2026-11-23', '2026-12-01')
  expect((await w.call('ada', 'GET', '/api/schedule/day')).body).toMatchObject(backOn(MONDAY))
})

test.each(['?day=2026-11-31', `?day=${FRIDAY}&jobId=x`])('refuses %s', async (query) => {
  expect((await w.call('ada', 'GET', `/api/schedule/day${query}`)).status).toBe(400)
})
