import { workCalendar } from '@plumbline/contract/workdays.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { crewSchedule, movedCrewDays } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { scheduleEntries, scheduleMoves } from '../../schema/schedule.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { bookSub, followEntries, followSub } from './service.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(() => w.db.delete(jobs))

// March 2096: the 1st is a Thursday.
const before = { startDate: '2096-03-01', endDate: '2096-03-05' }
const after = { startDate: '2096-03-02', endDate: '2096-03-07' }
const week = workCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: [] })

/** Creates entries of one job that Sam is assigned to and booked for. */
async function entriesOf(count: number) {
  const [job] = await w.db.insert(jobs).values({ name: 'Deck', address: 'Elm St' }).returning()
  const entries = Array.from({ length: count }, () => ({
    id: newId(),
    jobId: job?.id ?? '',
    title: 'Dig',
    status: 'scheduled' as const,
    assignedSubcontractorId: w.idOf('sam'),
    ...before,
  }))
  await w.db.insert(scheduleEntries).values(entries)
  await w.db
    .insert(jobSubcontractors)
    .values({ jobId: job?.id ?? '', subcontractorId: w.idOf('sam') })
  for (const entry of entries) await bookSub(w.db, entry, w.idOf('sam'))
  return entries.map(({ id }) => id)
}
const datesOf = async (entryId: string) =>
  (
    await w.db
      .select()
      .from(crewSchedule)
      .where(eq(crewSchedule.scheduleEntryId, entryId))
      .orderBy(crewSchedule.assignedDate)
  ).map(({ assignedDate, confirmed }) => `${Number(assignedDate.slice(8))}${confirmed ? '!' : ''}`)

test('moving many entries and undoing it takes as many crew statements as one', async () => {
  const ids = await entriesOf(40)
  await w.db.update(crewSchedule).set({ confirmed: true })
  const [firstMove, secondMove] = [newId(), newId()]
  const moves = [firstMove, secondMove].map((id) => ({ id, movedById: w.idOf('ada') }))
  await w.db.insert(scheduleMoves).values(moves)
  const now = new Date()
  const calendars = { before: week, after: week }
  const follow = (some: readonly string[], moveId: string, undoesId?: string) => {
    const days = undoesId ? { before: after, after: before } : { before, after }
    const moved = some.map((id) => ({ id, ...days, calendars }))
    return statementsOf(() => followEntries(w.db, moved, { moveId, undoesId, now }))
  }
  const [one, many] = [ids.slice(0, 1), ids.slice(1)]
  const first = await follow(one, firstMove)
  expect(await follow(many, secondMove)).toHaveLength(first.length)
  for (const id of ids) expect(await datesOf(id)).toEqual(['2', '5', '6', '7'])

  const undo = await follow(one, newId(), firstMove)
  expect(await follow(many, newId(), secondMove)).toHaveLength(undo.length)
  for (const id of ids) expect(await datesOf(id)).toEqual(['1!', '2!', '5!'])
  expect(await w.db.$count(movedCrewDays), 'nothing is kept of what is undone').toBe(0)
})

test('booking adds missing days, and a newly assigned sub gets the remaining ones', async () => {
  const [id = ''] = await entriesOf(1)
  const sam = w.idOf('sam')
  await w.db.update(crewSchedule).set({ confirmed: true })
  const entry = {
    id,
    status: 'in_progress' as const,
    startDate: '2096-02-29',
    endDate: '2096-03-05',
  }
  await bookSub(w.db, entry, sam)
  expect(await datesOf(id)).toEqual(['29', '1!', '2!', '5!'])
  const [sue, now] = [w.idOf('sue'), new Date('2096-03-02T12:00:00Z')]
  const assign = (assignedSubcontractorId: string) =>
    w.db.update(scheduleEntries).set({ assignedSubcontractorId }).where(eq(scheduleEntries.id, id))
  await assign(sue)
  await followSub(w.db, { id, assignedSubcontractorId: sam }, now)
  const ofSue = () => w.db.$count(crewSchedule, eq(crewSchedule.subcontractorId, sue))
  expect(await datesOf(id)).toEqual(['29', '1!', '2', '5'])
  expect(await ofSue()).toBe(2)
  await w.db.update(scheduleEntries).set({ status: 'cancelled' })
  await assign(sam)
  await followSub(w.db, { id, assignedSubcontractorId: sue }, now)
  expect(await datesOf(id)).toEqual(['29', '1!'])
})

test('an entry on a weekend is booked on it, and at most 366 days are booked', async () => {
  const [id = ''] = await entriesOf(1)
  const status = 'scheduled' as const
  const sue = w.idOf('sue')
  await bookSub(w.db, { id, status, startDate: '2096-03-10', endDate: '2096-03-11' }, sue)
  expect(await datesOf(id)).toEqual(['1', '2', '5', '10', '11'])
  await bookSub(w.db, { id, status, startDate: '2097-01-01', endDate: '2999-12-31' }, sue)
  expect(await w.db.$count(crewSchedule)).toBe(5 + 366)
})
