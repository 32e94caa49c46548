import { addDays } from '@plumbline/contract/dates.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import {
  scheduleDependencies,
  scheduleEntries,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({
    companyName: 'Co',
    holdingsName: 'Ho',
    timeZone: 'UTC',
    holidays: [{ day: '2026-03-17', name: 'Holiday' }],
  })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await w.db.delete(weatherDays)
  const newJob = async (name: string, more: object = {}) =>
    (await w.call('ada', 'POST', '/api/jobs', { name, address: 'Elm St', ...more })).body.id
  deck = await newJob('Deck', { clientId: w.idOf('cleo') })
  bath = await newJob('Bath')
  await w.db.delete(events)
})

/** Creates an entry with days of March 2026, which begins on a Sunday. */
async function newEntry(title: string, start: number, end: number, more: object = {}) {
  const answer = await w.call('ada', 'POST', '/api/schedule', {
    jobId: deck,
    title,
    ...days(start, end),
    ...more,
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const days = (start: number, end: number) => ({
  startDate: addDays('2026-03-01', start - 1),
  endDate: addDays('2026-03-01', end - 1),
})
const preview = async (id: string, start: number, end: number, more: object = {}) => {
  const body = { id, ...days(start, end), ...more }
  const answer = await w.call('ada', 'POST', '/api/schedule/preview', body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const put = (id: string, body: object, name: Name = 'ada') =>
  w.call(name, 'PUT', `/api/schedule/${id}`, body)
const undo = (moveId: string, name: Name = 'ada') =>
  w.call(name, 'POST', `/api/schedule-moves/${moveId}/undo`)

interface Row {
  id: string
  title: string
  startDate: string
  endDate: string
}
const formatRows = (rows: readonly Row[]) =>
  rows.map(({ title, startDate, endDate }) => `${title} ${startDate.slice(8)}-${endDate.slice(8)}`)
const schedule = async (jobId = deck) =>
  formatRows((await w.call('ada', 'GET', `/api/jobs/${jobId}/schedule`)).body)

/** Creates framing on Mar 2 and 3, then drywall for three days, then paint on the 9th. */
async function chain() {
  const a = await newEntry('Framing', 2, 3)
  const b = await newEntry('Drywall', 4, 6, { dependsOnIds: [a.id] })
  const c = await newEntry('Paint', 9, 9, { dependsOnIds: [b.id], lagDays: {} })
  return { a, b, c }
}

describe('a preview', () => {
  // The texts have no year in the year of the entries.
  let now: Date
  beforeAll(() => {
    now = w.clock.now
    w.clock.now = new Date('2026-02-20T12:00:00Z')
  })
  afterAll(() => {
    w.clock.now = now
  })

  test('has the moves, the new finish and double bookings, and saves nothing', async () => {
    const { a, b, c } = await chain()
    await put(b.id, { assignedSubcontractorId: w.idOf('sam') })
    const sub = { jobId: bath, assignedSubcontractorId: w.idOf('sam') }
    await newEntry('Tiles', 9, 10, sub)
    await newEntry('Given up', 9, 10, { ...sub, status: 'cancelled' })
    const before = await schedule()
    const body = await preview(a.id, 2, 5)
    expect(body).toEqual({
      summary: '3 entries move, finish goes from Mar 9 to Mar 11',
      moves: [
        {
          id: a.id,
          jobId: deck,
          title: 'Framing',
          ...days(2, 3),
          newStartDate: '2026-03-02',
          newEndDate: '2026-03-05',
        },
        {
          id: b.id,
          jobId: deck,
          title: 'Drywall',
          ...days(4, 6),
          newStartDate: '2026-03-06',
          newEndDate: '2026-03-10',
        },
        {
          id: c.id,
          jobId: deck,
          title: 'Paint',
          ...days(9, 9),
          newStartDate: '2026-03-11',
          newEndDate: '2026-03-11',
        },
      ],
      conflicts: [],
      jobs: [
        {
          jobId: deck,
          jobName: 'Deck',
          finishBefore: '2026-03-09',
          finishAfter: '2026-03-11',
          clientName: 'Cleo Clark',
        },
      ],
      clashes: ['Sam Stone would be booked for "Drywall" and "Tiles" (Bath) at once'],
      versions: Object.fromEntries([a, b, c].map(({ id }) => [id, expect.any(String)])),
      digest: expect.any(String),
    })
    expect(await schedule()).toEqual(before)
    expect(await w.db.select().from(scheduleMoves)).toEqual([])
  })

  test('respects working days, holidays and lags', async () => {
    const a = await newEntry('Pour', 12, 12)
    const b = await newEntry('Walls', 16, 16, { dependsOnIds: [a.id], lagDays: { [a.id]: 1 } })
    expect(b.lagDays).toEqual({ [a.id]: 1 })
    const body = await preview(a.id, 13, 13)
    expect(body.moves[1]).toMatchObject({ newStartDate: '2026-03-18', newEndDate: '2026-03-18' })
  })

  test('lists fixed and completed entries that conflict', async () => {
    const a = await newEntry('Framing', 2, 3)
    const links = { dependsOnIds: [a.id] }
    const b = await newEntry('Inspection', 4, 4, { ...links, dateFixed: true })
    const c = await newEntry('Photos', 4, 4, { ...links, status: 'completed' })
    const body = await preview(a.id, 4, 5)
    expect(body.summary).toBe('1 entry moves, finish goes from Mar 4 to Mar 5')
    const conflict = {
      startDate: '2026-03-04',
      predecessorId: a.id,
      predecessorTitle: 'Framing',
      earliest: '2026-03-06',
    }
    expect(body.conflicts).toHaveLength(2)
    expect(body.conflicts).toEqual(
      expect.arrayContaining([
        { ...conflict, id: b.id, title: 'Inspection', reason: 'fixed' },
        { ...conflict, id: c.id, title: 'Photos', reason: 'completed' },
      ]),
    )
  })

  test('of an entry that moves alone lists the successors that would start too early', async () => {
    const { a } = await chain()
    const { moves, conflicts } = await preview(a.id, 2, 5, { push: false })
    expect(moves).toHaveLength(1)
    expect(conflicts).toMatchObject([{ title: 'Drywall', reason: 'alone', earliest: '2026-03-06' }])
  })

  test('moves successors earlier only on request', async () => {
    const { a } = await chain()
    expect((await preview(a.id, 2, 2)).summary).toBe('1 entry moves, finish stays Mar 9')
    expect((await preview(a.id, 2, 2, { pull: true })).summary).toBe(
      '3 entries move, finish goes from Mar 9 to Mar 6',
    )
  })

  test.each([
    [{ id: newId() }, { id: 'Choose an entry' }],
    [{ endDate: '2026-02-01' }, { endDate: 'The end date cannot be before the start date' }],
    [{ startDate: '' }, { startDate: 'Start date is required' }],
    [{ pull: 'yes' }, { pull: 'Must be true or false' }],
  ])('%o is a 400', async (wrong, fields) => {
    const { a } = await chain()
    const body = { id: a.id, ...days(3, 4), ...wrong }
    expect(await w.call('ada', 'POST', '/api/schedule/preview', body)).toMatchObject({
      status: 400,
      body: { fields },
    })
  })

  test('is for admins', async () => {
    const { a } = await chain()
    const body = { id: a.id, ...days(3, 4) }
    for (const name of ['sam', 'cleo'] as const)
      expect((await w.call(name, 'POST', '/api/schedule/preview', body)).status).toBe(403)
  })
})

describe('a push', () => {
  test('saves the preview as one move with one reason, and publishes events', async () => {
    const { a, b, c } = await chain()
    await w.db.delete(events)
    const { versions } = await preview(a.id, 2, 5)
    const body = { ...days(2, 5), push: true, versions, reason: 'Material', title: 'Framing, rear' }
    const answer = await put(a.id, body)
    expect(answer).toMatchObject({ status: 200, body: { moved: 3, title: 'Framing, rear' } })
    expect(await schedule()).toEqual(['Framing, rear 02-05', 'Drywall 06-10', 'Paint 11-11'])
    const { moveId } = answer.body
    expect(await w.db.select().from(scheduleMoveJobs)).toEqual([
      { moveId, jobId: deck, finishBefore: '2026-03-09', finishAfter: '2026-03-11' },
    ])
    const { body: changes } = await w.call('ada', 'GET', `/api/schedule/${b.id}/changes`)
    expect(changes.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          changeType: 'startDate',
          oldValue: '2026-03-04',
          newValue: '2026-03-06',
          reason: 'Material',
          impactedEntries: [c.id],
          moveId,
          undoable: true,
        }),
      ]),
    )
    const publishedEvents = (await w.db.select().from(events).orderBy(events.id)).map(
      ({ name, detail }) => [name, detail],
    )
    expect(publishedEvents).toEqual([
      ['schedule.dates', { title: 'Framing, rear', ...days(2, 5) }],
      ['schedule.moved', { entries: 3, finish: '2026-03-11' }],
    ])
  })

  test('publishes no details of internal entries', async () => {
    const a = await newEntry('Framing', 2, 3, { internal: true })
    await newEntry('Order', 4, 4, { internal: true, dependsOnIds: [a.id] })
    await w.db.delete(events)
    const { versions } = await preview(a.id, 3, 4)
    await put(a.id, { ...days(3, 4), push: true, versions })
    expect((await w.db.select().from(events)).map(({ detail }) => detail)).toEqual([null, null])
  })

  test('is optional: without it the entry moves alone', async () => {
    const { a } = await chain()
    expect((await put(a.id, days(2, 5))).body).toMatchObject({ moved: 1 })
    expect(await schedule()).toEqual(['Framing 02-05', 'Drywall 04-06', 'Paint 09-09'])
  })

  test('of an entry with unchanged days moves nothing', async () => {
    const { a } = await chain()
    const answer = await put(a.id, { ...days(2, 3), push: true, versions: {} })
    expect(answer.body).toMatchObject({ moved: 0, moveId: null })
  })

  test.each([
    [{ push: true }, { versions: 'Send the versions of the preview' }],
    [{ push: true, versions: {}, blocksIds: [] }, { push: 'Save the dependencies first' }],
    [{ push: true, versions: { nobody: 'x' } }, { 'versions.nobody': expect.any(String) }],
    [{ push: 1 }, { push: 'Must be true or false' }],
  ])('%o is a 400', async (wrong, fields) => {
    const { a } = await chain()
    expect(await put(a.id, { ...days(2, 5), ...wrong })).toMatchObject({
      status: 400,
      body: { fields },
    })
  })

  test.each<[string, (it: Awaited<ReturnType<typeof chain>>) => Promise<unknown>, string]>([
    ['was edited', ({ b }) => put(b.id, { title: 'Boards' }), '"Boards"'],
    ['was moved', ({ c }) => put(c.id, days(20, 20)), '"Paint"'],
    ['was completed', ({ b }) => put(b.id, { status: 'completed' }), '"Drywall"'],
    ['was deleted', ({ c }) => w.call('ada', 'DELETE', `/api/schedule/${c.id}`), '"Paint"'],
    [
      'got another successor',
      ({ c }) => newEntry('Cleaning', 10, 10, { dependsOnIds: [c.id] }),
      '"Cleaning"',
    ],
  ])('is refused as a whole when an entry %s', async (_, change, named) => {
    const it = await chain()
    const { versions } = await preview(it.a.id, 2, 5)
    await change(it)
    const before = await schedule()
    expect(await put(it.a.id, { ...days(2, 5), push: true, versions })).toMatchObject({
      status: 409,
      body: {
        code: 'planChanged',
        message: `Ada Adler changed ${named} in the meantime; nothing was moved`,
      },
    })
    expect(await schedule()).toEqual(before)
    expect((await w.call('ada', 'GET', `/api/schedule/${it.a.id}`)).body).toMatchObject(days(2, 3))
  })
})

test('a push is refused when the working days differ from its preview', async () => {
  const { a } = await chain()
  const { versions, digest } = await preview(a.id, 2, 5)
  const body = { ...days(2, 5), push: true, versions, digest }
  const holidays = [{ day: '2026-03-06', name: 'Inventory' }]
  await w.db.update(settings).set({ holidays })
  expect(await put(a.id, body)).toMatchObject({
    status: 409,
    body: { message: 'The schedule was changed in the meantime; nothing was moved' },
  })
  await w.db.update(settings).set({ holidays: [{ day: '2026-03-17', name: 'Holiday' }] })
  expect((await put(a.id, body)).status).toBe(200)
})

describe('slack', () => {
  const slackOf = async (query = '', name: Name = 'ada') => {
    const { status, body } = await w.call(name, 'GET', `/api/schedule/slack${query}`)
    return status === 200
      ? Object.fromEntries(
          body.map(({ id, slackDays }: { id: string; slackDays: number }) => [id, slackDays]),
        )
      : status
  }

  test('is returned for all entries of the jobs with entries in the period', async () => {
    const { a, b, c } = await chain()
    const tiles = await newEntry('Tiles', 20, 20, { jobId: bath })
    const slack = { [a.id]: 0, [b.id]: 1, [c.id]: 0 }
    await put(b.id, days(4, 5))
    expect(await slackOf()).toEqual({ ...slack, [a.id]: 1, [tiles.id]: 0 })
    expect(await slackOf('?from=2026-03-09&to=2026-03-09')).toEqual({ ...slack, [a.id]: 1 })
    expect(await slackOf(`?jobId=${bath}`)).toEqual({ [tiles.id]: 0 })
  })

  test('is visible to the crew of a job, but not to clients', async () => {
    const { a } = await chain()
    await put(a.id, { assignedSubcontractorId: w.idOf('sam') })
    expect(Object.keys(await slackOf('', 'sam'))).toHaveLength(3)
    expect(await slackOf('', 'cleo')).toBe(403)
    await w.db.delete(jobs)
    expect(await slackOf('', 'sam')).toEqual({})
  })
})

describe('undo', () => {
  test('restores the days of every entry, once', async () => {
    const { a } = await chain()
    const before = await schedule()
    const { versions } = await preview(a.id, 2, 5)
    const { moveId } = (await put(a.id, { ...days(2, 5), push: true, versions })).body
    expect(await undo(moveId)).toMatchObject({ status: 200, body: { moved: 3 } })
    expect(await schedule()).toEqual(before)
    expect(await undo(moveId)).toMatchObject({
      status: 409,
      body: { message: 'This has been undone already' },
    })
    const { body } = await w.call('ada', 'GET', `/api/jobs/${deck}/days-lost`)
    expect(body.days).toBe(0)
    const { body: changes } = await w.call('ada', 'GET', `/api/schedule/${a.id}/changes`)
    expect(changes.every(({ undoable }: { undoable: boolean }) => !undoable)).toBe(true)
  })

  test('is possible move by move', async () => {
    const { a } = await chain()
    const first = (await put(a.id, days(3, 4))).body.moveId
    const second = (await put(a.id, days(10, 11))).body.moveId
    const newest = async () => {
      const { body } = await w.call('ada', 'GET', `/api/jobs/${deck}/schedule-changes`)
      return body.find(({ undoable }: { undoable: boolean }) => undoable)?.moveId
    }
    expect(await newest()).toBe(second)
    await undo(second)
    expect(await newest()).toBe(first)
    await undo(first)
    expect(await newest()).toBe(undefined)
    expect((await schedule())[0]).toBe('Framing 02-03')
  })

  test('works on a job on which everything is cancelled', async () => {
    const entry = await newEntry('Given up', 2, 3, { status: 'cancelled' })
    const { moveId } = (await put(entry.id, days(9, 10))).body
    expect(await undo(moveId)).toMatchObject({ status: 200, body: { moved: 1 } })
    expect(await schedule()).toEqual(['Given up 02-03'])
  })

  test('is refused when an entry was moved since or deleted', async () => {
    const { a, b } = await chain()
    const { versions } = await preview(a.id, 2, 5)
    const { moveId } = (await put(a.id, { ...days(2, 5), push: true, versions })).body
    await put(b.id, days(20, 21))
    const before = await schedule()
    expect(await undo(moveId)).toMatchObject({
      status: 409,
      body: { message: 'Ada Adler changed "Drywall" in the meantime; nothing was moved' },
    })
    await w.call('ada', 'DELETE', `/api/schedule/${b.id}`)
    expect((await undo(moveId)).status).toBe(409)
    expect(await schedule()).toEqual(before.filter((line) => !line.startsWith('Drywall')))
  })

  test('is refused while a later move exists, and after an entry was completed', async () => {
    const { a, c } = await chain()
    const first = (await put(a.id, days(3, 4))).body.moveId
    const second = (await put(c.id, days(12, 12))).body.moveId
    expect(await undo(first)).toMatchObject({
      status: 409,
      body: { message: 'Something on this job was moved after that; undo the later move first' },
    })
    await put(c.id, { status: 'completed' })
    expect(await undo(second)).toMatchObject({
      status: 409,
      body: { message: 'Ada Adler changed "Paint" in the meantime; nothing was moved' },
    })
    await put(c.id, { status: 'scheduled' })
    expect((await undo(second)).status).toBe(200)
    expect((await undo(first)).status).toBe(200)
  })

  test('is for admins, and a 404 for an unknown move', async () => {
    const { a } = await chain()
    const { moveId } = (await put(a.id, days(3, 4))).body
    for (const name of ['sam', 'cleo'] as const) expect((await undo(moveId, name)).status).toBe(403)
    expect((await undo(newId())).status).toBe(404)
  })
})

describe('bad weather', () => {
  const day = '2026-03-05'
  const outdoors = { weatherDependent: true, indoorWork: false }
  const mark = (body: object = {}, name: Name = 'ada') =>
    w.call(name, 'POST', '/api/weather-days', { day, ...body })
  const previewDay = async () =>
    (await w.call('ada', 'POST', '/api/weather-days/preview', { day })).body

  /**
   * Creates a roof on Mar 4 and 5 with gutters after it and indoor work, and a fence on the 5th on
   * another job.
   */
  async function site() {
    const roof = await newEntry('Roof', 4, 5, outdoors)
    await newEntry('Gutters', 6, 6, { dependsOnIds: [roof.id] })
    await newEntry('Tiles', 4, 6)
    await newEntry('Fence', 5, 5, { ...outdoors, jobId: bath })
    await newEntry('Sign', 5, 5, { ...outdoors, dateFixed: true })
    return roof
  }

  test('moves outdoor work of a day on every job and marks the day, and both can be undone', async () => {
    await site()
    const [onDeck, onBath] = [await schedule(), await schedule(bath)]
    const { summary, versions, jobs: finishes } = await previewDay()
    expect(summary).toBe('3 entries move on 2 jobs')
    expect(finishes.map(({ jobName }: { jobName: string }) => jobName)).toEqual(['Bath', 'Deck'])
    const answer = await mark({ push: true, versions })
    expect(answer).toMatchObject({ status: 201, body: { day, move: { moved: 3 } } })
    expect(await schedule()).toEqual(['Roof 04-06', 'Tiles 04-06', 'Sign 05-05', 'Gutters 09-09'])
    expect(await schedule(bath)).toEqual(['Fence 06-06'])
    expect((await w.call('sam', 'GET', '/api/weather-days')).body).toEqual([
      { day, markedByName: 'Ada Adler' },
    ])
    expect(await undo(answer.body.move.moveId)).toMatchObject({ status: 200, body: { moved: 3 } })
    expect([await schedule(), await schedule(bath)]).toEqual([onDeck, onBath])
    expect((await w.call('ada', 'GET', '/api/weather-days')).body).toEqual([])
  })

  test('a day can be marked without moving work, and later pushes skip it', async () => {
    const roof = await site()
    expect(await mark()).toMatchObject({ status: 201, body: { day, move: null } })
    expect(await mark()).toMatchObject({ status: 201 })
    expect((await schedule())[0]).toBe('Roof 04-05')
    const before = await newEntry('Felt', 2, 3, {})
    await put(roof.id, { dependsOnIds: [before.id] })
    const { moves } = await preview(before.id, 3, 4)
    expect(moves[1]).toMatchObject({ newStartDate: '2026-03-06', newEndDate: '2026-03-09' })
    expect((await w.call('ada', 'DELETE', `/api/weather-days/${day}`)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', `/api/weather-days/${day}`)).status).toBe(404)
    expect((await preview(before.id, 3, 4)).moves[1]).toMatchObject({ newStartDate: '2026-03-05' })
  })

  test('a marked day moves its work only once, and only undoing the move that marked it unmarks it', async () => {
    await site()
    const { versions, digest } = await previewDay()
    const { move } = (await mark({ push: true, versions, digest })).body
    expect((await previewDay()).moves).toEqual([])
    await undo(move.moveId)
    await mark()
    const again = await previewDay()
    const late = (await mark({ push: true, versions: again.versions })).body.move
    await undo(late.moveId)
    expect((await w.call('ada', 'GET', '/api/weather-days')).body).toHaveLength(1)
  })

  test('crews are not booked for outdoor work on a marked day', async () => {
    await mark()
    const sam = { assignedSubcontractorId: w.idOf('sam') }
    const deckCrew = await newEntry('Deck', 4, 6, { ...outdoors, ...sam })
    const booked = async () =>
      (await w.call('ada', 'GET', `/api/schedule/${deckCrew.id}/crew`)).body.map(
        ({ assignedDate }: { assignedDate: string }) => assignedDate.slice(8),
      )
    expect(await booked()).toEqual(['04', '06'])
    await put(deckCrew.id, days(3, 6))
    expect(await booked()).toEqual(['03', '04', '06'])
    const inside = await newEntry('Tiles', 4, 6, sam)
    expect((await w.call('ada', 'GET', `/api/schedule/${inside.id}/crew`)).body).toHaveLength(3)
  })

  test('is refused as a whole when something changed since the preview', async () => {
    const roof = await site()
    const { versions } = await previewDay()
    await put(roof.id, { title: 'Roof, rear' })
    expect(await mark({ push: true, versions })).toMatchObject({
      status: 409,
      body: { code: 'planChanged' },
    })
    expect(await w.db.select().from(weatherDays)).toEqual([])
  })

  test('can be marked by admins only, and is hidden from clients', async () => {
    for (const name of ['sam', 'cleo'] as const) expect((await mark({}, name)).status).toBe(403)
    expect((await w.call('cleo', 'GET', '/api/weather-days')).status).toBe(403)
    expect(await mark({ day: 'tomorrow' })).toMatchObject({
      status: 400,
      body: { fields: { day: 'Enter a date as YYYY-MM-DD' } },
    })
    expect(await mark({ push: true })).toMatchObject({
      status: 400,
      body: { fields: { versions: 'Send the versions of the preview' } },
    })
    expect((await w.call('ada', 'DELETE', '/api/weather-days/tomorrow')).status).toBe(404)
  })
})

test('over random schedules a push saves its preview, and undo restores every day', async () => {
  let state = 7
  const upTo = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * n)
  }
  for (let round = 0; round < 25; round++) {
    await w.db.delete(scheduleEntries)
    const rows = Array.from({ length: 4 + upTo(10) }, (_, n) => {
      const start = 1 + upTo(20)
      return {
        id: newId(),
        jobId: deck,
        title: `E${n}`,
        ...days(start, start + upTo(6)),
        dateFixed: upTo(9) === 0,
        status: upTo(6) === 0 ? ('completed' as const) : ('scheduled' as const),
      }
    })
    await w.db.insert(scheduleEntries).values(rows)
    const links = rows.flatMap((row, n) =>
      rows
        .slice(0, n)
        .filter(() => upTo(3) === 0)
        .map((other) => ({
          entryId: row.id,
          dependsOnId: other.id,
          jobId: deck,
          lagDays: upTo(5) - 2,
        })),
    )
    if (links.length > 0) await w.db.insert(scheduleDependencies).values(links)
    const root = rows[upTo(3)] as (typeof rows)[number]
    const start = 5 + upTo(25)
    const plan = await preview(root.id, start, start + upTo(5), { pull: round % 2 === 0 })
    const before = await schedule()
    const push = { push: true, pull: round % 2 === 0, versions: plan.versions }
    const { startDate, endDate } = days(start, start)
    const made = plan.moves.find(({ id }: { id: string }) => id === root.id)
    const body = {
      startDate: made?.newStartDate ?? startDate,
      endDate: made?.newEndDate ?? endDate,
    }
    const answer = await put(root.id, { ...push, ...body })
    expect(answer.status, `round ${round}`).toBe(200)
    const after: Row[] = (await w.call('ada', 'GET', `/api/jobs/${deck}/schedule`)).body
    const expected = new Map(rows.map((row) => [row.id, row]))
    for (const { id, newStartDate, newEndDate } of plan.moves) {
      const row = expected.get(id)
      if (row) expected.set(id, { ...row, startDate: newStartDate, endDate: newEndDate })
    }
    const sorted = (list: readonly Row[]) => formatRows(list).sort()
    expect(sorted(after), `round ${round}`).toEqual(sorted([...expected.values()]))
    if (answer.body.moveId) expect((await undo(answer.body.moveId)).status).toBe(200)
    expect(await schedule(), `round ${round}`).toEqual(before)
  }
})

test('of two admins who move a chain concurrently, one gets a 409 with what changed', async () => {
  await w.db
    .update(users)
    .set({ role: 'admin' })
    .where(eq(users.id, w.idOf('sue')))
  const { a, b } = await chain()
  for (let round = 0; round < 20; round++) {
    const [first, second] = await Promise.all([preview(a.id, 3, 5), preview(b.id, 10, 12)])
    const before = await schedule()
    const writes = [
      () => put(a.id, { ...days(3, 5), push: true, versions: first.versions }, 'ada'),
      () => put(b.id, { ...days(10, 12), push: true, versions: second.versions }, 'sue'),
    ]
    // Each admin is first in half of the rounds.
    const started =
      round % 2 === 0
        ? writes.map((write) => write())
        : writes
            .toReversed()
            .map((write) => write())
            .toReversed()
    const [ada, sue] = await Promise.all(started)
    expect([ada?.status, sue?.status].sort(), `round ${round}`).toEqual([200, 409])
    const adaWon = ada?.status === 200
    const [won, lost] = adaWon ? [ada, sue] : [sue, ada]
    expect(lost?.body.message).toMatch(
      adaWon
        ? /^Ada Adler changed "(Framing|Drywall|Paint)"/
        : /^Sue Summers changed "(Drywall|Paint)"/,
    )
    expect(await schedule(), `round ${round}`).toEqual(
      adaWon
        ? ['Framing 03-05', 'Drywall 06-10', 'Paint 11-11']
        : ['Framing 02-03', 'Drywall 10-12', 'Paint 13-13'],
    )
    expect((await undo(won?.body.moveId)).status).toBe(200)
    expect(await schedule()).toEqual(before)
  }
}, 120_000)
