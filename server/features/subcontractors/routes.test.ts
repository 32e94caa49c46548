import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { jobRatings, privateNotes } from '../../schema/subcontractors.ts'
import { tasks } from '../../schema/tasks.ts'
import { addJoinedPerson } from '../../testing/invitedPeople.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  // Noon on a Thursday, in the company's time zone.
  w.clock.now = new Date('2026-03-05T12:00:00Z')
})
afterAll(() => w.close())

let sam = ''
let garage = ''
beforeEach(async () => {
  sam = w.idOf('sam')
  await w.db.delete(jobRatings)
  await w.db.delete(privateNotes)
  await w.db.delete(jobSubcontractors)
  await w.db.delete(scheduleEntries)
  await w.db.delete(tasks)
  garage = await newJob('Garage', sam)
})

async function newJob(name: string, ...subs: string[]): Promise<string> {
  const { body } = await w.call('ada', 'POST', '/api/jobs', {
    name,
    address: '1 Elm',
    status: 'completed',
  })
  for (const subcontractorId of subs)
    await w.call('ada', 'POST', `/api/jobs/${body.id}/subcontractors`, { subcontractorId })
  return body.id
}

const ratingOf = (job: string, sub = sam) => `/api/jobs/${job}/ratings/${sub}`
const rate = (score: unknown, job = garage, more: object = {}) =>
  w.call('ada', 'PUT', ratingOf(job), { score, ...more })
const profile = async (id = sam) => (await w.call('ada', 'GET', `/api/subcontractors/${id}`)).body
const jobsOf = async (words = '', id = sam) =>
  w.call('ada', 'GET', `/api/subcontractors/${id}/jobs${words}`)
const namesIn = (body: { name: string }[]) => body.map(({ name }) => name)

const newEntry = async (
  title: string,
  days: readonly [string, string],
  more: object = {},
  jobId = garage,
) => {
  const [row] = await w.db
    .insert(scheduleEntries)
    .values({
      jobId,
      title,
      startDate: days[0],
      endDate: days[1],
      assignedSubcontractorId: sam,
      ...more,
    })
    .returning()
  return row?.id ?? ''
}

describe('PUT /api/jobs/:id/ratings/:userId', () => {
  test('rates a sub for a job, with a note and an author; a second call changes it', async () => {
    const { status, body, headers } = await rate(4, garage, {
      note: '  Clean, but two days late. ',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      jobId: garage,
      subcontractorId: sam,
      score: 4,
      note: 'Clean, but two days late.',
      ratedById: w.idOf('ada'),
      ratedByName: 'Ada Adler',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(headers.etag).toBeTruthy()
    const again = await rate(5, garage, { note: '' })
    expect(again.body).toMatchObject({ score: 5, note: null, createdAt: body.createdAt })
    expect(await w.db.select().from(jobRatings)).toHaveLength(1)
    const published = await w.db.select().from(events).where(eq(events.name, 'rating.changed'))
    expect(published.at(-1)).toMatchObject({
      subjectId: sam,
      jobId: null,
      actorId: w.idOf('ada'),
      detail: null,
    })
  })

  test.each([
    [{ score: 0 }, { score: 'Choose a rating from 1 to 5' }],
    [{ score: 6 }, { score: 'Choose a rating from 1 to 5' }],
    [{ score: 4.5 }, { score: 'Choose a rating from 1 to 5' }],
    [{ score: '5' }, { score: 'Choose a rating from 1 to 5' }],
    [{}, { score: 'Choose a rating from 1 to 5' }],
    [{ score: 5, note: 'x'.repeat(2001) }, { note: 'At most 2000 characters' }],
    [{ score: 5, note: 'x\0' }, { note: 'Contains characters that cannot be stored' }],
  ])('refuses %j', async (body, fields) => {
    const answer = await w.call('ada', 'PUT', ratingOf(garage), body)
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  })

  test('a sub can be rated only for a job they are or were on', async () => {
    const deck = await newJob('Deck', w.idOf('sue'))
    const refused = await rate(5, deck)
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { userId: 'They were never on this job' } },
    })
    // A task they finished there shows that they were on the job.
    await w.db
      .insert(tasks)
      .values({ jobId: deck, name: 'Rail', status: 'completed', assigneeId: sam })
    expect((await rate(5, deck)).status).toBe(200)
    await w.call('ada', 'DELETE', `/api/jobs/${garage}/subcontractors/${sam}`)
    expect((await rate(5, garage)).status).toBe(400)
  })

  test('a rating can be changed after the sub was taken off the job', async () => {
    await rate(4)
    await w.call('ada', 'DELETE', `/api/jobs/${garage}/subcontractors/${sam}`)
    expect((await rate(2)).status).toBe(200)
    expect((await jobsOf()).body).toMatchObject([
      { name: 'Garage', isOn: false, rating: { score: 2 } },
    ])
  })

  test('is a 404 for an unknown job, a client, or a removed sub', async () => {
    const removed = await addJoinedPerson(w, 'subcontractor')
    await w.call('ada', 'DELETE', `/api/users/${removed.id}`)
    for (const path of [
      ratingOf(newId()),
      ratingOf(garage, w.idOf('cleo')),
      ratingOf(garage, removed.id),
    ]) {
      expect((await w.call('ada', 'PUT', path, { score: 5 })).status).toBe(404)
    }
  })

  test('ten concurrent ratings all succeed and leave one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => rate((n % 5) + 1)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await w.db.select().from(jobRatings)).toHaveLength(1)
  })
})

describe('DELETE /api/jobs/:id/ratings/:userId', () => {
  test('deletes a rating once', async () => {
    await rate(5)
    expect((await w.call('ada', 'DELETE', ratingOf(garage))).status).toBe(204)
    expect((await w.call('ada', 'DELETE', ratingOf(garage))).status).toBe(404)
    expect(await profile()).toMatchObject({ rating: null, ratingCount: 0 })
    const published = await w.db.select().from(events).where(eq(events.name, 'rating.deleted'))
    expect(published).toMatchObject([{ subjectId: sam, jobId: null }])
  })
})

test('a rating is deleted with its job, and keeps the name of a removed author', async () => {
  const boss = await addJoinedPerson(w, 'admin')
  const deck = await newJob('Deck', sam)
  await rate(2, deck)
  await w.call('nobody', 'PUT', ratingOf(garage), { score: 4 }, { cookie: boss.cookie })
  await w.call('ada', 'DELETE', `/api/users/${boss.id}`)
  await w.call('ada', 'DELETE', `/api/jobs/${deck}`)
  const { body } = await jobsOf()
  expect(body).toMatchObject([
    { id: garage, rating: { score: 4, ratedByName: expect.stringMatching(/^Person\d+ /) } },
  ])
  expect(await profile()).toMatchObject({ rating: 4, ratingCount: 1, jobCount: 1 })
})

describe('GET /api/subcontractors', () => {
  test('returns the mean and number of ratings, or null without any', async () => {
    const scores = [5, 4, 4]
    for (const [n, score] of scores.entries()) await rate(score, await newJob(`Job ${n}`, sam))
    const { body } = await w.call('ada', 'GET', '/api/subcontractors')
    const figures = Object.fromEntries(
      body.map((sub: Record<string, unknown>) => [
        sub.firstName,
        [sub.rating, sub.ratingCount, sub.jobCount],
      ]),
    )
    expect(figures).toMatchObject({ Sam: [4.33, 3, 4], Sue: [null, 0, 0] })
  })

  test('counts current and former jobs of a sub, up to 1,000', async () => {
    const subJobs = async () =>
      (await w.call('ada', 'GET', '/api/subcontractors?search=Sam')).body[0].jobCount
    const named = Array.from({ length: 1002 }, (_, n) => ({ name: `Job ${n}`, address: '' }))
    const made = await w.db.insert(jobs).values(named).returning({ id: jobs.id })
    const addToJobs = (some: typeof made) =>
      w.db
        .insert(jobSubcontractors)
        .values(some.map(({ id: jobId }) => ({ jobId, subcontractorId: sam })))
    // They are on 998 jobs, including the garage, and were on one more. Neither the two tasks of
    // that one nor the task of a job they are on count twice.
    await addToJobs(made.slice(0, 997))
    const done = { name: 'Done', assigneeId: sam, status: 'completed' } as const
    await w.db
      .insert(tasks)
      .values([998, 998, 0].map((n) => ({ ...done, jobId: made[n]?.id ?? '' })))
    expect(await subJobs()).toBe(999)
    await addToJobs(made.slice(999, 1000))
    expect(await subJobs()).toBe(1000)
    await w.db.insert(tasks).values({ ...done, jobId: made[1001]?.id ?? '' })
    expect(await subJobs()).toBe(1000)
    await addToJobs(made.slice(1000))
    expect(await subJobs()).toBe(1000)
    expect(await profile()).toMatchObject({ jobCount: 1000 })
  })
})

describe('GET /api/subcontractors/:id', () => {
  test('returns a sub’s figures, next bookings and open tasks', async () => {
    const deck = await newJob('Deck', sam)
    await rate(4, deck)
    const running = await newEntry('Hang board', ['2026-03-02', '2026-03-05'], {
      status: 'in_progress',
    })
    const later = await newEntry('Tape', ['2026-04-01', '2026-04-02'], {}, deck)
    await newEntry('Done', ['2026-03-04', '2026-03-09'], { status: 'completed' })
    await newEntry('Off', ['2026-03-09', '2026-03-09'], { status: 'cancelled' })
    await newEntry('Past', ['2026-03-01', '2026-03-04'])
    const helped = await newEntry('Helped', ['2026-03-01', '2026-03-12'], {
      assignedSubcontractorId: w.idOf('sue'),
    })
    const past = await newEntry('Was there', ['2026-03-01', '2026-03-12'], {
      assignedSubcontractorId: w.idOf('sue'),
    })
    await w.db.insert(crewSchedule).values([
      { scheduleEntryId: helped, subcontractorId: sam, assignedDate: '2026-03-06' },
      { scheduleEntryId: past, subcontractorId: sam, assignedDate: '2026-03-04' },
    ])
    await w.db.insert(tasks).values([
      { jobId: garage, name: 'No hurry', assigneeId: sam },
      {
        jobId: deck,
        name: 'Rail',
        assigneeId: sam,
        status: 'in_progress',
        deadline: new Date('2026-03-07T22:00:00Z'),
      },
      { jobId: deck, name: 'Done', assigneeId: sam, status: 'completed' },
      { jobId: deck, name: 'Sue’s', assigneeId: w.idOf('sue') },
    ])
    const { status, body } = await w.call('ada', 'GET', `/api/subcontractors/${sam}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{
        id: sam,
        firstName: 'Sam',
        email: 'sam@example.com',
        specialty: 'Drywall',
        hasJoined: false,
      },
      ...{ jobCount: 2, rating: 4, ratingCount: 1, bookingCount: 3, taskCount: 2 },
      notes: { text: null, updatedByName: null, updatedAt: expect.any(String) },
    })
    expect(body.bookings).toEqual([
      {
        ...{ id: helped, jobId: garage, jobName: 'Garage', title: 'Helped' },
        ...{ startDate: '2026-03-01', endDate: '2026-03-12', status: 'scheduled' },
      },
      expect.objectContaining({ id: running, status: 'in_progress' }),
      expect.objectContaining({ id: later, jobName: 'Deck' }),
    ])
    expect(body.tasks).toMatchObject([
      {
        name: 'Rail',
        jobName: 'Deck',
        jobId: deck,
        status: 'in_progress',
        deadline: '2026-03-07T22:00:00.000Z',
      },
      { name: 'No hurry', jobName: 'Garage', deadline: null },
    ])
    for (const secret of ['inviteToken', 'passwordHash', 'deletedAt'])
      expect(body).not.toHaveProperty(secret)
  })

  test('lists at most ten of each, and counts all', async () => {
    for (let n = 10; n < 22; n++) await newEntry(`E${n}`, [`2026-04-${n}`, `2026-04-${n}`])
    await w.db
      .insert(tasks)
      .values(
        Array.from({ length: 12 }, (_, n) => ({ jobId: garage, name: `T${n}`, assigneeId: sam })),
      )
    const body = await profile()
    expect([body.bookings.length, body.bookingCount, body.tasks.length, body.taskCount]).toEqual([
      10, 12, 10, 12,
    ])
    expect(body.bookings[0].title).toBe('E10')
  })

  test('is a 404 for clients, admins and removed subs', async () => {
    const removed = await addJoinedPerson(w, 'subcontractor')
    await w.call('ada', 'DELETE', `/api/users/${removed.id}`)
    for (const id of [w.idOf('cleo'), w.idOf('ada'), removed.id]) {
      for (const path of [`/api/subcontractors/${id}`, `/api/subcontractors/${id}/jobs`]) {
        expect((await w.call('ada', 'GET', path)).status).toBe(404)
      }
      expect(
        (await w.call('ada', 'PUT', `/api/subcontractors/${id}/notes`, { text: 'x' })).status,
      ).toBe(404)
    }
  })
})

describe('GET /api/subcontractors/:id/jobs', () => {
  test('lists the jobs they are or were on, newest first, each with its rating', async () => {
    const deck = await newJob('Deck')
    await newJob('Porch', w.idOf('sue'))
    await newEntry('Done', ['2026-01-01', '2026-01-02'], { status: 'completed' }, deck)
    await rate(5, garage, { note: 'Spotless' })
    const { body } = await jobsOf()
    expect(body).toEqual([
      {
        ...{
          id: deck,
          name: 'Deck',
          address: '1 Elm',
          status: 'completed',
          startDate: null,
          endDate: null,
        },
        ...{ isOn: false, rating: null },
      },
      expect.objectContaining({
        ...{ id: garage, isOn: true },
        rating: expect.objectContaining({ score: 5, note: 'Spotless', ratedByName: 'Ada Adler' }),
      }),
    ])
    expect((await jobsOf('', w.idOf('sue'))).body).toMatchObject([{ name: 'Porch' }])
  })

  test('is empty for a sub without jobs', async () => {
    const sue = await jobsOf('?limit=5', w.idOf('sue'))
    expect([sue.status, sue.body, sue.headers['x-total-count']]).toEqual([200, [], '0'])
  })

  test('has pages, and refuses an invalid cursor', async () => {
    for (const name of ['B', 'C', 'D']) await newJob(name, sam)
    const seen: string[] = []
    let words: string | undefined = '?limit=3'
    while (words) {
      const { body, headers } = await jobsOf(words)
      expect(headers['x-total-count']).toBe('4')
      seen.push(...namesIn(body))
      words = /jobs(\?[^>]+)>/.exec(String(headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(['D', 'C', 'B', 'Garage'])
    expect((await jobsOf('?after=x')).body).toMatchObject({
      code: 'invalid',
      fields: { after: 'Not a valid cursor' },
    })
  })
})

describe('PUT /api/subcontractors/:id/notes', () => {
  const write = (text: unknown, headers = {}) =>
    w.call('ada', 'PUT', `/api/subcontractors/${sam}/notes`, { text }, headers)

  test('writes, changes and empties the notes', async () => {
    const { status, body } = await write(' Pays his own crew late. ')
    expect(status).toBe(200)
    expect(body).toEqual({
      text: 'Pays his own crew late.',
      updatedByName: 'Ada Adler',
      updatedAt: expect.any(String),
    })
    expect((await profile()).notes).toEqual(body)
    await write('')
    expect((await profile()).notes).toMatchObject({ text: null, updatedByName: 'Ada Adler' })
    const published = await w.db.select().from(events).where(eq(events.name, 'notes.changed'))
    expect(published.at(-1)).toMatchObject({ subjectId: sam, jobId: null, detail: null })
  })

  test('has a version from the start', async () => {
    const before = (await profile()).notes
    const tag = { 'if-match': `"${new Date(before.updatedAt).getTime().toString(36)}"` }
    expect((await write('Mine', tag)).status).toBe(200)
    expect((await write('Theirs', tag)).status).toBe(412)
    const both = await Promise.all([write('A'), write('B')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })

  test.each([
    ['x'.repeat(10_001), 'At most 10000 characters'],
    [5, 'Must be text'],
    ['a\0b', 'Contains characters that cannot be stored'],
  ])('refuses text that is too long or not text', async (text, problem) => {
    expect((await write(text)).body.fields).toEqual({ text: problem })
  })

  test('are in no response that anybody but admins can read', async () => {
    await write('SECRET-NOTE')
    await rate(1, garage, { note: 'SECRET-RATING' })
    const paths = [
      ...[
        '/api/users',
        `/api/users/${sam}`,
        '/api/auth/user',
        `/api/jobs/${garage}`,
        '/api/subcontractors',
      ],
      ...[
        `/api/jobs/${garage}/subcontractors`,
        `/api/subcontractors/${sam}`,
        `/api/subcontractors/${sam}/jobs`,
      ],
      '/api/dashboard',
    ]
    for (const name of ['sam', 'sue', 'cleo'] as Name[]) {
      for (const path of paths) {
        const { status, text } = await w.call(name, 'GET', path)
        expect(text, `${name} ${path}`).not.toContain('SECRET')
        if (path.startsWith('/api/subcontractors')) expect(status).toBe(403)
      }
      expect(
        (await w.call(name, 'PUT', `/api/subcontractors/${sam}/notes`, { text: 'x' })).status,
      ).toBe(403)
      expect((await w.call(name, 'PUT', ratingOf(garage), { score: 5 })).status).toBe(403)
      expect((await w.call(name, 'DELETE', ratingOf(garage))).status).toBe(403)
    }
    for (const path of [
      '/api/users',
      '/api/subcontractors',
      `/api/jobs/${garage}/subcontractors`,
    ]) {
      expect((await w.call('ada', 'GET', path)).text, path).not.toContain('SECRET')
    }
  })
})
