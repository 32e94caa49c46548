import { addDays } from '@plumbline/contract/dates.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { silentLog } from '../../platform/db/testing.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { writeCanaries } from '../../testing/canaries.ts'
import { canariesIn, canary } from '../../testing/canary.ts'
import { statementsOf } from '../../testing/statements.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { draftWeeklyUpdates } from './draft.ts'

const FRIDAY = '2026-11-20'
const AFTERNOON = new Date('2026-11-20T20:00:00Z')

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await w.db.delete(events)
  await w.db.delete(settings)
  await setUp('America/Chicago')
})

const setUp = (timeZone: string, more: object = {}) =>
  w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', timeZone, ...more })
    .onConflictDoUpdate({ target: settings.id, set: { timeZone, ...more } })
async function newJob(facts: Partial<typeof jobs.$inferInsert> = {}): Promise<string> {
  const id = newId()
  await w.db.insert(jobs).values({
    id,
    name: 'Deck',
    address: 'Elm St',
    status: 'in_progress',
    clientId: w.idOf('cleo'),
    projectManagerId: w.idOf('ada'),
    ...facts,
  })
  return id
}
const drafts = () => w.db.select().from(weeklyUpdates).orderBy(weeklyUpdates.jobId)
const weeks = async () => (await drafts()).map(({ week }) => week)
const drafted = async () =>
  (await w.db.select().from(events).orderBy(events.id)).filter(
    ({ name }) => name === 'update.drafted',
  )

test('each job in progress with a client gets one draft, with an event for the office only', async () => {
  const [deck, bath] = [await newJob(), await newJob({ clientId: w.idOf('carl') })]
  await newJob({ clientId: null })
  for (const status of ['not_started', 'on_hold', 'completed'] as const) await newJob({ status })
  await draftWeeklyUpdates(w.db, AFTERNOON)
  await draftWeeklyUpdates(w.db, AFTERNOON)
  const made = await drafts()
  expect(made).toMatchObject([
    { jobId: deck, week: FRIDAY, text: expect.stringContaining('Hello Cleo,'), sentAt: null },
    { jobId: bath, week: FRIDAY, text: expect.stringContaining('Hello Carl,'), sentAt: null },
  ])
  expect(await drafted()).toMatchObject(
    made.map(({ id, jobId }) => ({
      subjectId: id,
      jobId,
      actorId: null,
      readers: 'office',
      detail: { week: FRIDAY },
    })),
  )
})

test('a week that an admin has drafted or deleted is not drafted again', async () => {
  const [deck, bath] = [await newJob(), await newJob()]
  w.clock.now = new Date('2026-11-20T18:00:00Z')
  const draft = async (id: string) =>
    (await w.call('ada', 'POST', `/api/jobs/${id}/weekly-updates`, { day: FRIDAY })).body.id
  const first = await draft(deck)
  const second = await draft(bath)
  await w.call('ada', 'DELETE', `/api/weekly-updates/${second}`)
  await draftWeeklyUpdates(w.db, AFTERNOON)
  expect((await drafts()).map(({ id }) => id)).toEqual([first])
  await draftWeeklyUpdates(w.db, new Date('2026-11-27T20:00:00Z'))
  expect(await weeks()).toHaveLength(3)
})

test('nothing is drafted if the setting is off or the company is not set up', async () => {
  await newJob()
  await setUp('America/Chicago', { weeklyUpdates: false })
  await draftWeeklyUpdates(w.db, AFTERNOON)
  await w.db.delete(settings)
  await draftWeeklyUpdates(w.db, AFTERNOON)
  expect(await drafts()).toEqual([])
})

describe('the time of drafting', () => {
  test.each([
    ['America/Chicago', '2026-03-06T19:59:00Z', '2026-03-06T20:00:00Z', '2026-03-13T19:00:00Z'],
    ['Europe/Berlin', '2026-03-27T12:59:00Z', '2026-03-27T13:00:00Z', '2026-04-03T12:00:00Z'],
    ['Australia/Sydney', '2026-04-03T02:59:00Z', '2026-04-03T03:00:00Z', '2026-04-10T04:00:00Z'],
  ])('is 14:00 in %s, also across daylight saving', async (timeZone, before, at, nextWeek) => {
    await setUp(timeZone)
    await newJob()
    await draftWeeklyUpdates(w.db, new Date(before))
    expect(await weeks()).toEqual([])
    await draftWeeklyUpdates(w.db, new Date(at))
    expect(await weeks()).toEqual([at.slice(0, 10)])
    const minuteBefore = new Date(new Date(nextWeek).getTime() - MINUTE_MS)
    await draftWeeklyUpdates(w.db, minuteBefore)
    expect(await weeks()).toEqual([at.slice(0, 10)])
    await draftWeeklyUpdates(w.db, new Date(nextWeek))
    expect((await weeks()).sort()).toEqual([at.slice(0, 10), nextWeek.slice(0, 10)])
  })

  test('may be Saturday or Sunday if the program was down on Friday, but not Monday', async () => {
    await newJob()
    await draftWeeklyUpdates(w.db, new Date('2026-11-23T06:00:00Z'))
    expect(await weeks()).toEqual([])
    await draftWeeklyUpdates(w.db, new Date('2026-11-21T15:00:00Z'))
    await draftWeeklyUpdates(w.db, new Date('2026-11-23T05:59:00Z'))
    expect(await weeks()).toEqual([FRIDAY])
  })
})

test('concurrent nodes draft each update once', async () => {
  for (let n = 0; n < 250; n++) await newJob()
  const other = await openDatabase({ ...w.settings, databaseUrl: w.database.url }, silentLog)
  try {
    await Promise.all(
      [w.db, other.db, w.db, other.db].map((db) => draftWeeklyUpdates(db, AFTERNOON)),
    )
  } finally {
    await other.close()
  }
  expect(await drafts()).toHaveLength(250)
  expect(await drafted()).toHaveLength(250)
})

test('a check takes one statement, and many jobs take as many as one', async () => {
  const idle = await statementsOf(() => draftWeeklyUpdates(w.db, new Date('2026-11-19T20:00:00Z')))
  expect(idle).toHaveLength(1)
  await newJob()
  const one = await statementsOf(() => draftWeeklyUpdates(w.db, AFTERNOON))
  for (let n = 0; n < 100; n++) await newJob()
  const many = await statementsOf(() => draftWeeklyUpdates(w.db, AFTERNOON))
  expect(many.length).toBe(one.length)
  expect(await drafts()).toHaveLength(101)
})

test('photos taken that day but uploaded after a draft are in the next draft, older ones are not', async () => {
  const jobId = await newJob()
  await draftWeeklyUpdates(w.db, AFTERNOON)
  await w.db.update(weeklyUpdates).set({ createdAt: AFTERNOON })
  const id = newId()
  const photo = {
    uploadedById: w.idOf('sam'),
    url: `/api/photos/${id}/image`,
    storageKey: `photos/${id}`,
    files: {
      thumb: { size: 1, sha256: '' },
      full: { size: 1, sha256: '' },
      original: { size: 1, sha256: '' },
    },
    contentType: 'image/webp',
    width: 1,
    height: 1,
  }
  // Taken on the day of the draft, or before, and uploaded after it.
  const createdAt = new Date('2026-11-20T22:00:00Z')
  const takenAt = new Date('2026-11-20T18:00:00Z')
  const older = { id: newId(), storageKey: 'photos/old', takenAt: new Date('2026-11-12T18:00:00Z') }
  await w.db.insert(photos).values([
    { ...photo, id, jobId, createdAt, takenAt },
    { ...photo, ...older, jobId, createdAt },
  ])
  await draftWeeklyUpdates(w.db, new Date('2026-11-27T20:00:00Z'))
  const [, second] = (await drafts()).sort((a, b) => (a.week < b.week ? -1 : 1))
  expect(second?.photoIds).toEqual([id])
  expect(second?.text).toContain('There is a new photo of the week.')
})

describe('the text of a draft', () => {
  async function newEntry(jobId: string, title: string, facts: object = {}) {
    const days = { startDate: addDays(FRIDAY, 3), endDate: addDays(FRIDAY, 5) }
    const body = { jobId, title, ...days, assignedSubcontractorId: w.idOf('sam'), ...facts }
    const answer = await w.call('ada', 'POST', '/api/schedule', body)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }
  const textOf = async (jobId: string) => {
    await draftWeeklyUpdates(w.db, AFTERNOON)
    const [row] = await w.db.select().from(weeklyUpdates).where(eq(weeklyUpdates.jobId, jobId))
    return row?.text ?? ''
  }
  /** Backdates all entries, so that they existed before the changes of the week. */
  const backdateEntries = () =>
    w.db.update(scheduleEntries).set({ createdAt: new Date('2026-10-01') })

  beforeEach(() => {
    w.clock.now = AFTERNOON
  })

  test('reports the changes of the schedule', async () => {
    const jobId = await newJob()
    const framing = await newEntry(jobId, 'Framing')
    const roof = await newEntry(jobId, 'Roof')
    const paint = await newEntry(jobId, 'Paint', { endDate: '2026-12-11' })
    await newEntry(jobId, 'Punch list', { internal: true, endDate: '2027-03-01' })
    await backdateEntries()
    await w.call('ada', 'PUT', `/api/schedule/${framing}`, {
      status: 'completed',
      actualStartDate: '2026-11-16',
      actualEndDate: '2026-11-18',
    })
    await w.call('ada', 'PUT', `/api/schedule/${roof}`, {
      status: 'in_progress',
      percentComplete: 40,
    })
    await w.call('ada', 'PUT', `/api/schedule/${paint}`, {
      endDate: '2026-12-15',
      reason: 'Weather',
    })
    // The history has the time of the database, not that of the test's clock.
    await w.db.execute(sql`update schedule_changes set created_at = '2026-11-18T12:00:00Z'`)
    expect((await textOf(jobId)).split('\n\n').slice(2, -2)).toEqual([
      'Finished:\n- Framing',
      'In progress:\n- Roof, 40% done',
      'Next week:\n- Paint, Mon, Nov 23 to Tue, Dec 15 (Sam Stone)',
      'The finish moved from Fri, Dec 11 to Tue, Dec 15 because of the weather.',
    ])
  })

  test('does not name subs if the settings hide them from clients', async () => {
    await setUp('America/Chicago', { clientsSeeSubs: false })
    const jobId = await newJob()
    await newEntry(jobId, 'Paint')
    expect(await textOf(jobId)).toContain('- Paint, Mon, Nov 23 to Wed, Nov 25\n')
  })

  test('does not name a sub who is only booked, since clients do not read bookings', async () => {
    await setUp('America/Chicago')
    const jobId = await newJob()
    const id = await newEntry(jobId, 'Paint', { assignedSubcontractorId: null })
    await w.call('ada', 'POST', `/api/schedule/${id}/crew`, {
      ...{ subcontractorId: w.idOf('sam'), days: ['2026-11-23'] },
    })
    expect(await textOf(jobId)).toContain('- Paint, Mon, Nov 23 to Wed, Nov 25\n')
  })
})

test('a draft contains nothing that the client of the job may not read', async () => {
  const own = await testApp()
  try {
    await writeCanaries(own)
    await own.db.delete(weeklyUpdates)
    await own.db.delete(events)
    await own.db.update(jobs).set({ status: 'in_progress' })
    await own.db
      .update(users)
      .set({ firstName: canary('client firstName') })
      .where(eq(users.id, own.idOf('cleo')))
    // Before, during and after the days of the schedule.
    for (const at of ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18'])
      await draftWeeklyUpdates(own.db, new Date(`${at}T20:00:00Z`))
    const texts = (await own.db.select().from(weeklyUpdates)).map(({ text }) => text)
    expect(texts.length).toBeGreaterThanOrEqual(8)
    const found = canariesIn(texts.join('\n'))
    expect([...found].sort()).toEqual(
      ['bid name', 'client firstName', 'entry title', 'job name'].map(canary).sort(),
    )
    expect(texts.join('\n')).not.toMatch(/98.?765.?432|4321|5432|critical|\$/)
    const visible = await own.db
      .select({ id: photos.id })
      .from(photos)
      .where(eq(photos.clientVisible, true))
    const shown = (await own.db.select().from(weeklyUpdates)).flatMap(({ photoIds }) => photoIds)
    expect(visible.map(({ id }) => id)).toEqual(expect.arrayContaining([...new Set(shown)]))
  } finally {
    await own.close()
  }
})
