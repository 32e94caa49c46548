import type { Attention, AttentionItem } from '@plumbline/contract/attention.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { pendingBids } from '../../schema/bids.ts'
import { attentionSnoozes } from '../../schema/dashboard.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

/** Four in the morning of the 20th in UTC is the 19th in Chicago. */
const NOW = new Date('2026-03-20T04:00:00Z')
const TODAY = '2026-03-19'
let w: TestApp
let deck: string
beforeAll(async () => {
  w = await testApp()
  w.clock.now = NOW
  await w.db
    .insert(settings)
    .values({ companyName: 'Aspen', holdingsName: 'Aspen Homes', timeZone: 'America/Chicago' })
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = NOW
  await w.db.delete(attentionSnoozes)
  await w.db.delete(pendingBids)
  await w.db.delete(jobs)
  const [job] = await w.db.insert(jobs).values({ name: 'Deck', address: 'Elm St' }).returning()
  deck = job?.id ?? ''
})

const read = async (): Promise<Attention> => (await w.call('ada', 'GET', '/api/attention')).body
const keysOf = async () => (await read()).items.map(({ key }) => key)
const kinds = (items: readonly AttentionItem[]) => items.map(({ kind }) => kind)

const job = (
  name: string,
  endDate: string | null,
  status: 'in_progress' | 'completed' = 'in_progress',
) => ({ id: newId(), name, address: 'Elm St', endDate, status })
const entry = (title: string, from: number, to: number, fields: object = {}) => ({
  ...{ id: newId(), jobId: deck, title },
  ...{ startDate: addDays(TODAY, from), endDate: addDays(TODAY, to), ...fields },
})
const bid = (
  name: string,
  followUpDate: string,
  status: 'follow_up' | 'pending' = 'follow_up',
) => ({ id: newId(), name, address: 'Lake Dr', followUpDate, status })
const snooze = (key: string, name: Name = 'ada') =>
  w.call(name, 'POST', '/api/attention/snoozes', { key })

test('an empty company has no items', async () => {
  expect(await read()).toEqual({ items: [], snoozed: 0 })
})

test('three late jobs are listed, the latest first; the others are counted', async () => {
  const late = [1, 2, 3, 30, 9, 10, 8].map((days) => job(`${days} late`, addDays(TODAY, -days)))
  await w.db
    .insert(jobs)
    .values([
      ...late,
      ...[job('Today', TODAY), job('Done', '2026-03-01', 'completed'), job('Open', null)],
    ])
  const { items } = await read()
  expect(items.slice(0, 2)).toEqual([
    {
      ...{ kind: 'lateJob', key: `lateJob ${late[3]?.id}`, isUrgent: true, since: '2026-02-17' },
      ...{ id: late[3]?.id, name: '30 late', address: 'Elm St' },
    },
    expect.objectContaining({ name: '10 late', since: '2026-03-09' }),
  ])
  expect(items.slice(2)).toMatchObject([
    { name: '9 late' },
    { kind: 'moreLateJobs', since: '2026-03-10', count: 4 },
  ])
})

test('overdue tasks are one item with a count', async () => {
  const task = (deadline: string, status: 'not_started' | 'completed' = 'not_started') => ({
    ...{ jobId: deck, name: 'Paint', status, deadline: new Date(deadline) },
  })
  await w.db
    .insert(tasks)
    .values([
      task('2026-03-20T03:59:59.999Z'),
      task('2026-03-20T04:00:00Z'),
      task('2026-03-01T00:00:00Z', 'completed'),
    ])
  expect((await read()).items).toEqual([
    { kind: 'overdueTasks', key: 'overdueTasks', isUrgent: true, since: null, count: 1 },
  ])
})

test('bids to follow up are listed with the customer and phone number', async () => {
  const due = {
    ...bid('Due', TODAY),
    ...{ customerName: 'Walter Boyd', customerPhone: '555-0152', estimatedAmount: 5_200_000 },
  }
  await w.db
    .insert(pendingBids)
    .values([due, bid('Tomorrow', addDays(TODAY, 1)), bid('Other', '2026-03-01', 'pending')])
  expect((await read()).items).toEqual([
    {
      ...{ kind: 'followUp', key: `followUp ${due.id} ${TODAY}`, isUrgent: false, since: TODAY },
      ...{ id: due.id, name: 'Due', estimatedAmount: 5_200_000 },
      ...{ customerName: 'Walter Boyd', customerPhone: '555-0152' },
    },
  ])
  await w.db
    .insert(pendingBids)
    .values(Array.from({ length: 6 }, (_, n) => bid(`Bid ${n}`, '2026-03-01')))
  expect((await read()).items.at(-1)).toMatchObject({ kind: 'moreFollowUps', count: 4 })
})

test('late entries, declined or unconfirmed days and unassigned work are listed', async () => {
  const [inspection, framing] = [
    entry('Inspection', 2, 2, { scheduleType: 'inspection' }),
    entry('Framing', -9, -3),
  ]
  const crewed = entry('Roof', 1, 2)
  await w.db
    .insert(scheduleEntries)
    .values([
      inspection,
      framing,
      crewed,
      entry('Siding', -1, 3),
      entry('Paint', 6, 8),
      entry('Next week', 7, 8),
      entry('Given up', 0, 1, { status: 'cancelled' }),
      entry('Assigned', 0, 1, { assignedSubcontractorId: w.idOf('sam') }),
    ])
  const book = (id: string, name: 'sam' | 'sue') =>
    w.call('ada', 'POST', `/api/schedule/${id}/crew`, {
      ...{ subcontractorId: w.idOf(name), days: [addDays(TODAY, 1)] },
    })
  const [day] = (await book(crewed.id, 'sam')).body.days
  const unassigned = (title: string, startDate: string) => ({
    ...{ kind: 'unassignedEntry', title, jobName: 'Deck', since: startDate, isUrgent: false },
  })
  expect((await read()).items).toMatchObject([
    { kind: 'lateEntry', id: framing.id, title: 'Framing', jobName: 'Deck', since: '2026-03-16' },
    unassigned('Siding', addDays(TODAY, -1)),
    unassigned('Paint', addDays(TODAY, 6)),
    { kind: 'unconfirmedDays', count: 1 },
  ])
  const decline = { declined: true, declineReason: 'Away' }
  expect((await w.call('sam', 'PUT', `/api/crew/${day?.id}`, decline)).status).toBe(200)
  // A declined day is listed once: its entry is not also unassigned.
  expect((await read()).items.slice(2)).toMatchObject([
    {
      ...{ kind: 'declinedDay', id: crewed.id, title: 'Roof', subcontractorName: 'Sam Stone' },
      ...{ crewDayId: day?.id, reason: 'Away', since: addDays(TODAY, 1) },
    },
    unassigned('Paint', addDays(TODAY, 6)),
  ])
  // A completed job needs nobody assigned.
  await w.db.update(jobs).set({ status: 'completed' }).where(eq(jobs.id, deck))
  expect(kinds((await read()).items)).toEqual(['declinedDay'])
})

test('one trouble is told once, by its cause', async () => {
  const [late, due] = [job('Late', addDays(TODAY, -1)), job('Due', TODAY)]
  await w.db.insert(jobs).values([late, due])
  const [framing, roof, siding, paint] = [
    entry('Framing', -9, -3),
    entry('Roof', -2, 4),
    entry('Siding', 8, 9, { assignedSubcontractorId: w.idOf('sam') }),
    entry('Paint', 8, 9, { assignedSubcontractorId: w.idOf('sam') }),
  ]
  await w.db
    .insert(scheduleEntries)
    .values([framing, roof, siding, paint, { ...entry('Tile', -5, -2), jobId: late.id }])
  await w.db.insert(scheduleEntries).values({ ...entry('Trim', -5, -2), jobId: due.id })
  const follows = (one: { id: string }, other: { id: string }) => ({
    ...{ entryId: one.id, dependsOnId: other.id, jobId: deck },
  })
  await w.db.insert(scheduleDependencies).values([follows(roof, framing), follows(paint, siding)])
  // Roof waits for Framing, which is late itself, and Tile is why its job is late.
  const named = ({ kind, ...item }: AttentionItem) => [kind, 'title' in item ? item.title : '']
  expect((await read()).items.filter(({ isUrgent }) => isUrgent).map(named)).toEqual(
    [
      ['lateEntry', 'Framing'],
      ['lateEntry', 'Trim'],
      ['missedPredecessor', 'Paint'],
      ['lateJob', ''],
    ].toSorted(),
  )
})

test('weekly updates that were not sent are listed', async () => {
  const draft = { id: newId(), jobId: deck, week: '2026-03-13', text: 'Framed.' }
  await w.db
    .insert(weeklyUpdates)
    .values([draft, { ...draft, id: newId(), week: '2026-03-06', sentAt: new Date() }])
  expect((await read()).items).toEqual([
    {
      ...{ kind: 'weeklyDraft', key: `weeklyDraft ${draft.id}`, isUrgent: false },
      ...{ since: '2026-03-13', id: draft.id, jobId: deck, jobName: 'Deck' },
    },
  ])
})

test('late entries and jobs come before follow-ups', async () => {
  await w.db.insert(pendingBids).values(bid('Old', '2026-01-01'))
  await w.db.insert(jobs).values(job('Late', addDays(TODAY, -1)))
  await w.db.insert(scheduleEntries).values(entry('Framing', -9, -3))
  expect(kinds((await read()).items)).toEqual(['lateEntry', 'lateJob', 'followUp'])
})

test('a snoozed item is omitted until tomorrow, for that person only', async () => {
  const late = [job('Late', '2026-03-01'), job('Later', '2026-03-02')]
  await w.db.insert(jobs).values(late)
  const [first = '', second = ''] = await keysOf()
  expect(await snooze(first)).toMatchObject({
    ...{ status: 201, body: { key: first, until: addDays(TODAY, 1) } },
  })
  const { rowCount } = await w.db
    .insert(attentionSnoozes)
    .values({ personId: w.idOf('sam'), key: second, until: '2026-04-01' })
  expect(rowCount).toBe(1)
  // Snoozing twice is the same as once.
  expect((await snooze(first)).status).toBe(201)
  expect(await read()).toMatchObject({ items: [{ name: 'Later' }], snoozed: 1 })
  w.clock.now = new Date(NOW.getTime() + DAY_MS)
  expect(await keysOf()).toEqual([first, second])
  w.clock.now = NOW

  await snooze(second)
  await w.call('ada', 'DELETE', `/api/attention/snoozes?key=${encodeURIComponent(second)}`)
  expect(await keysOf()).toEqual([second])
  expect((await w.call('ada', 'DELETE', '/api/attention/snoozes')).status).toBe(204)
  expect(await read()).toMatchObject({ items: [{}, {}], snoozed: 0 })
})

test('a snoozed bid is listed again when its follow-up day changes', async () => {
  const due = bid('Due', '2026-03-18')
  await w.db.insert(pendingBids).values(due)
  await snooze(`followUp ${due.id} 2026-03-18`)
  expect(await keysOf()).toEqual([])
  await w.db.update(pendingBids).set({ followUpDate: TODAY })
  expect(await keysOf()).toEqual([`followUp ${due.id} ${TODAY}`])
})

test('snoozed jobs make room for as many others', async () => {
  await w.db
    .insert(jobs)
    .values(Array.from({ length: 9 }, (_, n) => job(`Late ${n}`, addDays(TODAY, n - 20))))
  for (const key of (await keysOf()).slice(0, 3)) await snooze(key)
  expect((await read()).items).toMatchObject([
    ...[3, 4, 5].map((n) => ({ name: `Late ${n}` })),
    { kind: 'moreLateJobs', count: 3 },
  ])
})

test('is for admins, and only existing items can be snoozed', async () => {
  expect((await snooze('lateJob x')).status).toBe(404)
  expect(await snooze(' ')).toMatchObject({
    ...{ status: 400, body: { fields: { key: 'Send the key of what needs attention' } } },
  })
  for (const name of ['sam', 'cleo'] as const) {
    expect((await w.call(name, 'GET', '/api/attention')).status).toBe(403)
    expect((await snooze('overdueTasks', name)).status).toBe(403)
    expect((await w.call(name, 'DELETE', '/api/attention/snoozes')).status).toBe(403)
  }
})
