import { addDays } from '@plumbline/contract/dates.ts'
import { earliestStart } from '@plumbline/contract/push.ts'
import { seededNumbers } from '@plumbline/contract/testing/random.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

/** A Thursday. The clock of the test stands still. */
const TODAY = '2026-03-05'
let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
  w.clock.now = new Date(`${TODAY}T15:00:00Z`)
  await w.db
    .insert(settings)
    .values({ companyName: 'Co', holdingsName: 'Ho', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await setWorkdays([1, 2, 3, 4, 5], [])
  deck = (await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: 'Elm St' })).body.id
})

async function newEntry(title: string, start: number, end: number, more: object = {}) {
  const days = { startDate: addDays(TODAY, start), endDate: addDays(TODAY, end) }
  const answer = await w.call('ada', 'POST', '/api/schedule', {
    jobId: deck,
    title,
    ...days,
    ...more,
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id as string
}
const setWorkdays = (workingDays: number[], holidays: readonly string[]) =>
  w.db
    .update(settings)
    .set({ workingDays, holidays: holidays.map((day) => ({ day, name: 'Off' })) })

const read = async (query = '') =>
  (await w.call('ada', 'GET', `/api/schedule/attention${query}`)).body

test('an empty schedule has nothing that needs attention', async () => {
  const nothing = { count: 0, first: [] }
  expect(await read()).toEqual({
    doubleBookings: nothing,
    lateEntries: nothing,
    missedPredecessors: nothing,
    declined: nothing,
    unconfirmed: 0,
  })
})

test('late entries are unfinished ones past their last day', async () => {
  const late = await newEntry('Framing', -9, -3)
  const later = await newEntry('Ledger', -9, -1)
  await newEntry('Done', -9, -3, { status: 'completed' })
  await newEntry('Given up', -9, -3, { status: 'cancelled' })
  await newEntry('Ends today', -9, 0)
  const { lateEntries } = await read()
  expect(lateEntries).toEqual({
    count: 2,
    first: [
      { id: late, title: 'Framing', jobName: 'Deck', daysLate: 3 },
      { id: later, title: 'Ledger', jobName: 'Deck', daysLate: 1 },
    ],
  })
  const one = await read('?limit=1')
  expect([one.lateEntries.count, one.lateEntries.first.length]).toEqual([2, 1])
  await w.call('ada', 'PUT', `/api/jobs/${deck}`, { status: 'completed' })
  expect((await read()).lateEntries.count).toBe(0)
})

test('a predecessor is missed when it ends too late or is overdue', async () => {
  const slow = await newEntry('Footings', -5, 4)
  const early = await newEntry('Posts', 3, 6, { dependsOnIds: [slow] })
  const done = await newEntry('Layout', -9, -8, { status: 'completed' })
  await newEntry('Digging', -7, -6, { dependsOnIds: [done], status: 'completed' })
  const open = await newEntry('Order', -9, -2)
  const due = await newEntry('Delivery', 0, 0, { dependsOnIds: [open, done] })
  await newEntry('Beams', 7, 8, { dependsOnIds: [early] })
  await newEntry('Overlap', 4, 5, { dependsOnIds: [slow], lagDays: { [slow]: -1 } })
  // Starts before its predecessor ends, as planned: four working days before the first day after
  // it.
  await newEntry('Begun', -1, 5, { dependsOnIds: [slow], lagDays: { [slow]: -4 } })
  const { missedPredecessors } = await read()
  expect(missedPredecessors).toEqual({
    count: 2,
    first: [
      {
        id: due,
        title: 'Delivery',
        jobName: 'Deck',
        startDate: TODAY,
        predecessorTitle: 'Order',
        predecessorEndDate: addDays(TODAY, -2),
        lagDays: 0,
        earliest: addDays(TODAY, -1),
      },
      {
        id: early,
        title: 'Posts',
        jobName: 'Deck',
        startDate: addDays(TODAY, 3),
        predecessorTitle: 'Footings',
        predecessorEndDate: addDays(TODAY, 4),
        lagDays: 0,
        earliest: addDays(TODAY, 5),
      },
    ],
  })
})

test('a predecessor is missed when its lag in working days is not respected', async () => {
  await setWorkdays([1, 2, 3, 4, 5], [addDays(TODAY, 6)])
  // The entry ends on a Monday. Wednesday is a holiday.
  const pour = await newEntry('Pour', 1, 4)
  const after = (lag: number) => ({ dependsOnIds: [pour], lagDays: { [pour]: lag } })
  const soon = await newEntry('Strip', 8, 9, after(3))
  await newEntry('Frame', 8, 9, after(2))
  const overlapping = await newEntry('Order', 0, 2, after(-2))
  await newEntry('Measure', 1, 2, after(-2))
  const { missedPredecessors } = await read()
  const common = {
    jobName: 'Deck',
    predecessorTitle: 'Pour',
    predecessorEndDate: addDays(TODAY, 4),
  }
  expect(missedPredecessors).toEqual({
    count: 2,
    first: [
      {
        ...common,
        id: overlapping,
        title: 'Order',
        startDate: TODAY,
        lagDays: -2,
        earliest: addDays(TODAY, 1),
      },
      {
        ...common,
        id: soon,
        title: 'Strip',
        startDate: addDays(TODAY, 8),
        lagDays: 3,
        earliest: addDays(TODAY, 9),
      },
    ],
  })
})

test('of several missed predecessors, the one with the latest possible start is named', async () => {
  await setWorkdays([1, 2, 3, 4, 5, 6, 7], [])
  const [late, long] = [await newEntry('Late', 0, 4), await newEntry('Long', 0, 3)]
  const dependsOnIds = [late, long]
  const entry = await newEntry('Paint', 2, 2, { dependsOnIds, lagDays: { [long]: 7 } })
  await newEntry('Trim', 3, 3, { dependsOnIds: [late] })
  const { missedPredecessors } = await read('?limit=1')
  expect(missedPredecessors).toMatchObject({
    count: 2,
    first: [{ id: entry, predecessorTitle: 'Long', lagDays: 7, earliest: addDays(TODAY, 11) }],
  })
})

test('missed predecessors found in SQL match the rule for the earliest start', async () => {
  const random = seededNumbers(7)
  let [missed, onTime] = [0, 0]
  for (const workingDays of [[1, 2, 3, 4, 5], [6], [2, 3, 7], [1, 2, 3, 4, 5, 6, 7]]) {
    const holidays = Array.from({ length: random(12) }, () => addDays(TODAY, random(60)))
    await setWorkdays(workingDays, holidays)
    const calendar = workCalendar({ workingDays, holidays: holidays.map((day) => ({ day })) })
    for (let round = 0; round < 5; round++) {
      await w.db.delete(scheduleEntries)
      const links = Array.from({ length: 40 }, (_, n) => {
        const [end, lagDays] = [addDays(TODAY, 1 + random(40)), random(13) - 6]
        // Close to the first day that respects the lag.
        const start = addDays(earliestStart(end, lagDays, calendar), random(9) - 4)
        return { n, end, lagDays, start, id: newId(), dependsOnId: newId() }
      }).filter(({ start }) => start > TODAY)
      const common = { jobId: deck, title: 'Work' }
      await w.db.insert(scheduleEntries).values(
        links.flatMap(({ id, dependsOnId, start, end }) => [
          { ...common, id, startDate: start, endDate: addDays(start, 2) },
          { ...common, id: dependsOnId, startDate: TODAY, endDate: end },
        ]),
      )
      await w.db
        .insert(scheduleDependencies)
        .values(links.map(({ id: entryId, ...link }) => ({ ...link, entryId, jobId: deck })))
      const { missedPredecessors } = await read()
      const expected = links.filter(
        ({ start, end, lagDays }) => start < earliestStart(end, lagDays, calendar),
      )
      expect(missedPredecessors.count).toBe(expected.length)
      expect(missedPredecessors.first.map(({ id }: { id: string }) => id).sort()).toEqual(
        expected.map(({ id }) => id).sort(),
      )
      missed += expected.length
      onTime += links.length - expected.length
    }
  }
  expect(missed).toBeGreaterThan(200)
  expect(onTime).toBeGreaterThan(200)
})

test('double bookings, declined days and unconfirmed days come from the crew days', async () => {
  const sub = { assignedSubcontractorId: w.idOf('sam') }
  await newEntry('Framing', 1, 1, sub)
  await newEntry('Stairs', 1, 1, sub)
  const sue = await newEntry('Paint', 4, 5, { assignedSubcontractorId: w.idOf('sue') })
  const { body: days } = await w.call('ada', 'GET', `/api/schedule/${sue}/crew`)
  const answer = { declined: true, declineReason: 'Dentist' }
  await w.call('sue', 'PUT', `/api/crew/${days[0].id}`, answer)
  const found = await read()
  expect(found.doubleBookings).toMatchObject({
    count: 1,
    first: [{ subcontractorName: 'Sam Stone', day: addDays(TODAY, 1) }],
  })
  expect(found.declined.first).toEqual([
    {
      crewDayId: days[0].id,
      entryId: sue,
      entryTitle: 'Paint',
      jobName: 'Deck',
      subcontractorId: w.idOf('sue'),
      subcontractorName: 'Sue Summers',
      day: addDays(TODAY, 4),
      reason: 'Dentist',
    },
  ])
  expect(found.unconfirmed).toBe(3)
})

test('is for admins, and rejects an invalid limit', async () => {
  for (const name of ['sam', 'cleo'] as const)
    expect((await w.call(name, 'GET', '/api/schedule/attention')).status).toBe(403)
  for (const limit of ['0', '51', 'all'])
    expect((await w.call('ada', 'GET', `/api/schedule/attention?limit=${limit}`)).status).toBe(400)
})

test('the current entry of a job is the one in progress, or the next open one', async () => {
  const current = async (query = '', name: 'ada' | 'sam' = 'ada') =>
    w.call(name, 'GET', `/api/schedule/current${query}`)
  expect((await current()).body).toEqual([])
  await newEntry('Done', -9, -7, { status: 'completed' })
  await newEntry('Given up', -9, -7, { status: 'cancelled' })
  const next = await newEntry('Posts', 3, 6)
  await newEntry('Rails', 5, 6)
  const posts = { jobId: deck, id: next, title: 'Posts', status: 'scheduled', isLate: false }
  const days = { startDate: addDays(TODAY, 3), endDate: addDays(TODAY, 6) }
  expect((await current()).body).toEqual([{ ...posts, ...days }])
  const begun = await newEntry('Beams', 4, 5, { status: 'in_progress' })
  expect((await current(`?jobIds=${deck}`)).body).toMatchObject([{ id: begun, isLate: false }])
  const late = await newEntry('Footings', -3, -1, { status: 'in_progress' })
  expect((await current()).body).toMatchObject([{ id: late, isLate: true }])
  for (const id of [begun, late])
    await w.call('ada', 'PUT', `/api/schedule/${id}`, { status: 'delayed', endDate: days.endDate })
  expect((await current()).body).toMatchObject([{ id: late, status: 'delayed', isLate: true }])
  const other = (await w.call('ada', 'POST', '/api/jobs', { name: 'Bath', address: 'Elm' })).body.id
  expect((await current(`?jobIds=${other}`)).body).toEqual([])
  expect((await current(`?jobIds=${other},${deck}`)).body).toHaveLength(1)
  await w.call('ada', 'PUT', `/api/jobs/${deck}`, { status: 'completed' })
  expect((await current()).body).toEqual([])

  expect((await current('', 'sam')).status).toBe(403)
  const many = Array.from({ length: 101 }, () => newId()).join(',')
  for (const wrong of ['', 'x', `${deck},`, many])
    expect((await current(`?jobIds=${wrong}`)).status).toBe(400)
})
