import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { crewAbsences, crewSchedule } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { lockEntry } from '../schedule/queries.ts'
import { bookCrew } from './changes.ts'
import { countUnanswered, declinedDays, doubleBookings } from './queries.ts'
import { listUncrewed } from './service.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({
    companyName: 'C',
    holdingsName: 'H',
    timeZone: 'America/Chicago',
    holidays: [{ day: '2096-03-07', name: 'Founders’ Day' }],
  })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await w.db.delete(crewAbsences)
  const job = async (name: string, address: string) =>
    (await w.call('ada', 'POST', '/api/jobs', { name, address, clientId: w.idOf('cleo') })).body.id
  deck = await job('Deck', 'Elm St')
  bath = await job('Bath', 'Oak St')
  await w.db.delete(events)
})

// March 2096: the 1st is a Thursday, the 7th a holiday.
const day = (n: number) => `2096-03-${String(n).padStart(2, '0')}`
async function newEntry(body: object = {}) {
  const { status, body: entry } = await w.call('ada', 'POST', '/api/schedule', {
    jobId: deck,
    title: 'Footings',
    startDate: day(5),
    endDate: day(9),
    ...body,
  })
  expect(status).toBe(201)
  return entry
}
const ofEntry = async (id: string, name: Name = 'ada') =>
  (await w.call(name, 'GET', `/api/schedule/${id}/crew`)).body
const book = (id: string, body: object = {}) =>
  w.call('ada', 'POST', `/api/schedule/${id}/crew`, { subcontractorId: w.idOf('sam'), ...body })
const put = (name: Name, id: string, body: object, headers?: Record<string, string>) =>
  w.call(name, 'PUT', `/api/crew/${id}`, body, headers)
const datesOf = (days: { assignedDate: string }[]) => days.map(({ assignedDate }) => assignedDate)
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name }) => name)
/** Books Sam for one day. */
async function oneDay(body: object = {}, entryBody: object = {}) {
  const entry = await newEntry(entryBody)
  const { body: written } = await book(entry.id, { days: [day(5)], ...body })
  return { entry, day: written.days[0] }
}

describe('booking', () => {
  test('a sub is booked on the days sent and joins the job, and events are published', async () => {
    const entry = await newEntry()
    await w.db.delete(events)
    const { status, body } = await book(entry.id, {
      days: [day(6), day(5), day(6)],
      startTime: '09:30',
      endTime: '12:00',
      role: ' Foreman ',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      days: [5, 6].map((n) => ({
        id: expect.any(String),
        scheduleEntryId: entry.id,
        entryTitle: 'Footings',
        entryStatus: 'scheduled',
        weatherDependent: false,
        indoorWork: true,
        jobId: deck,
        jobName: 'Deck',
        jobAddress: 'Elm St',
        subcontractorId: w.idOf('sam'),
        subcontractorName: 'Sam Stone',
        assignedDate: day(n),
        startTime: '09:30',
        endTime: '12:00',
        role: 'Foreman',
        confirmed: false,
        declined: false,
        declineReason: null,
        askedAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      })),
      addedToJob: true,
      warnings: [],
    })
    expect(await ofEntry(entry.id)).toEqual(body.days)
    expect((await w.call('ada', 'GET', `/api/schedule-entries/${entry.id}/crew`)).body).toEqual(
      body.days,
    )
    expect((await w.call('sam', 'GET', `/api/jobs/${deck}`)).status).toBe(200)
    expect(await publishedEvents()).toEqual(['crew.booked', 'job.people'])
  })

  test('without days, each working day of the entry is booked from eight to five', async () => {
    const entry = await newEntry({ startDate: day(2), endDate: day(9) })
    const { body } = await book(entry.id)
    expect(datesOf(body.days)).toEqual([2, 5, 6, 8, 9].map(day))
    expect(body.days[0]).toMatchObject({ startTime: '08:00', endTime: '17:00', role: null })
  })

  test.each([
    ['is in progress: each remaining working day', '2096-03-06T18:00:00Z', [6, 8, 9]],
    ['is over: all working days', '2096-03-12T18:00:00Z', [2, 5, 6, 8, 9]],
  ])('of an entry that %s', async (_, now, expected) => {
    const { id } = await newEntry({ startDate: day(2), endDate: day(9) })
    const entry = await lockEntry(w.db, id)
    if (!entry) throw new Error('it is there')
    const sue = { subcontractorId: w.idOf('sue') }
    const { days } = await bookCrew(w.db, w.idOf('ada'), entry, sue, new Date(now))
    expect(datesOf([...days])).toEqual(expected.map(day))
  })

  test('booked days do not change; without a new day it is a conflict', async () => {
    const entry = await newEntry()
    await book(entry.id, { days: [day(5)], confirmed: true })
    expect(datesOf((await book(entry.id, { days: [day(5), day(6)] })).body.days)).toEqual([day(6)])
    const again = await book(entry.id, { days: [day(5)] })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(again.body.message).toBe(
      'Sam Stone is already booked for "Footings" on Mon, Mar 5, 2096. Nothing was changed.',
    )
    expect((await ofEntry(entry.id))[0]).toMatchObject({ confirmed: true })
  })

  test('a day can be booked as confirmed, or as declined with a reason', async () => {
    const entry = await newEntry()
    const refused = { declined: true, declineReason: 'Dentist' }
    const { body } = await book(entry.id, { days: [day(5)], ...refused })
    expect(body.days).toMatchObject([{ confirmed: false, ...refused }])
    for (const [answer, fields] of [
      [{ declined: true }, { declineReason: 'Say why you cannot come' }],
      [{ ...refused, confirmed: true }, { declined: 'A day is confirmed or declined, not both' }],
    ])
      expect(await book(entry.id, { days: [day(6)], ...answer })).toMatchObject({
        status: 400,
        body: { fields },
      })
    const { body: undeclined } = await book(entry.id, { days: [day(6)], declineReason: 'Dentist' })
    expect(undeclined.days).toMatchObject([{ declined: false, declineReason: null }])
  })

  test('warns of double bookings, absences and days off', async () => {
    const entry = await newEntry()
    const other = await newEntry({ jobId: bath, title: 'Tile' })
    await book(other.id, { days: [day(5), day(6)], startTime: '13:00' })
    await w.call('ada', 'POST', '/api/crew-absences', {
      subcontractorId: w.idOf('sam'),
      startDate: day(8),
      endDate: day(9),
    })
    const first = await book(entry.id, { days: [5, 7, 8, 10].map(day), endTime: '14:00' })
    expect(first.body.warnings).toEqual([
      'Sam Stone is also booked on Mon, Mar 5, 2096: "Tile" (Bath), 1 PM – 5 PM',
      'Wed, Mar 7, 2096 is a day off: Founders’ Day',
      'Sam Stone is away on Thu, Mar 8, 2096',
      'Sat, Mar 10, 2096 is not a working day',
    ])
    const beside = await book(entry.id, { days: [day(6)], endTime: '13:00' })
    expect(beside.body.warnings).toEqual([])
  })

  test.each<[object, object]>([
    [{ subcontractorId: '' }, { subcontractorId: 'Choose a subcontractor' }],
    [{ subcontractorId: newId() }, { subcontractorId: 'Choose one of your subcontractors' }],
    [{ days: [] }, { days: 'Choose at least one day' }],
    [{ days: ['2096-02-30'] }, { 'days.0': 'Enter a date as YYYY-MM-DD' }],
    [{ startTime: '24:00' }, { startTime: 'Enter a time as HH:MM, from 00:00 to 23:59' }],
    [{ startTime: '12:00', endTime: '12:00' }, { endTime: 'The end must be after the start' }],
    [{ endTime: '07:00' }, { endTime: 'The end must be after the start' }],
    [{ role: 'x'.repeat(101) }, { role: 'At most 100 characters' }],
  ])('refuses %j', async (body, fields) => {
    const entry = await newEntry()
    expect(await book(entry.id, body)).toMatchObject({ status: 400, body: { fields } })
    expect(await ofEntry(entry.id)).toEqual([])
  })

  test('a client or an admin cannot be booked', async () => {
    const entry = await newEntry()
    for (const name of ['cleo', 'ada'] as const)
      expect((await book(entry.id, { subcontractorId: w.idOf(name) })).status).toBe(400)
  })

  test('a sub is taken off all days of an entry at once', async () => {
    const entry = await newEntry()
    await book(entry.id)
    await book(entry.id, { subcontractorId: w.idOf('sue'), days: [day(5)] })
    const url = `/api/schedule/${entry.id}/crew/${w.idOf('sam')}`
    expect((await w.call('ada', 'DELETE', url)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', url)).status).toBe(404)
    expect(await ofEntry(entry.id)).toMatchObject([{ subcontractorId: w.idOf('sue') }])
  })
})

describe('who may read and write crew days', () => {
  test('a client never reads crew days, nor writes them', async () => {
    const { entry, day: one } = await oneDay()
    for (const [method, url] of [
      ['GET', `/api/schedule/${entry.id}/crew`],
      ['GET', '/api/crew'],
      ['GET', '/api/crew/uncrewed'],
      ['GET', `/api/crew/${one.id}/ways`],
      ['PUT', `/api/crew/${one.id}`],
      ['DELETE', `/api/crew/${one.id}`],
      ['POST', '/api/crew/move'],
      ['POST', '/api/crew/ask'],
      ['GET', '/api/crew-absences'],
      ['POST', '/api/crew-absences'],
    ] as const)
      expect(await w.call('cleo', method, url), url).toMatchObject({ status: 403 })
  })

  test('a sub reads the crew of their jobs and a list of their own days', async () => {
    const { entry, day: one } = await oneDay()
    await book(entry.id, { subcontractorId: w.idOf('sue'), days: [day(6)] })
    expect(await ofEntry(entry.id, 'sam')).toHaveLength(2)
    const listOf = async (name: Name, query = '') =>
      (await w.call(name, 'GET', `/api/crew${query}`)).body
    expect(await listOf('ada')).toHaveLength(2)
    expect(await listOf('sam')).toEqual([one])
    expect(await listOf('sam', `?subcontractorId=${w.idOf('sue')}`)).toEqual([])
    const tile = await newEntry({ jobId: bath })
    expect((await w.call('sam', 'GET', `/api/schedule/${tile.id}/crew`)).status).toBe(404)
  })

  test('only the sub and admins read why they declined', async () => {
    const { entry, day: one } = await oneDay()
    await book(entry.id, { subcontractorId: w.idOf('sue'), days: [day(6)] })
    await put('sam', one.id, { declined: true, declineReason: 'Dentist' })
    const reasonFor = async (name: Name) => (await ofEntry(entry.id, name))[0].declineReason
    expect(await reasonFor('ada')).toBe('Dentist')
    expect(await reasonFor('sam')).toBe('Dentist')
    expect(await reasonFor('sue')).toBeNull()
  })

  test('a sub answers their own days and nothing else', async () => {
    const { entry, day: one } = await oneDay()
    await w.db.insert(jobSubcontractors).values({ jobId: deck, subcontractorId: w.idOf('sue') })
    expect((await put('sue', one.id, { confirmed: true })).status).toBe(403)
    for (const body of [
      { assignedDate: day(6) },
      { subcontractorId: w.idOf('sue') },
      { confirmed: true, startTime: '09:00' },
      { role: 'Boss' },
    ])
      expect(await put('sam', one.id, body), JSON.stringify(body)).toMatchObject({ status: 403 })
    expect((await w.call('sam', 'DELETE', `/api/crew/${one.id}`)).status).toBe(403)
    expect((await w.call('sam', 'POST', `/api/schedule/${entry.id}/crew`, {})).status).toBe(403)
    await w.db.delete(jobSubcontractors)
    expect((await put('sue', one.id, { confirmed: true })).status).toBe(404)
    expect((await put('sam', one.id, { confirmed: true })).body).toMatchObject({ confirmed: true })
  })

  test('an unknown day or entry is a 404', async () => {
    for (const id of [newId(), 'nothing']) {
      expect((await put('ada', id, { confirmed: true })).status).toBe(404)
      expect((await w.call('ada', 'DELETE', `/api/crew/${id}`)).status).toBe(404)
      expect((await w.call('ada', 'GET', `/api/crew/${id}/ways`)).status).toBe(404)
      expect((await w.call('ada', 'GET', `/api/schedule/${id}/crew`)).status).toBe(404)
      expect((await book(id)).status).toBe(404)
    }
  })
})

describe('answers', () => {
  test('can be confirmed, reset, declined with a reason, and confirmed again', async () => {
    const { day: one } = await oneDay()
    await w.db.delete(events)
    const answered = async (body: object) => {
      const { confirmed, declined, declineReason } = (await put('sam', one.id, body)).body
      return [confirmed, declined, declineReason]
    }
    expect(await answered({ confirmed: true })).toEqual([true, false, null])
    expect(await answered({ confirmed: false })).toEqual([false, false, null])
    expect(await answered({ declined: true, declineReason: ' Dentist ' })).toEqual([
      false,
      true,
      'Dentist',
    ])
    expect(await answered({ confirmed: true })).toEqual([true, false, null])
    expect(await publishedEvents()).toEqual(Array(4).fill('crew.answered'))
  })

  test.each<[object, object]>([
    [{ declined: true }, { declineReason: 'Say why you cannot come' }],
    [{ declined: true, declineReason: ' ' }, { declineReason: 'Say why you cannot come' }],
    [{ confirmed: true, declined: true }, { declined: 'A day is confirmed or declined, not both' }],
    [{ confirmed: 'yes' }, { confirmed: 'Must be true or false' }],
  ])('refuses %j', async (body, fields) => {
    const { day: one } = await oneDay()
    expect(await put('sam', one.id, body)).toMatchObject({ status: 400, body: { fields } })
  })

  test('changing day, sub or hours resets the answer; changing the role does not', async () => {
    const { day: one } = await oneDay({ confirmed: true })
    expect((await put('ada', one.id, { role: 'Mason' })).body).toMatchObject({ confirmed: true })
    for (const body of [
      { assignedDate: day(6) },
      { startTime: '10:00' },
      { subcontractorId: w.idOf('sue') },
    ]) {
      await put('ada', one.id, { confirmed: true })
      expect((await put('ada', one.id, body)).body, JSON.stringify(body)).toMatchObject({
        ...body,
        confirmed: false,
        askedAt: null,
      })
    }
    const taken = await put('ada', one.id, { assignedDate: day(8), confirmed: true })
    expect(taken.body).toMatchObject({ assignedDate: day(8), confirmed: true })
  })

  test('refuses a day that the sub already has, and an end before the stored start', async () => {
    const { entry, day: one } = await oneDay()
    await book(entry.id, { days: [day(6)] })
    const answer = await put('ada', one.id, { assignedDate: day(6) })
    expect(answer).toMatchObject({
      status: 409,
      body: {
        message:
          'Sam Stone is already booked for "Footings" on Tue, Mar 6, 2096. Nothing was changed.',
      },
    })
    expect((await put('ada', one.id, { endTime: '08:00' })).body.fields).toEqual({
      endTime: 'The end must be after the start',
    })
  })

  test('a new sub joins the job', async () => {
    const { day: one } = await oneDay()
    const { body } = await put('ada', one.id, { subcontractorId: w.idOf('sue') })
    expect(body).toMatchObject({ subcontractorName: 'Sue Summers', addedToJob: true })
    expect((await w.call('ada', 'DELETE', `/api/crew/${one.id}`)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', `/api/crew/${one.id}`)).status).toBe(404)
  })
})

describe('moving', () => {
  const move = (subcontractorId: string, moves: object[]) =>
    w.call('ada', 'POST', '/api/crew/move', { subcontractorId, moves })

  test('several days move at once to other days and another sub, without their answers', async () => {
    const entry = await newEntry()
    const { body } = await book(entry.id, { days: [day(5), day(6)], confirmed: true })
    const [one, two] = body.days
    const { status, body: moved } = await move(w.idOf('sue'), [
      { id: one.id, assignedDate: day(6), updatedAt: one.updatedAt },
      { id: two.id, assignedDate: day(7), updatedAt: two.updatedAt },
    ])
    expect(status).toBe(200)
    expect(moved).toMatchObject({
      days: [
        { id: one.id, assignedDate: day(6), subcontractorName: 'Sue Summers', confirmed: false },
        { id: two.id, assignedDate: day(7), confirmed: false },
      ],
      addedToJob: true,
      warnings: ['Wed, Mar 7, 2096 is a day off: Founders’ Day'],
    })
    expect(moved.days[0].createdAt).toBe(one.createdAt)
    expect(moved.days[0].updatedAt > one.updatedAt).toBe(true)
  })

  test('moving a day back can restore its answer', async () => {
    const { day: one } = await oneDay()
    await put('sam', one.id, { declined: true, declineReason: 'Dentist' })
    await move(w.idOf('sue'), [{ id: one.id, assignedDate: day(6) }])
    const back = { assignedDate: day(5), declined: true, declineReason: 'Dentist' }
    const { body } = await move(w.idOf('sam'), [{ id: one.id, ...back }])
    expect(body.days).toMatchObject([{ ...back, subcontractorId: w.idOf('sam') }])
  })

  test('moves nothing for a taken day, a stale version, days of two entries, or a client', async () => {
    const { entry, day: one } = await oneDay()
    const other = (await book(entry.id, { days: [day(6)] })).body.days[0]
    const { day: third } = await oneDay({}, { jobId: bath })
    const before = await w.db.select().from(crewSchedule)
    const to = (id: string, n: number, rest: object = {}) => ({ id, assignedDate: day(n), ...rest })
    const stale = { updatedAt: '2020-01-01T00:00:00.000Z' }
    for (const [moves, status, sub = 'sam'] of [
      [[to(one.id, 6)], 409],
      [[to(one.id, 8, stale)], 412],
      [[to(one.id, 8), to(third.id, 9)], 400],
      [[to(one.id, 8), to(newId(), 9)], 400],
      [[to(newId(), 9)], 400],
      [[to(one.id, 8), to(other.id, 8)], 400],
      [[to(one.id, 8)], 400, 'cleo'],
      [[], 400],
    ] as [object[], number, Name?][])
      expect((await move(w.idOf(sub), moves)).status, JSON.stringify(moves)).toBe(status)
    expect(await w.db.select().from(crewSchedule)).toEqual(before)
  })
})

describe('the board', () => {
  test('lists the days of a period, of a sub, or of a job', async () => {
    const { entry, day: one } = await oneDay()
    const late = (await book(entry.id, { days: [day(9)], subcontractorId: w.idOf('sue') })).body
    const { day: other } = await oneDay({ startTime: '09:00' }, { jobId: bath })
    const idsOf = async (query: string) =>
      (await w.call('ada', 'GET', `/api/crew?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await idsOf('')).toEqual([one.id, other.id, late.days[0].id])
    expect(await idsOf(`from=${day(6)}`)).toEqual([late.days[0].id])
    expect(await idsOf(`from=${day(1)}&to=${day(8)}`)).toEqual([one.id, other.id])
    expect(await idsOf(`subcontractorId=${w.idOf('sue')}`)).toEqual([late.days[0].id])
    expect(await idsOf(`jobId=${bath}`)).toEqual([other.id])
  })

  test('omits days of cancelled entries and future days of completed ones', async () => {
    const { entry } = await oneDay()
    await w.db.insert(crewSchedule).values({
      scheduleEntryId: entry.id,
      subcontractorId: w.idOf('sam'),
      assignedDate: '2020-03-02',
    })
    const datesWith = async (status: string) => {
      await w.call('ada', 'PUT', `/api/schedule/${entry.id}`, { status })
      return datesOf((await w.call('ada', 'GET', '/api/crew')).body)
    }
    expect(await datesWith('completed')).toEqual(['2020-03-02'])
    expect(await datesWith('cancelled')).toEqual([])
    expect(await datesWith('scheduled')).toEqual(['2020-03-02', day(5)])
  })

  test('work is uncrewed if its remaining days are not booked, or all declined', async () => {
    const now = new Date('2096-03-07T18:00:00Z')
    const entry = await newEntry({ title: 'Running' })
    const over = await newEntry({ title: 'Over', startDate: day(1), endDate: day(2) })
    await book(entry.id, { days: [day(5), day(6)] })
    await book(over.id)
    const titles = async () => (await listUncrewed(w.db, {}, now)).map(({ title }) => title)
    expect(await titles()).toEqual(['Running'])
    const { body: last } = await book(entry.id, { days: [day(8)] })
    expect(await titles()).toEqual([])
    await put('sam', last.days[0].id, { declined: true, declineReason: 'Sick' })
    expect(await titles()).toEqual(['Running'])
  })

  test('work that had a crew is uncrewed up to its last working day, not on a weekend', async () => {
    const entry = await newEntry({ title: 'Until Sunday', startDate: day(8), endDate: day(11) })
    const titlesOn = async (today: string) =>
      (await listUncrewed(w.db, {}, new Date(`${today}T18:00:00Z`))).map(({ title }) => title)
    expect(await titlesOn(day(10))).toEqual(['Until Sunday'])
    await book(entry.id, { days: [day(8)] })
    expect(await titlesOn(day(9))).toEqual(['Until Sunday'])
    expect(await titlesOn(day(10))).toEqual([])
  })

  test('lists open work of the period without any crew day as uncrewed', async () => {
    const open = await newEntry({ title: 'Open', weatherDependent: true, indoorWork: false })
    await newEntry({ title: 'Inspection', scheduleType: 'inspection' })
    await newEntry({ title: 'Done', status: 'completed' })
    await newEntry({ title: 'Later', startDate: day(20), endDate: day(21) })
    const other = await newEntry({ title: 'Bath', jobId: bath })
    await oneDay()
    const titles = async (query: string) =>
      (await w.call('ada', 'GET', `/api/crew/uncrewed?${query}`)).body.map(
        ({ title }: { title: string }) => title,
      )
    const period = `from=${day(1)}&to=${day(10)}`
    expect(await titles(period)).toEqual(['Open', 'Bath'])
    expect(await titles(`${period}&jobId=${bath}`)).toEqual(['Bath'])
    await book(other.id)
    expect((await w.call('ada', 'GET', `/api/crew/uncrewed?${period}`)).body).toEqual([
      {
        id: open.id,
        jobId: deck,
        jobName: 'Deck',
        title: 'Open',
        startDate: day(5),
        endDate: day(9),
        weatherDependent: true,
        indoorWork: false,
      },
    ])
  })

  test('the ways out of a double booking move the unconfirmed day', async () => {
    const { day: one } = await oneDay({ confirmed: true })
    const { day: two } = await oneDay({ startTime: '13:00' }, { jobId: bath, title: 'Tile' })
    const { body } = await w.call('ada', 'GET', `/api/crew/${one.id}/ways`)
    expect(body).toMatchObject({
      days: [{ id: one.id }, { id: two.id }],
      movableId: two.id,
      ways: [
        {
          kind: 'give',
          subcontractorName: 'Sue Summers',
          assignedDate: day(5),
          why: 'free, same trade',
        },
        {
          kind: 'move',
          subcontractorId: w.idOf('sam'),
          assignedDate: day(6),
          why: 'Sam is free',
        },
      ],
    })
    await put('sam', two.id, { declined: true, declineReason: 'Too much' })
    const alone = await w.call('ada', 'GET', `/api/crew/${one.id}/ways`)
    expect(alone.body).toMatchObject({ days: [{ id: one.id }], movableId: one.id, ways: [] })
  })

  test('asks subs who have not answered for future days', async () => {
    const { entry, day: one } = await oneDay()
    await book(entry.id, { days: [day(6)] })
    await book(entry.id, { days: [day(6)], subcontractorId: w.idOf('sue'), confirmed: true })
    const ask = (from: string, to: string) => w.call('ada', 'POST', '/api/crew/ask', { from, to })
    await w.db.delete(events)
    expect((await ask('2020-01-01', day(31))).body).toMatchObject({
      ...{ subs: 1, days: 2, withAddress: 1, emailed: false },
    })
    expect((await ofEntry(entry.id))[0].askedAt).toBe(w.clock.now.toISOString())
    expect(await publishedEvents()).toEqual(['crew.asked'])
    await put('sam', one.id, { confirmed: true })
    expect((await ask(day(5), day(5))).body).toMatchObject({ subs: 0, days: 0 })
    expect((await ask(day(6), day(5))).body.fields).toHaveProperty('to')
    expect((await w.call('sam', 'POST', '/api/crew/ask', {})).status).toBe(403)
  })
})

describe('absences', () => {
  const add = (name: Name, body: object) => w.call(name, 'POST', '/api/crew-absences', body)
  const days = { startDate: day(5), endDate: day(6) }

  test('a sub adds their own, with warnings of booked days; an admin those of any sub', async () => {
    await oneDay()
    const { status, body } = await add('sam', { ...days, reason: 'Wedding' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      subcontractorId: w.idOf('sam'),
      subcontractorName: 'Sam Stone',
      ...days,
      reason: 'Wedding',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      warnings: ['Sam Stone is booked on Mon, Mar 5, 2096: "Footings" (Deck), 8 AM – 5 PM'],
    })
    expect((await add('sam', { ...days, subcontractorId: w.idOf('sue') })).status).toBe(400)
    expect((await add('ada', days)).body.fields).toHaveProperty('subcontractorId')
    const ofSue = await add('ada', { ...days, subcontractorId: w.idOf('sue') })
    expect(ofSue).toMatchObject({ status: 201, body: { warnings: [] } })
    const namesFor = async (name: Name, query = '') =>
      (await w.call(name, 'GET', `/api/crew-absences${query}`)).body.map(
        (one: { subcontractorName: string }) => one.subcontractorName,
      )
    expect(await namesFor('ada')).toEqual(['Sam Stone', 'Sue Summers'])
    expect(await namesFor('sam')).toEqual(['Sam Stone'])
    expect(await namesFor('ada', `?from=${day(7)}`)).toEqual([])
    expect(await namesFor('ada', `?to=${day(4)}`)).toEqual([])
    expect(await namesFor('ada', `?subcontractorId=${w.idOf('sue')}`)).toEqual(['Sue Summers'])
  })

  test('can be changed and deleted by its sub and by admins; a 404 for others', async () => {
    const { id } = (await add('sam', days)).body
    const change = (name: Name, body: object) =>
      w.call(name, 'PUT', `/api/crew-absences/${id}`, body)
    expect((await change('sue', { reason: 'x' })).status).toBe(404)
    expect((await w.call('sue', 'DELETE', `/api/crew-absences/${id}`)).status).toBe(404)
    expect((await change('sam', { endDate: day(4) })).body.fields).toHaveProperty('endDate')
    expect((await change('sam', { endDate: day(9) })).body).toMatchObject({ endDate: day(9) })
    expect((await change('ada', { reason: 'Trip' })).body).toMatchObject({ reason: 'Trip' })
    expect((await w.call('sam', 'DELETE', `/api/crew-absences/${id}`)).status).toBe(204)
    expect((await w.call('sam', 'DELETE', `/api/crew-absences/${id}`)).status).toBe(404)
  })

  test.each<[object, object]>([
    [{ endDate: day(6) }, { startDate: 'Start date is required' }],
    [
      { startDate: day(6), endDate: day(5) },
      { endDate: 'The end date cannot be before the start date' },
    ],
    [{ ...days, reason: 'x'.repeat(201) }, { reason: 'At most 200 characters' }],
  ])('refuses %j', async (body, fields) => {
    expect(await add('sam', body)).toMatchObject({ status: 400, body: { fields } })
  })
})

describe('crew days follow their entry', () => {
  const change = (id: string, body: object) => w.call('ada', 'PUT', `/api/schedule/${id}`, body)
  const crewOf = async (id: string) =>
    (await ofEntry(id)).map((one: { assignedDate: string; confirmed: boolean }) =>
      one.confirmed ? `${Number(one.assignedDate.slice(8))}!` : Number(one.assignedDate.slice(8)),
    )

  test('an assigned sub is booked on the working days, until unassigned', async () => {
    const entry = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    expect(await crewOf(entry.id)).toEqual([5, 6, 8, 9])
    await w.db.insert(crewSchedule).values({
      scheduleEntryId: entry.id,
      subcontractorId: w.idOf('sam'),
      assignedDate: '2020-03-02',
    })
    await change(entry.id, { assignedSubcontractorId: w.idOf('sue') })
    const names = (await ofEntry(entry.id)).map(
      (one: { subcontractorName: string }) => one.subcontractorName,
    )
    expect(names).toEqual(['Sam Stone', ...Array(4).fill('Sue Summers')])
    await change(entry.id, { assignedSubcontractorId: null })
    expect(datesOf(await ofEntry(entry.id))).toEqual(['2020-03-02'])
  })

  test('days move with their entry; a day that keeps its date keeps its answer', async () => {
    const entry = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    await w.db.update(crewSchedule).set({ confirmed: true })
    await change(entry.id, { startDate: day(5), endDate: day(12) })
    expect(await crewOf(entry.id)).toEqual(['5!', '6!', '8!', '9!', 12])
    await change(entry.id, { startDate: day(6), endDate: day(13) })
    expect(await crewOf(entry.id)).toEqual([6, 8, 9, 12, 13])
    await change(entry.id, { endDate: day(8), assignedSubcontractorId: w.idOf('sue') })
    const sue = w.idOf('sue')
    expect(
      (await ofEntry(entry.id)).map((one: { subcontractorId: string }) => one.subcontractorId),
    ).toEqual([sue, sue])
  })

  describe('undoing a move', () => {
    const undo = (moveId: string) => w.call('ada', 'POST', `/api/schedule-moves/${moveId}/undo`)
    /** The crew days of an entry without their timestamps. */
    const facts = async (id: string) =>
      (await ofEntry(id)).map(
        ({ updatedAt: _, createdAt: __, ...day }: { updatedAt: string; createdAt: string }) => day,
      )
    /**
     * Creates an entry of Sam's on the 5th, 6th, 8th and 9th with every kind of answer and a second
     * sub.
     */
    async function crewed() {
      const entry = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
      const [first, second] = await ofEntry(entry.id)
      await put('sam', first.id, { confirmed: true })
      await put('sam', second.id, { declined: true, declineReason: 'Fair' })
      await book(entry.id, {
        ...{ subcontractorId: w.idOf('sue'), days: [day(9)], confirmed: true },
        ...{ startTime: '10:00', endTime: '12:00', role: 'Inspector' },
      })
      await w.call('ada', 'POST', '/api/crew/ask', { from: day(1), to: day(31) })
      return entry.id
    }

    test('restores the removed days and the answers', async () => {
      const id = await crewed()
      const before = await facts(id)
      expect(before).toHaveLength(5)
      const { moveId } = (await change(id, { startDate: day(12), endDate: day(13) })).body
      expect(await crewOf(id)).toEqual([12, 13])
      expect((await undo(moveId)).status).toBe(200)
      expect(await facts(id)).toEqual(before)
      expect((await undo(moveId)).status).toBe(409)
      expect(await facts(id)).toEqual(before)
    })

    test('does not overwrite answers and changes made since', async () => {
      const id = await crewed()
      const { moveId } = (await change(id, { startDate: day(12), endDate: day(16) })).body
      const [first, second] = await ofEntry(id)
      await put('sam', first.id, { declined: true, declineReason: 'On the other job' })
      await put('ada', second.id, { subcontractorId: w.idOf('sue') })
      expect((await undo(moveId)).status).toBe(200)
      const back = await facts(id)
      // The day changes again for the sub, so they have to be asked again.
      expect(back[0]).toMatchObject({ assignedDate: day(5), confirmed: false, declined: false })
      expect(back[1]).toMatchObject({
        ...{ assignedDate: day(6), declined: false, subcontractorId: w.idOf('sue') },
      })
      expect(back.at(-1)).toMatchObject({ role: 'Inspector', confirmed: true })
    })

    test('does not book a sub who was unassigned or is already booked that day', async () => {
      const id = await crewed()
      const { moveId } = (await change(id, { endDate: day(6) })).body
      expect(await crewOf(id)).toEqual(['5!', 6])
      await book(id, { days: [day(9)], subcontractorId: w.idOf('sue') })
      await change(id, { assignedSubcontractorId: null })
      expect((await undo(moveId)).status).toBe(200)
      expect(await facts(id)).toMatchObject([{ assignedDate: day(9), role: null }])
    })

    test('does not restore a day that was deleted by hand', async () => {
      const id = await crewed()
      const { moveId } = (await change(id, { startDate: day(12), endDate: day(16) })).body
      const [first] = await ofEntry(id)
      await w.call('ada', 'DELETE', `/api/crew/${first.id}`)
      expect((await undo(moveId)).status).toBe(200)
      expect(await crewOf(id)).toEqual([6, 8, 9, '9!'])
    })

    test('a sub who is removed during a move or its undoing has no bookings', async () => {
      const entry = await newEntry()
      for (let round = 0; round < 12; round++) {
        const [zoe] = await w.db
          .insert(users)
          .values({
            email: `zoe${round}@example.com`,
            firstName: 'Zoe',
            lastName: 'Zorn',
            role: 'subcontractor',
          })
          .returning()
        const id = zoe?.id ?? ''
        expect((await book(entry.id, { subcontractorId: id })).status).toBe(201)
        const leave = () => w.call('ada', 'DELETE', `/api/users/${id}`)
        const move = () => change(entry.id, { startDate: day(12), endDate: day(13) })
        const isEarly = round % 2 === 0
        if (round % 3 === 0) await change(entry.id, { assignedSubcontractorId: id })
        const [moved, early] = await Promise.all([move(), isEarly ? leave() : undefined])
        const [undone, late] = await Promise.all([
          undo(moved.body.moveId),
          isEarly ? undefined : leave(),
        ])
        expect([moved.status, undone.status, (early ?? late)?.status]).toEqual([200, 200, 204])
        expect(await w.db.$count(crewSchedule, eq(crewSchedule.subcontractorId, id))).toBe(0)
      }
    })

    test('does not restore days of a sub who is no longer on the job', async () => {
      const id = await crewed()
      const { moveId } = (await change(id, { endDate: day(6) })).body
      for (const name of ['sam', 'sue'] as const)
        await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf(name)}`)
      expect((await undo(moveId)).status).toBe(200)
      expect(await ofEntry(id)).toEqual([])
    })
  })

  test('a sub who is taken off the job loses future days and keeps past ones', async () => {
    const entry = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    const other = await newEntry({ jobId: bath, assignedSubcontractorId: w.idOf('sam') })
    await w.db.insert(crewSchedule).values({
      scheduleEntryId: entry.id,
      subcontractorId: w.idOf('sam'),
      assignedDate: '2020-03-02',
    })
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
    expect(datesOf(await ofEntry(entry.id))).toEqual(['2020-03-02'])
    expect(await crewOf(other.id)).toEqual([5, 6, 8, 9])
  })

  test('nobody is booked for a completed entry', async () => {
    const entry = await newEntry({ status: 'completed', assignedSubcontractorId: w.idOf('sam') })
    expect(await ofEntry(entry.id)).toEqual([])
  })
})

describe('what needs attention', () => {
  const period = { from: day(1), to: day(31) }

  test('lists and counts declined days, and counts unanswered ones', async () => {
    const { entry } = await oneDay({ days: [day(5), day(6), day(8)] })
    const done = await oneDay({}, { jobId: bath, title: 'Done' })
    // Days of a completed entry need no answer.
    await w.call('ada', 'PUT', `/api/schedule/${done.entry.id}`, { status: 'completed' })
    const [first, second] = await ofEntry(entry.id)
    await put('sam', first.id, { confirmed: true })
    await put('sam', second.id, { declined: true, declineReason: 'Dentist' })
    const { count, first: rows } = await declinedDays(w.db, { ...period, limit: 1 })
    expect([count, rows]).toEqual([
      1,
      [
        expect.objectContaining({
          id: second.id,
          declineReason: 'Dentist',
          entryTitle: 'Footings',
        }),
      ],
    ])
    expect(await countUnanswered(w.db, period)).toBe(1)
    const later = { from: day(20), to: day(21), limit: 9 }
    expect(await declinedDays(w.db, later)).toEqual({ count: 0, first: [] })
    expect(await countUnanswered(w.db, later)).toBe(0)
  })

  test('a declined day is no trouble once another sub is booked on its entry and day', async () => {
    const { entry, day: one } = await oneDay({ endTime: '12:00' })
    await put('sam', one.id, { declined: true, declineReason: 'Dentist' })
    const declined = async () => (await declinedDays(w.db, { ...period, limit: 5 })).count
    const sue = { subcontractorId: w.idOf('sue'), days: [day(5)] }
    await book((await newEntry({ title: 'Beams' })).id, sue)
    await book(entry.id, { ...sue, days: [day(6)] })
    expect(await declined()).toBe(1)
    const { body: cover } = await book(entry.id, sue)
    expect(await declined()).toBe(0)
    await put('ada', cover.days[0].id, { declined: true, declineReason: 'Sick' })
    expect(await declined()).toBe(2)
  })

  test('a sub who was booked before does not come instead of one who declines', async () => {
    const { entry, day: one } = await oneDay()
    await book(entry.id, { subcontractorId: w.idOf('sue'), days: [day(5)] })
    await put('sam', one.id, { declined: true, declineReason: 'Dentist' })
    expect((await declinedDays(w.db, { ...period, limit: 5 })).count).toBe(1)
  })

  test('lists days on which a sub has two bookings at the same time', async () => {
    const { day: one } = await oneDay({ endTime: '12:00' })
    const { day: two } = await oneDay({ startTime: '11:00' }, { jobId: bath, title: 'Tile' })
    await oneDay({ startTime: '18:00', endTime: '20:00' }, { jobId: bath, title: 'Evening' })
    const { count, first } = await doubleBookings(w.db, { ...period, limit: 5 })
    expect([count, first]).toEqual([
      1,
      [
        {
          crewDayId: expect.any(String),
          subcontractorId: w.idOf('sam'),
          subcontractorName: 'Sam Stone',
          assignedDate: day(5),
          entryTitles: ['Footings', 'Tile'],
        },
      ],
    ])
    expect([one.id, two.id]).toContain(first[0]?.crewDayId)
    await put('sam', two.id, { declined: true, declineReason: 'Two jobs at once' })
    expect((await doubleBookings(w.db, { ...period, limit: 5 })).count).toBe(0)
  })
})
