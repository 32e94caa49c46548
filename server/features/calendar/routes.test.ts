import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { pendingBids } from '../../schema/bids.ts'
import { calendarFeeds } from '../../schema/calendar.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { readCalendar } from '../../testing/calendar.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

const FEED = '/api/account/calendar-feed'
const ZONE = 'America/Chicago'
const today = dayIn(ZONE, new Date())
const soon = addDays(today, 10)
const dates = { startDate: soon, endDate: addDays(soon, 2) }
const notFound = { message: 'Not found', code: 'notFound' }

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridge, Beam & Co', holdingsName: 'Ridge Homes', timeZone: ZONE })
})
afterAll(() => w.close())
beforeEach(async () => {
  w.clock.now = new Date()
  await w.db.delete(jobs)
  await w.db.delete(pendingBids)
  await w.db.delete(calendarFeeds)
  deck = await made('/api/jobs', { name: 'Deck', address: 'Elm St', clientId: w.idOf('cleo') })
  bath = await made('/api/jobs', { name: 'Bath', address: 'Oak St', clientId: w.idOf('carl') })
})

async function made(url: string, body: object): Promise<string> {
  const answer = await w.call('ada', 'POST', url, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.id
}
const newEntry = (title: string, more: object = {}) =>
  made('/api/schedule', { jobId: deck, title, ...dates, ...more })
const newTask = (name: string, more: object = {}) =>
  made('/api/tasks', { jobId: deck, name, ...more })

/** Creates a calendar link for the person, and returns its path. */
async function linkOf(name: Name): Promise<string> {
  const { status, body } = await w.call(name, 'POST', FEED)
  expect(status).toBe(201)
  return new URL(body.url).pathname
}
const get = (path: string, headers?: Record<string, string>) =>
  w.call('nobody', 'GET', path, undefined, headers)

/** The person's calendar as an app reads it. */
async function calendarOf(name: Name) {
  const answer = await get(await linkOf(name))
  expect(answer.status).toBe(200)
  return readCalendar(answer.text)
}
const titlesOf = async (name: Name) =>
  (await calendarOf(name)).events.map(({ title }) => title).sort()

describe('the calendar link of an account', () => {
  test('is missing at first, and can be created and deleted', async () => {
    const none = { active: false, createdAt: null }
    expect((await w.call('sam', 'GET', FEED)).body).toEqual(none)
    expect((await w.call('sam', 'DELETE', FEED)).status).toBe(404)
    const path = await linkOf('sam')
    const since = { active: true, createdAt: w.clock.now.toISOString() }
    expect((await w.call('sam', 'GET', FEED)).body).toEqual(since)
    expect((await w.call('sue', 'GET', FEED)).body).toEqual(none)
    expect((await get(path)).status).toBe(200)
    expect((await w.call('sam', 'DELETE', FEED)).status).toBe(204)
    expect((await get(path)).status).toBe(404)
    expect((await w.call('sam', 'DELETE', FEED)).status).toBe(404)
    expect((await w.call('sam', 'GET', FEED)).body).toEqual(none)
  })

  test('the address is a secret of 256 bits that is not stored', async () => {
    const { body } = await w.call('cleo', 'POST', FEED, undefined, { host: '127.0.0.7:3000' })
    expect(body.url).toMatch(/^http:\/\/127\.0\.0\.7:3000\/api\/calendar\/[\w-]{43}\.ics$/)
    const [row] = await w.db.select().from(calendarFeeds)
    expect(body.url).not.toContain(row?.tokenHash)
    expect(row?.tokenHash).toMatch(/^[\w-]{43}$/)
  })

  test('a new link ends the old one at once', async () => {
    const old = await linkOf('sam')
    w.clock.now = new Date(w.clock.now.getTime() + MINUTE_MS)
    const renewed = await linkOf('sam')
    expect(renewed).not.toBe(old)
    expect((await get(old)).status).toBe(404)
    expect((await get(renewed)).status).toBe(200)
    expect((await w.call('sam', 'GET', FEED)).body.createdAt).toBe(w.clock.now.toISOString())
  })

  test('unknown, replaced and truncated links are the same 404', async () => {
    const ended = await linkOf('sam')
    const works = await linkOf('sam')
    const other = await get('/api/no-such-thing')
    const paths = [
      ended,
      works.replace('.ics', ''),
      works.replace(/.{5}\.ics$/, '.ics'),
      `/api/calendar/${'A'.repeat(43)}.ics`,
      '/api/calendar/%00.ics',
    ]
    for (const path of paths) {
      const answer = await get(path)
      expect(answer.status, path).toBe(404)
      expect(answer.text).toBe(other.text)
      expect(answer.body).toEqual(notFound)
      expect(answer.headers['content-type']).toBe(other.headers['content-type'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  test('is deleted with its person', async () => {
    const kim = await addJoinedPerson(w)
    const { body } = await w.call('nobody', 'POST', FEED, undefined, { cookie: kim.cookie })
    const { pathname } = new URL(body.url)
    expect((await get(pathname)).status).toBe(200)
    expect((await w.call('ada', 'DELETE', `/api/users/${kim.id}`)).status).toBe(204)
    expect(await get(pathname)).toMatchObject({ status: 404, body: notFound })
    expect(await w.db.select().from(calendarFeeds)).toEqual([])
  })

  test('a new password invalidates it', async () => {
    const kim = await addJoinedPerson(w)
    const { cookie } = kim
    const { body } = await w.call('nobody', 'POST', FEED, undefined, { cookie })
    const passwords = { currentPassword: PASSWORD, newPassword: 'seven copper kettles' }
    const url = '/api/account/password'
    const changed = await w.call('nobody', 'POST', url, passwords, { cookie })
    expect(changed.status).toBe(204)
    expect((await get(new URL(body.url).pathname)).status).toBe(404)
  })
})

describe('what a calendar shows', () => {
  test('an admin sees the entries of all jobs, and the appointments of bids', async () => {
    await newEntry('Framing')
    await newEntry('Tiling', { jobId: bath, status: 'completed' })
    await newTask('Order timber', { deadline: soon, assigneeId: w.idOf('sam') })
    const bid = await made('/api/pending-bids', { name: 'Lake house', address: '14 Lake Dr' })
    const at = `${soon}T15:00:00.000Z`
    const visit = {
      title: 'Site visit',
      scheduledDate: at,
      duration: 45,
      description: 'Bring tape',
    }
    const id = await made(`/api/pending-bids/${bid}/appointments`, visit)
    const { events, name } = await calendarOf('ada')
    expect(name).toBe('Ridge, Beam & Co')
    expect(events.map(({ title }) => title).sort()).toEqual([
      'Framing · Deck',
      'Site visit · Lake house',
      'Tiling · Bath',
    ])
    expect(events.find(({ allDay }) => !allDay)).toMatchObject({
      uid: `appointment-${id}@plumbline`,
      start: `${soon}T15:00:00Z`,
      end: `${soon}T15:45:00Z`,
      location: '14 Lake Dr',
      description: 'Bring tape',
      url: `http://localhost:80/pending-bids/${bid}`,
    })
  })

  test('a client sees the entries of their own jobs, without what only crews may read', async () => {
    const crew = { priority: 'critical', estimatedHours: 77.25, notes: 'Gate code 4711' }
    const id = await newEntry('Framing', { ...crew, description: 'Walls go up' })
    await newEntry('Tiling', { jobId: bath })
    await newTask('Order timber', { deadline: soon, assigneeId: w.idOf('sam') })
    const { text } = await get(await linkOf('cleo'))
    expect(readCalendar(text).events).toMatchObject([
      {
        uid: `entry-${id}@plumbline`,
        title: 'Framing · Deck',
        start: soon,
        end: addDays(soon, 3),
        allDay: true,
        location: 'Elm St',
        description: 'Walls go up',
        url: `http://localhost:80/schedule?entry=${id}`,
      },
    ])
    expect(text).not.toMatch(/critical|77\.25|Gate/)
    expect(await titlesOf('carl')).toEqual(['Tiling · Bath'])
  })

  test('office and crew see internal entries, a client does not', async () => {
    const sam = { assignedSubcontractorId: w.idOf('sam') }
    const id = await newEntry('Canary', { internal: true, ...sam })
    await newEntry('Framing', sam)
    const { text } = await get(await linkOf('cleo'))
    expect(readCalendar(text).events.map(({ title }) => title)).toEqual(['Framing · Deck'])
    expect(text).not.toContain(id)
    for (const name of ['ada', 'sam'] as const)
      expect(await titlesOf(name)).toEqual(['Canary · Deck', 'Framing · Deck'])
    await w.call('ada', 'PUT', `/api/schedule/${id}`, { internal: false })
    expect(await titlesOf('cleo')).toEqual(['Canary · Deck', 'Framing · Deck'])
  })

  test('a sub sees their own entries and open tasks while they are on the job', async () => {
    const sam = { assignedSubcontractorId: w.idOf('sam') }
    await newEntry('Framing', sam)
    await newEntry('Tiling', { jobId: bath, ...sam, status: 'completed' })
    await newEntry('Painting')
    const siding = await newEntry('Siding')
    await w.db
      .insert(crewSchedule)
      .values({ scheduleEntryId: siding, subcontractorId: w.idOf('sam'), assignedDate: soon })
    await newEntry('Wiring', { assignedSubcontractorId: w.idOf('sue') })
    const task = await newTask('Order timber', { deadline: soon, assigneeId: w.idOf('sam') })
    await newTask('Ask neighbors', { assigneeId: w.idOf('sam') })
    await newTask('Clean up', { deadline: soon, assigneeId: w.idOf('sue') })
    const done = { deadline: soon, assigneeId: w.idOf('sam'), status: 'completed' }
    await newTask('Measure', done)
    const { events } = await calendarOf('sam')
    expect(events.map(({ title }) => title).sort()).toEqual([
      'Due: Order timber · Deck',
      'Framing · Deck',
      'Siding · Deck',
      'Tiling · Bath',
    ])
    expect(events.find(({ uid }) => uid === `task-${task}@plumbline`)).toMatchObject({
      url: `http://localhost:80/tasks?task=${task}`,
    })
    await w.call('ada', 'DELETE', `/api/jobs/${bath}/subcontractors/${w.idOf('sam')}`)
    expect(await titlesOf('sam')).toEqual([
      'Due: Order timber · Deck',
      'Framing · Deck',
      'Siding · Deck',
    ])
    expect(await titlesOf('sue')).toEqual(['Due: Clean up · Deck', 'Wiring · Deck'])
  })

  test('a deadline in the last minute of a company day is that day, any other a time', async () => {
    // Chicago changes its clocks on March 14, 2027, from UTC-6 to UTC-5.
    const path = await linkOf('sam')
    const assigneeId = w.idOf('sam')
    const deadlines = [
      '2027-03-13',
      '2027-03-14',
      '2027-03-14T04:59:00.000Z',
      '2027-03-15T04:58:00.000Z',
      '2027-03-15T04:59:30.000Z',
      '2027-03-14T05:59:00.000Z',
    ]
    for (const [n, deadline] of deadlines.entries())
      await newTask(`Task ${n}`, { deadline, assigneeId })
    w.clock.now = new Date('2027-03-01T12:00:00Z')
    const times = readCalendar((await get(path)).text)
      .events.sort((a, b) => a.title.localeCompare(b.title))
      .map(({ start, end }) => [start, end])
    expect(times).toEqual([
      ['2027-03-13', '2027-03-14'],
      ['2027-03-14', '2027-03-15'],
      ['2027-03-14T04:59:00Z', '2027-03-14T05:14:00Z'],
      ['2027-03-15T04:58:00Z', '2027-03-15T05:13:00Z'],
      ['2027-03-14', '2027-03-15'],
      ['2027-03-13', '2027-03-14'],
    ])
  })

  test('entries from 90 days ago to two years ahead, by the day of the company', async () => {
    const path = await linkOf('ada')
    const day = '2027-03-02'
    const at = (start: number, end = start) => ({
      startDate: addDays(day, start),
      endDate: addDays(day, end),
    })
    await newEntry('Too old', at(-200, -91))
    await newEntry('Just ended', at(-200, -90))
    await newEntry('Far ahead', at(730, 800))
    await newEntry('Too far', at(731, 800))
    // Still March 2 in Chicago.
    w.clock.now = new Date('2027-03-03T04:00:00Z')
    const titles = readCalendar((await get(path)).text).events.map(({ title }) => title)
    expect(titles.sort()).toEqual(['Far ahead · Deck', 'Just ended · Deck'])
  })

  test('the 5,000 entries nearest to today, with descriptions of 2,000 characters at most', async () => {
    await newEntry('Far', { startDate: addDays(today, -80), endDate: addDays(today, -80) })
    await newEntry('Ahead', { startDate: addDays(today, 700), endDate: addDays(today, 700) })
    await w.db.execute(sql`
      insert into ${scheduleEntries} (id, job_id, title, description, start_date, end_date)
      select gen_random_uuid(), ${deck}, 'Near', case n when 1 then repeat('ü', 2001) end, ${soon}, ${soon}
      from generate_series(1, 4999) n`)
    const { text } = await get(await linkOf('ada'))
    const unfolded = text.replaceAll('\r\n ', '')
    const count = (part: string) => unfolded.split(part).length - 1
    expect(count('\r\nBEGIN:VEVENT')).toBe(5000)
    expect(count('SUMMARY:Far')).toBe(1)
    expect(count(`DESCRIPTION:${'ü'.repeat(1999)}…\r\n`)).toBe(1)
  })

  test('a moved entry keeps its id and has its new days and a newer version', async () => {
    const id = await newEntry('Framing')
    const past = new Date(Date.now() - HOUR_MS)
    await w.db
      .update(scheduleEntries)
      .set({ createdAt: past, updatedAt: past })
      .where(eq(scheduleEntries.id, id))
    const path = await linkOf('cleo')
    const read = async () => readCalendar((await get(path)).text).events[0]
    const before = await read()
    const moved = { startDate: addDays(soon, 7), endDate: addDays(soon, 7) }
    expect((await w.call('ada', 'PUT', `/api/schedule/${id}`, moved)).status).toBe(200)
    const after = await read()
    expect(after?.uid).toBe(before?.uid)
    expect([before?.start, before?.end]).toEqual([soon, addDays(soon, 3)])
    expect([after?.start, after?.end]).toEqual([addDays(soon, 7), addDays(soon, 8)])
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
    expect([before?.modified, after?.modified].sort()).toEqual([before?.modified, after?.modified])
    expect(after?.modified).not.toBe(before?.modified)
  })

  test('cancelled and deleted entries are missing', async () => {
    const cancelled = await newEntry('Framing')
    const deleted = await newEntry('Painting')
    expect(await titlesOf('cleo')).toHaveLength(2)
    await w.call('ada', 'PUT', `/api/schedule/${cancelled}`, { status: 'cancelled' })
    await w.call('ada', 'DELETE', `/api/schedule/${deleted}`)
    expect(await titlesOf('cleo')).toEqual([])
  })

  test.each(['ada', 'sam', 'cleo'] as const)(
    'more rows do not take more statements for %s',
    async (name) => {
      const path = await linkOf(name)
      const add = async (n: number) => {
        await newEntry(`Entry ${n}`, { assignedSubcontractorId: w.idOf('sam') })
        await newTask(`Task ${n}`, { deadline: soon, assigneeId: w.idOf('sam') })
        const bid = await made('/api/pending-bids', { name: `Bid ${n}`, address: 'Lake Dr' })
        const visit = { title: 'Visit', scheduledDate: `${soon}T15:00:00Z` }
        await made(`/api/pending-bids/${bid}/appointments`, visit)
      }
      await add(1)
      const few = await statementsOf(() => get(path))
      for (const n of [2, 3, 4]) await add(n)
      expect(await statementsOf(() => get(path))).toEqual(few)
      expect(few.length).toBeLessThanOrEqual(4)
    },
  )
})

describe('how a calendar is sent', () => {
  test('as iCalendar with private caching, and a 304 until it changes', async () => {
    const id = await newEntry('Framing')
    const path = await linkOf('cleo')
    const { headers } = await get(path)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe('inline; filename="plumbline.ics"')
    expect(headers['cache-control']).toBe('private, no-cache')
    const etag = String(headers.etag)
    const again = await get(path, { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await w.call('ada', 'PUT', `/api/schedule/${id}`, { title: 'Roofing' })
    expect((await get(path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('links start with the public address', async () => {
    const publicUrl = 'https://plumbline.example.com'
    const company = await testApp({ publicUrl })
    const { body } = await company.call('ada', 'POST', FEED)
    expect(body.url.startsWith(`${publicUrl}/api/calendar/`)).toBe(true)
    await company.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: 'Elm St' })
    const [job] = await company.db.select().from(jobs)
    await company.call('ada', 'POST', '/api/schedule', {
      jobId: job?.id,
      title: 'Framing',
      ...dates,
    })
    const { text } = await company.call('nobody', 'GET', new URL(body.url).pathname)
    const [event] = readCalendar(text).events
    expect(event?.url?.startsWith(`${publicUrl}/schedule?entry=`)).toBe(true)
    await company.close()
  })

  test('an IP address that calls too often gets a 429', async () => {
    const company = await testApp({ rateCalls: 3 })
    const path = `/api/calendar/${'A'.repeat(43)}.ics`
    const request = (remoteAddress: string) => company.app.inject({ url: path, remoteAddress })
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await request('203.0.113.9')).statusCode)
    expect(statuses).toEqual([404, 404, 404, 429])
    expect((await request('203.0.113.10')).statusCode).toBe(404)
    await company.close()
  })
})

describe('one entry or appointment as a file', () => {
  test.each(['/api/schedule', '/api/schedule-entries'])('%s/:id/calendar.ics', async (list) => {
    const crew = { priority: 'critical', estimatedHours: 77.25, notes: 'Gate code 4711' }
    const id = await newEntry('Framing', crew)
    const url = `${list}/${id}/calendar.ics`
    const { status, headers, text } = await w.call('cleo', 'GET', url)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="plumbline-entry.ics"')
    expect(readCalendar(text)).toMatchObject({
      name: undefined,
      events: [{ uid: `entry-${id}@plumbline`, title: 'Framing · Deck', start: soon }],
    })
    expect(text).not.toMatch(/critical|77\.25|Gate/)
    const seen = async (name: Name | 'nobody') => (await w.call(name, 'GET', url)).status
    expect([await seen('ada'), await seen('carl'), await seen('sam')]).toEqual([200, 404, 404])
    expect(await seen('nobody')).toBe(401)
    await w.call('ada', 'POST', `/api/jobs/${deck}/subcontractors`, {
      subcontractorId: w.idOf('sam'),
    })
    expect(await seen('sam')).toBe(200)
  })

  test('an internal entry is a 404 for the client of its job', async () => {
    const hidden = await newEntry('Canary', { internal: true })
    const url = (id: string) => `/api/schedule/${id}/calendar.ics`
    const nowhere = await w.call('cleo', 'GET', url(newId()))
    const { status, text } = await w.call('cleo', 'GET', url(hidden))
    expect([status, text]).toEqual([404, nowhere.text])
    expect((await w.call('ada', 'GET', url(hidden))).status).toBe(200)
  })

  test('the file of a cancelled entry has the status CANCELLED', async () => {
    const id = await newEntry('Framing', { status: 'cancelled' })
    const { text } = await w.call('ada', 'GET', `/api/schedule/${id}/calendar.ics`)
    expect(readCalendar(text).events[0]?.status).toBe('CANCELLED')
  })

  test('/api/bid-appointments/:id/calendar.ics, for admins', async () => {
    const bid = await made('/api/pending-bids', { name: 'Lake house', address: '14 Lake Dr' })
    const visit = { title: 'Site visit', scheduledDate: `${soon}T15:00:00.000Z` }
    const id = await made(`/api/pending-bids/${bid}/appointments`, visit)
    const url = `/api/bid-appointments/${id}/calendar.ics`
    const { headers, text } = await w.call('ada', 'GET', url)
    expect(headers['content-disposition']).toBe('attachment; filename="plumbline-appointment.ics"')
    expect(readCalendar(text).events).toMatchObject([
      { title: 'Site visit · Lake house', start: `${soon}T15:00:00Z`, end: `${soon}T16:00:00Z` },
    ])
    for (const name of ['sam', 'cleo'] as const)
      expect((await w.call(name, 'GET', url)).status).toBe(403)
    const unknown = `/api/bid-appointments/${newId()}/calendar.ics`
    expect((await w.call('ada', 'GET', unknown)).body).toEqual(notFound)
  })
})
