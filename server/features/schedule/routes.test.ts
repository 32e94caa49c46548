import { PLAN_LIMIT } from '@plumbline/contract/schedule.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { scheduleChanges, scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { race } from '../../testing/race.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  deck = (
    await w.call('ada', 'POST', '/api/jobs', {
      name: 'Deck',
      address: 'Elm St',
      clientId: w.idOf('cleo'),
    })
  ).body.id
  bath = (await w.call('ada', 'POST', '/api/jobs', { name: 'Bath', address: 'Oak St' })).body.id
  await w.db.delete(events)
})

const march = { startDate: '2026-03-02', endDate: '2026-03-04' }
async function newEntry(body: object = {}) {
  const answer = await w.call('ada', 'POST', '/api/schedule', {
    jobId: deck,
    title: 'Footings',
    ...march,
    ...body,
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const put = (id: string, body: object, headers?: Record<string, string>) =>
  w.call('ada', 'PUT', `/api/schedule/${id}`, body, headers)
const one = async (id: string) =>
  (await w.call('ada', 'GET', '/api/schedule')).body.find(
    (entry: { id: string }) => entry.id === id,
  )
const changesOf = async (id: string) =>
  (await w.call('ada', 'GET', `/api/schedule/${id}/changes`)).body
const onJob = async (jobId: string) =>
  (await w.db.select().from(jobSubcontractors))
    .filter((row) => row.jobId === jobId)
    .map((row) => row.subcontractorId)
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name, subjectId, detail }) => [
    name,
    subjectId,
    detail,
  ])

describe('creating', () => {
  test('an entry has the default values and the names of its ids, and publishes an event', async () => {
    const entry = await newEntry()
    expect(entry).toEqual({
      id: expect.any(String),
      jobId: deck,
      jobName: 'Deck',
      title: 'Footings',
      description: null,
      scheduleType: 'task',
      ...march,
      estimatedHours: 8,
      assignedSubcontractorId: null,
      assignedSubcontractorName: null,
      status: 'scheduled',
      priority: 'medium',
      dependsOnIds: [],
      blocksIds: [],
      lagDays: {},
      weatherDependent: false,
      indoorWork: true,
      percentComplete: 0,
      dateFixed: false,
      baselineStartDate: null,
      baselineEndDate: null,
      actualStartDate: null,
      actualEndDate: null,
      actualHours: null,
      reminderSent: false,
      notifyClient: false,
      internal: false,
      notes: null,
      completionNotes: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      addedToJob: false,
      warnings: [],
      moveId: null,
      moved: 0,
    })
    const { addedToJob: _, warnings: __, moveId: ___, moved: ____, ...read } = entry
    for (const url of ['/api/schedule', '/api/schedule-entries', `/api/jobs/${deck}/schedule`]) {
      expect((await w.call('ada', 'GET', url)).body).toEqual([read])
    }
    expect(await publishedEvents()).toEqual([['schedule.created', entry.id, { title: 'Footings' }]])
    expect(await changesOf(entry.id)).toEqual([
      {
        id: expect.any(String),
        scheduleEntryId: entry.id,
        changedById: w.idOf('ada'),
        changedByName: 'Ada Adler',
        changeType: 'created',
        oldValue: null,
        newValue: 'Footings',
        reason: null,
        impactedEntries: [],
        moveId: null,
        undoable: false,
        createdAt: expect.any(String),
      },
    ])
  })

  test('every field is stored as it was sent', async () => {
    const all = {
      description: 'Eight of them',
      scheduleType: 'inspection',
      estimatedHours: 6.25,
      assignedSubcontractorId: w.idOf('sam'),
      status: 'delayed',
      priority: 'critical',
      weatherDependent: true,
      indoorWork: false,
      percentComplete: 35,
      actualStartDate: '2026-03-02',
      actualEndDate: '2026-03-05',
      actualHours: 0,
      reminderSent: true,
      notifyClient: true,
      internal: true,
      notes: 'Rock',
      completionNotes: 'Done',
    }
    expect(await newEntry(all)).toMatchObject({ ...all, assignedSubcontractorName: 'Sam Stone' })
  })

  test('assigning a sub adds them to the job once, and returns addedToJob', async () => {
    const sub = { assignedSubcontractorId: w.idOf('sam') }
    expect(await newEntry(sub)).toMatchObject({ addedToJob: true, warnings: [] })
    expect(await onJob(deck)).toEqual([w.idOf('sam')])
    expect(
      (await newEntry({ ...sub, startDate: '2026-04-01', endDate: '2026-04-01' })).addedToJob,
    ).toBe(false)
    expect(await onJob(deck)).toEqual([w.idOf('sam')])
  })

  test.each([
    [{ title: ' ' }, { title: 'Title is required' }],
    [{ startDate: undefined }, { startDate: 'Start date is required' }],
    [{ startDate: '' }, { startDate: 'Start date is required' }],
    [{ startDate: null }, { startDate: 'Start date is required' }],
    [{ endDate: undefined }, { endDate: 'End date is required' }],
    [{ endDate: ' ' }, { endDate: 'End date is required' }],
    [{ startDate: 'soon' }, { startDate: 'Enter a date as YYYY-MM-DD' }],
    [{ endDate: '2026-02-30' }, { endDate: 'Enter a date as YYYY-MM-DD' }],
    [{ endDate: '2026-03-01' }, { endDate: 'The end date cannot be before the start date' }],
    [{ endDate: '2036-03-12' }, { endDate: 'An entry lasts at most ten years' }],
    [
      { actualStartDate: '2026-03-02', actualEndDate: '2026-03-01' },
      { actualEndDate: 'The end date cannot be before the start date' },
    ],
    [{ jobId: newId() }, { jobId: 'Choose one of your jobs' }],
    [{ jobId: null }, { jobId: 'Not a valid id' }],
    [{ status: 'done' }, { status: 'Choose a status' }],
    [{ priority: 'urgent' }, { priority: 'Choose a priority' }],
    [{ scheduleType: 'party' }, { scheduleType: 'Choose a type' }],
    [{ percentComplete: 101 }, { percentComplete: 'From 0 to 100' }],
    [{ percentComplete: 0.5 }, { percentComplete: 'Whole percent only' }],
    [{ estimatedHours: -1 }, { estimatedHours: 'Hours cannot be negative' }],
    [{ estimatedHours: 1e308 }, { estimatedHours: 'At most 99999 hours' }],
    [{ actualHours: '8' }, { actualHours: 'Enter hours' }],
    [{ weatherDependent: 'yes' }, { weatherDependent: 'Must be true or false' }],
    [{ internal: 'yes' }, { internal: 'Must be true or false' }],
    [{ dependsOnIds: 'all' }, { dependsOnIds: 'Send a list of entries' }],
    [{ dependsOnIds: ['x'] }, { 'dependsOnIds.0': 'Not a valid id' }],
    [{ dependsOnIds: [newId()] }, { dependsOnIds: 'Choose entries of this job' }],
    [{ blocksIds: [newId()] }, { blocksIds: 'Choose entries of this job' }],
    [{ assignedSubcontractorId: newId() }, { assignedSubcontractorId: expect.any(String) }],
    [{ title: 'a\0' }, { title: 'Contains characters that cannot be stored' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await w.call('ada', 'POST', '/api/schedule', {
      jobId: deck,
      title: 'A',
      ...march,
      ...change,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect(await w.db.select().from(scheduleEntries)).toEqual([])
    expect(await publishedEvents()).toEqual([])
  })

  test('refuses an assignee who is not a sub or was removed, and adds nobody to the job', async () => {
    const [formerSub] = await w.db
      .insert(users)
      .values({
        email: 'gone@x.com',
        firstName: 'G',
        lastName: 'G',
        role: 'subcontractor',
        deletedAt: new Date(),
      })
      .returning()
    const { id } = await newEntry()
    for (const assignedSubcontractorId of [w.idOf('ada'), w.idOf('cleo'), formerSub?.id]) {
      const answer = await put(id, { assignedSubcontractorId, title: 'Other' })
      expect(answer.body.fields).toEqual({
        assignedSubcontractorId: 'Choose one of your subcontractors',
      })
    }
    expect(await onJob(deck)).toEqual([])
    expect(await one(id)).toMatchObject({ title: 'Footings' })
    expect((await changesOf(id)).length).toBe(1)
  })

  test('accepts a date-time as a day, and empty text as null', async () => {
    const sent = {
      startDate: '2026-03-02T23:30:00-10:00',
      description: '',
      assignedSubcontractorId: '',
    }
    expect(await newEntry(sent)).toMatchObject({
      startDate: '2026-03-02',
      description: null,
      assignedSubcontractorId: null,
    })
  })
})

describe('changing', () => {
  test('changes only the fields sent, by every path, with a later version each time', async () => {
    const before = await newEntry({ description: 'Eight' })
    let updatedAt = before.updatedAt
    for (const [method, url] of [
      ['PUT', '/api/schedule'],
      ['PATCH', '/api/schedule'],
      ['PUT', '/api/schedule-entries'],
      ['PATCH', '/api/schedule-entries'],
    ] as const) {
      const { body } = await w.call('ada', method, `${url}/${before.id}`, { status: 'in_progress' })
      expect(body).toEqual({ ...before, status: 'in_progress', updatedAt: body.updatedAt })
      expect(body.updatedAt > updatedAt).toBe(true)
      updatedAt = body.updatedAt
    }
  })

  test('has a history with old and new values and reasons', async () => {
    const first = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    const { id } = await newEntry({ title: 'Posts' })
    await put(id, { ...march, title: 'Posts', endDate: '2026-03-09', reason: 'Rain' })
    await put(id, {
      assignedSubcontractorId: w.idOf('sue'),
      percentComplete: 20,
      weatherDependent: true,
      internal: true,
    })
    await put(id, {
      assignedSubcontractorId: w.idOf('sam'),
      dependsOnIds: [first.id],
      description: 'Cedar',
    })
    await put(id, { assignedSubcontractorId: null, dependsOnIds: [] })
    const seen = (await changesOf(id)).map((row: Record<string, string>) =>
      [row.changeType, row.oldValue, row.newValue, row.reason].join(' | '),
    )
    expect(seen.reverse()).toEqual([
      'created |  | Posts | ',
      'endDate | 2026-03-04 | 2026-03-09 | Rain',
      'assignedSubcontractorId |  | Sue Summers | ',
      'weatherDependent | false | true | ',
      'percentComplete | 0 | 20 | ',
      'internal | false | true | ',
      'description |  | Cedar | ',
      'assignedSubcontractorId | Sue Summers | Sam Stone | ',
      'dependsOnIds |  | Footings | ',
      'assignedSubcontractorId | Sam Stone |  | ',
      'dependsOnIds | Footings |  | ',
    ])
    const links = (await changesOf(id)).filter(
      (row: { changeType: string }) => row.changeType === 'dependsOnIds',
    )
    for (const row of links) expect(row.impactedEntries).toEqual([first.id])
    expect((await changesOf(first.id)).length).toBe(1)
  })

  test('publishes different events for dates, completion and other changes', async () => {
    const { id } = await newEntry()
    await put(id, { status: 'in_progress' })
    await put(id, { endDate: '2026-03-06' })
    await put(id, { status: 'completed', endDate: '2026-03-05' })
    await put(id, { status: 'completed' })
    await put(id, { assignedSubcontractorId: w.idOf('sam') })
    expect((await publishedEvents()).slice(1)).toEqual([
      ['schedule.changed', id, null],
      ['schedule.dates', id, { title: 'Footings', startDate: '2026-03-02', endDate: '2026-03-06' }],
      ['schedule.finished', id, { title: 'Footings' }],
      ['schedule.changed', id, null],
      ['schedule.changed', id, null],
      ['job.people', deck, null],
    ])
  })

  test('publishes no details of an entry that is or was internal', async () => {
    const { id } = await newEntry({ internal: true })
    await put(id, { endDate: '2026-03-06' })
    await put(id, { status: 'completed' })
    await put(id, { internal: false, endDate: '2026-03-05' })
    await put(id, { internal: true, endDate: '2026-03-04' })
    await w.call('ada', 'DELETE', `/api/schedule/${id}`)
    expect(await publishedEvents()).toEqual([
      ['schedule.created', id, null],
      ...Array(4).fill(['schedule.changed', id, null]),
      ['schedule.deleted', id, null],
    ])
  })

  test('publishes to the client only that an internal entry appears or disappears', async () => {
    const { id } = await newEntry({ internal: true })
    await put(id, { title: 'Framing' })
    await put(id, { internal: false })
    await put(id, { internal: true })
    const rows = await w.db.select().from(events).orderBy(events.id)
    expect(rows.map(({ readers }) => readers)).toEqual(['crew', 'crew', null, null])
  })

  test('refuses an end before the stored start', async () => {
    const { id } = await newEntry({ actualStartDate: '2026-03-02' })
    for (const [change, field] of [
      [{ startDate: '2026-03-05' }, 'endDate'],
      [{ endDate: '2026-03-01' }, 'endDate'],
      [{ actualEndDate: '2026-03-01' }, 'actualEndDate'],
    ] as const) {
      expect(Object.keys((await put(id, change)).body.fields)).toEqual([field])
    }
    expect((await put(id, { startDate: '' })).body.fields).toEqual({
      startDate: 'Start date is required',
    })
    expect((await put(id, { endDate: null })).body.fields).toEqual({
      endDate: 'End date is required',
    })
    expect((await put(id, { title: ' ' })).body.fields).toEqual({ title: 'Title is required' })
  })

  test('an entry cannot change its job, and an empty change writes nothing', async () => {
    const { id, updatedAt } = await newEntry()
    expect((await put(id, { jobId: bath })).body.fields).toEqual({
      jobId: 'An entry stays on its job',
    })
    for (const body of [{}, { jobId: deck }, { reason: 'None' }])
      expect((await put(id, body)).body.updatedAt).toBe(updatedAt)
    expect((await changesOf(id)).length).toBe(1)
  })
})

describe('dependencies', () => {
  test('can be set from either end, and change the version of both', async () => {
    const a = await newEntry({ title: 'A' })
    const b = await newEntry({ title: 'B', dependsOnIds: [a.id] })
    const c = await newEntry({ title: 'C', blocksIds: [a.id], dependsOnIds: [] })
    expect(b.dependsOnIds).toEqual([a.id])
    expect(await one(a.id)).toMatchObject({ dependsOnIds: [c.id], blocksIds: [b.id] })
    expect((await one(a.id)).updatedAt > a.updatedAt).toBe(true)
    // A list that is not sent stays as it is.
    expect((await put(a.id, { blocksIds: [] })).body).toMatchObject({
      dependsOnIds: [c.id],
      blocksIds: [],
    })
    expect(await one(b.id)).toMatchObject({ dependsOnIds: [] })
    const both = await put(c.id, { blocksIds: [a.id, b.id, a.id.toUpperCase()] })
    expect(both.body.blocksIds).toEqual([a.id, b.id])
    expect((await changesOf(b.id))[0]).toMatchObject({
      changeType: 'dependsOnIds',
      oldValue: null,
      newValue: 'C',
      impactedEntries: [c.id],
    })
  })

  test('cannot form a cycle: 409 with the path, and nothing is stored', async () => {
    const a = await newEntry({ title: 'Footings' })
    const b = await newEntry({ title: 'Framing', dependsOnIds: [a.id] })
    const c = await newEntry({ title: 'Drywall', dependsOnIds: [b.id] })
    const circle = await put(a.id, { dependsOnIds: [c.id], title: 'Piers' })
    expect(circle).toMatchObject({
      status: 409,
      body: {
        code: 'cycle',
        message: 'These dependencies form a cycle: Piers → Framing → Drywall → Piers',
      },
    })
    expect((await put(a.id, { dependsOnIds: [a.id] })).body.message).toMatch(
      /: Footings → Footings$/,
    )
    expect((await put(a.id, { dependsOnIds: [b.id], blocksIds: [b.id] })).status).toBe(409)
    const between = { title: 'New', ...march, jobId: deck, dependsOnIds: [c.id], blocksIds: [b.id] }
    expect((await w.call('ada', 'POST', '/api/schedule', between)).body.message).toMatch(
      /: New → Framing → Drywall → New$/,
    )
    expect(await one(a.id)).toMatchObject({
      title: 'Footings',
      dependsOnIds: [],
      blocksIds: [b.id],
    })
    // Reversing an edge in one change does not form a cycle.
    expect((await put(b.id, { dependsOnIds: [], blocksIds: [a.id] })).status).toBe(200)
  })

  test('cannot cross jobs', async () => {
    const a = await newEntry()
    const other = await newEntry({ jobId: bath })
    for (const side of ['dependsOnIds', 'blocksIds']) {
      expect((await put(a.id, { [side]: [other.id] })).body.fields).toEqual({
        [side]: 'Choose entries of this job',
      })
    }
    expect(await one(other.id)).toMatchObject({ dependsOnIds: [], blocksIds: [] })
  })
})

describe('warnings', () => {
  test('of a start before the end of an open predecessor, from either end', async () => {
    const a = await newEntry({ title: 'Framing' })
    const early = await newEntry({
      title: 'Drywall',
      startDate: '2026-03-03',
      endDate: '2026-03-05',
      dependsOnIds: [a.id],
    })
    expect(early.warnings).toEqual(['Starts before "Framing" ends on Mar 4, 2026'])
    expect((await put(early.id, { startDate: '2026-03-05' })).body.warnings).toEqual([])
    const lag = await put(early.id, { lagDays: { [a.id]: 1 } })
    expect(lag.body.warnings).toEqual([
      'Starts too soon after "Framing", which ends on Mar 4, 2026',
    ])
    expect((await put(a.id, { endDate: '2026-03-03' })).body.warnings).toEqual([])
    expect((await put(a.id, { endDate: '2026-03-09' })).body.warnings).toEqual([
      '"Drywall" starts on Mar 5, 2026, before this ends',
    ])
    expect((await put(a.id, { status: 'in_progress' })).body.warnings).toEqual([])
    await put(a.id, { status: 'completed' })
    expect((await put(early.id, { dependsOnIds: [a.id] })).body.warnings).toEqual([])
  })

  test('of a sub booked twice on a day, on any job', async () => {
    const sub = { assignedSubcontractorId: w.idOf('sam') }
    await newEntry({
      ...sub,
      jobId: bath,
      title: 'Tiles',
      startDate: '2026-03-04',
      endDate: '2026-03-10',
    })
    await newEntry({ ...sub, jobId: bath, title: 'Given up', status: 'cancelled' })
    await newEntry({ assignedSubcontractorId: w.idOf('sue'), title: "Sue's" })
    const { id, warnings } = await newEntry(sub)
    expect(warnings).toEqual([
      'Sam Stone is also booked for "Tiles" (Bath), Mar 4, 2026 to Mar 10, 2026',
    ])
    expect((await put(id, { endDate: '2026-03-03' })).body.warnings).toEqual([])
    expect((await put(id, { endDate: '2026-03-12' })).body.warnings).toHaveLength(1)
    expect((await put(id, { status: 'completed', endDate: '2026-03-12' })).body.warnings).toEqual(
      [],
    )
  })
})

describe('deleting', () => {
  test('deletes crew days and dependencies with the entry, and keeps its history', async () => {
    const a = await newEntry({ title: 'A' })
    const b = await newEntry({ title: 'B', dependsOnIds: [a.id] })
    const c = await newEntry({ title: 'C', dependsOnIds: [b.id] })
    const linked = [await one(a.id), c]
    await w.db
      .insert(crewSchedule)
      .values({ scheduleEntryId: b.id, subcontractorId: w.idOf('sam'), assignedDate: '2026-03-02' })
    expect(await w.call('ada', 'DELETE', `/api/schedule-entries/${b.id}`)).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await w.call('ada', 'DELETE', `/api/schedule/${b.id}`)).status).toBe(404)
    expect(await w.db.select().from(crewSchedule)).toEqual([])
    expect(await one(a.id)).toMatchObject({ blocksIds: [] })
    expect(await one(c.id)).toMatchObject({ dependsOnIds: [] })
    for (const { id, updatedAt } of linked)
      expect((await one(id)).updatedAt > updatedAt, 'it has a new version').toBe(true)
    expect((await changesOf(b.id)).map((row: { changeType: string }) => row.changeType)).toEqual([
      'deleted',
      'created',
    ])
    expect((await changesOf(b.id))[0]).toMatchObject({ oldValue: 'B', newValue: null })
    expect((await changesOf(c.id))[0]).toMatchObject({
      changeType: 'dependsOnIds',
      oldValue: 'B',
      newValue: null,
      impactedEntries: [b.id],
    })
    expect((await publishedEvents()).at(-1)).toEqual(['schedule.deleted', b.id, { title: 'B' }])
  })
})

describe('who may see a schedule', () => {
  test('everyone sees only the schedules of their jobs, in lists and histories', async () => {
    const onDeck = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    const deletedEntry = await newEntry({ title: 'Gone' })
    await w.call('ada', 'DELETE', `/api/schedule/${deletedEntry.id}`)
    const onBath = await newEntry({ jobId: bath, assignedSubcontractorId: w.idOf('sue') })
    // Sue completed an entry on the deck and is no longer on that job.
    const former = await newEntry({ assignedSubcontractorId: w.idOf('sue'), status: 'completed' })
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sue')}`)
    const ofDeck = [onDeck.id, former.id]
    const sees: Record<
      string,
      { list: string[]; deck?: string[]; bath?: string[]; changes: string[] }
    > = {
      ada: {
        list: [...ofDeck, onBath.id],
        deck: ofDeck,
        bath: [onBath.id],
        changes: [...ofDeck, deletedEntry.id, onBath.id],
      },
      sam: { list: ofDeck, deck: ofDeck, changes: [...ofDeck, deletedEntry.id] },
      sue: { list: [onBath.id], bath: [onBath.id], changes: [onBath.id] },
      cleo: { list: ofDeck, deck: ofDeck, changes: [] },
      carl: { list: [], changes: [] },
    }
    const ids = (body: { id: string }[]) => new Set(body.map((entry) => entry.id))
    for (const [key, expected] of Object.entries(sees)) {
      const name = key as Name
      for (const url of ['/api/schedule', '/api/schedule-entries']) {
        expect(ids((await w.call(name, 'GET', url)).body)).toEqual(new Set(expected.list))
        const page = await w.call(name, 'GET', `${url}?limit=1`)
        expect(page.headers['x-total-count']).toBe(String(expected.list.length))
      }
      const noJob = await w.call(name, 'GET', `/api/jobs/${newId()}/schedule`)
      for (const [jobId, seen] of [
        [deck, expected.deck],
        [bath, expected.bath],
      ] as const) {
        const answer = await w.call(name, 'GET', `/api/jobs/${jobId}/schedule`)
        if (seen) expect(ids(answer.body)).toEqual(new Set(seen))
        else expect(answer.text).toBe(noJob.text)
      }
      const nowhere = await w.call(name, 'GET', `/api/schedule/${newId()}/changes`)
      for (const id of [...ofDeck, deletedEntry.id, onBath.id]) {
        const answer = await w.call(name, 'GET', `/api/schedule/${id}/changes`)
        if (expected.changes.includes(id)) expect(answer.status).toBe(200)
        else expect(answer.text).toBe(nowhere.text)
        if (name === 'ada') continue
        for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
          const refused = await w.call(
            name,
            method,
            `/api/schedule/${id}`,
            method === 'DELETE' ? undefined : {},
          )
          expect([refused.status, refused.text]).toEqual([
            403,
            '{"message":"Forbidden","code":"forbidden"}',
          ])
        }
      }
      if (name === 'ada') continue
      expect(
        (await w.call(name, 'POST', '/api/schedule', { jobId: deck, title: 'A', ...march })).status,
      ).toBe(403)
      expect((await w.call(name, 'GET', '/api/schedule-templates')).status).toBe(403)
    }
  })
})

test('priority, hours, weather and crew notes are hidden from a client, but not from a sub', async () => {
  const crewOnly = {
    priority: 'critical',
    estimatedHours: 12,
    actualHours: 3,
    weatherDependent: true,
    indoorWork: false,
    notes: 'Key under the mat',
    completionNotes: 'Second coat is thin',
  }
  const entry = await newEntry({ assignedSubcontractorId: w.idOf('sam'), ...crewOnly })
  const hidden = Object.fromEntries(Object.keys(crewOnly).map((field) => [field, null]))
  for (const url of [`/api/schedule/${entry.id}`, '/api/schedule', `/api/jobs/${deck}/schedule`]) {
    const read = async (name: Name) => [(await w.call(name, 'GET', url)).body].flat()[0]
    expect(await read('cleo'), url).toMatchObject({ title: 'Footings', ...hidden })
    expect(await read('sam'), url).toMatchObject(crewOnly)
  }
  const [planEntry] = (await w.call('cleo', 'GET', '/api/schedule/plan')).body
  const { actualHours: _, notes: __, completionNotes: ___, ...inPlan } = hidden
  expect(planEntry).toMatchObject({ title: 'Footings', ...inPlan })
  expect(planEntry).not.toHaveProperty('notes')
})

const lists = () => [
  '/api/schedule',
  '/api/schedule-entries',
  '/api/schedule?limit=1',
  '/api/schedule?search=canary',
  '/api/schedule/plan',
  `/api/schedule/plan?jobId=${deck}`,
  `/api/jobs/${deck}/schedule`,
]
const addressesOf = (id: string) => [
  `/api/schedule/${id}`,
  `/api/schedule-entries/${id}`,
  `/api/schedule/${id}/calendar.ics`,
  `/api/schedule-entries/${id}/calendar.ics`,
]

describe('an internal entry', () => {
  test('is hidden from the client of its job in every read, but not from office and crew', async () => {
    const before = await newEntry({ title: 'Before' })
    const hidden = await newEntry({
      title: 'Canary',
      description: 'A canary as well',
      internal: true,
      dependsOnIds: [before.id],
      assignedSubcontractorId: w.idOf('sam'),
    })
    const next = await newEntry({ title: 'Next', dependsOnIds: [before.id, hidden.id] })
    const ids = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id)
    for (const url of lists()) {
      const isPage = url.includes('limit')
      const isSearch = url.includes('search')
      const forClient = await w.call('cleo', 'GET', url)
      expect(forClient.status, url).toBe(200)
      expect(forClient.text, url).not.toMatch(new RegExp(`canary|${hidden.id}`, 'i'))
      expect(ids(forClient), url).toEqual(
        isSearch ? [] : isPage ? [before.id] : [before.id, next.id],
      )
      for (const name of ['ada', 'sam'] as const) {
        const forCrew = await w.call(name, 'GET', isPage ? url.replace('=1', '=9') : url)
        expect(ids(forCrew), url).toContain(hidden.id)
      }
    }
    for (const [name, total] of [
      ['cleo', 2],
      ['sam', 3],
      ['ada', 3],
    ] as const) {
      for (const url of ['/api/schedule?limit=1', '/api/schedule/plan'])
        expect((await w.call(name, 'GET', url)).headers['x-total-count'], url).toBe(String(total))
    }
    const unknown = addressesOf(newId())
    for (const [n, url] of addressesOf(hidden.id).entries()) {
      const forClient = await w.call('cleo', 'GET', url)
      const nowhere = await w.call('cleo', 'GET', unknown[n] ?? '')
      expect([forClient.status, forClient.text], url).toEqual([404, nowhere.text])
      for (const name of ['ada', 'sam'] as const)
        expect((await w.call(name, 'GET', url)).status, url).toBe(200)
    }
  })

  test('is hidden from the dependencies that a client reads', async () => {
    const before = await newEntry({ title: 'Before' })
    const hidden = await newEntry({ title: 'Canary', internal: true, dependsOnIds: [before.id] })
    const next = await newEntry({ title: 'Next', dependsOnIds: [before.id, hidden.id] })
    const linksOf = async (name: Name, id: string) => {
      const { dependsOnIds, blocksIds } = (await w.call(name, 'GET', `/api/schedule/${id}`)).body
      return { dependsOnIds, blocksIds }
    }
    expect(await linksOf('cleo', before.id)).toEqual({ dependsOnIds: [], blocksIds: [next.id] })
    expect(await linksOf('cleo', next.id)).toEqual({ dependsOnIds: [before.id], blocksIds: [] })
    const bothAfter = [hidden.id, next.id]
    expect(await linksOf('ada', before.id)).toEqual({ dependsOnIds: [], blocksIds: bothAfter })
  })

  test('becomes visible to the client when shared, and hidden when internal again', async () => {
    const { id } = await newEntry({ internal: true })
    const statusFor = async (name: Name) =>
      (await w.call(name, 'GET', `/api/schedule/${id}`)).status
    expect(await statusFor('cleo')).toBe(404)
    expect((await put(id, { internal: false })).body).toMatchObject({ internal: false })
    expect(await statusFor('cleo')).toBe(200)
    await put(id, { internal: true })
    expect([await statusFor('cleo'), await statusFor('ada')]).toEqual([404, 200])
  })
})

const book = (entryId: string, name: 'sam' | 'sue', ...days: string[]) =>
  w.call('ada', 'POST', `/api/schedule/${entryId}/crew`, {
    ...{ subcontractorId: w.idOf(name), days },
  })

test('the subs booked on an entry are named until one is assigned, without those who declined', async () => {
  const { id } = await newEntry()
  await book(id, 'sue', '2026-03-03')
  await book(id, 'sam', '2026-03-02', '2026-03-03')
  const named = async () => (await w.call('ada', 'GET', `/api/schedule/${id}`)).body
  const nobody = { assignedSubcontractorId: null }
  expect(await named()).toMatchObject({
    ...nobody,
    assignedSubcontractorName: 'Sam Stone, Sue Summers',
  })
  const written = await put(id, { title: 'Piers' })
  expect(written.body).toMatchObject({ assignedSubcontractorName: 'Sam Stone, Sue Summers' })
  await w.db.update(crewSchedule).set({ declined: true })
  expect(await named()).toMatchObject({ ...nobody, assignedSubcontractorName: null })
  await w.db.update(crewSchedule).set({ declined: false })
  await put(id, { assignedSubcontractorId: w.idOf('sue') })
  expect(await named()).toMatchObject({ assignedSubcontractorName: 'Sue Summers' })
  const [change] = await changesOf(id)
  expect(change).toMatchObject({ oldValue: null, newValue: 'Sue Summers' })
})

test('a client can read and filter by the sub of an entry only if the settings allow it', async () => {
  const sub = {
    assignedSubcontractorId: w.idOf('sam'),
    assignedSubcontractorName: 'Sam Stone',
  }
  const noSub = { assignedSubcontractorId: null, assignedSubcontractorName: null }
  const { id } = await newEntry({ title: 'Canary', assignedSubcontractorId: w.idOf('sam') })
  const reads = [...lists(), `/api/schedule/${id}`, `/api/schedule-entries/${id}`]
  const bySub = ['/api/schedule', '/api/schedule?limit=5', '/api/schedule/plan'].map((url) => {
    const filter = `subcontractorId=${w.idOf('sam')}`
    return url.includes('?') ? `${url}&${filter}` : `${url}?${filter}`
  })
  const expectSub = async (name: Name, seen: object) => {
    for (const url of reads) {
      const answer = await w.call(name, 'GET', url)
      expect([answer.body].flat(), url).toMatchObject([{ id, ...seen }])
      if (seen === noSub) expect(answer.text, url).not.toMatch(/Stone|Sam/)
    }
    for (const url of bySub) {
      const { body } = await w.call(name, 'GET', url)
      expect(body, url).toHaveLength(seen === noSub ? 0 : 1)
    }
  }
  await expectSub('cleo', sub)
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: 'Ridge Homes', timeZone: 'UTC' })
  await expectSub('cleo', sub)
  await w.call('ada', 'PUT', '/api/settings', { clientsSeeSubs: false })
  await expectSub('cleo', noSub)
  await expectSub('ada', sub)
  await expectSub('sam', sub)
  await w.db.delete(settings)
})

test('clients do not see who is booked on an entry, and cannot find it by that', async () => {
  const { id } = await newEntry()
  await book(id, 'sam', '2026-03-02')
  const found = (name: Name) =>
    Promise.all(
      ['', `?subcontractorId=${w.idOf('sam')}`].map(async (query) =>
        (await w.call(name, 'GET', `/api/schedule${query}`)).body.map(
          (entry: { assignedSubcontractorName: string | null }) => entry.assignedSubcontractorName,
        ),
      ),
    )
  expect(await found('cleo')).toEqual([[null], []])
  expect(await found('sam')).toEqual([['Sam Stone'], ['Sam Stone']])
})

test('an entry is readable under both paths, and a 404 for people not on its job', async () => {
  const { addedToJob: _, warnings: __, moveId: ___, moved: ____, ...entry } = await newEntry()
  const nowhere = await w.call('carl', 'GET', `/api/schedule/${newId()}`)
  for (const base of ['/api/schedule', '/api/schedule-entries']) {
    const { status, body, headers } = await w.call('ada', 'GET', `${base}/${entry.id}`)
    expect({ status, body }).toEqual({ status: 200, body: entry })
    expect(headers.etag).toBeDefined()
    expect((await w.call('carl', 'GET', `${base}/${entry.id}`)).text).toBe(nowhere.text)
  }
  expect(nowhere.status).toBe(404)
})

describe('the plan', () => {
  test('has the entries of a period by start, with filters, without descriptions', async () => {
    const sub = w.idOf('sam')
    const early = await newEntry({ startDate: '2026-03-01', endDate: '2026-03-20' })
    const late = await newEntry({
      startDate: '2026-03-10',
      endDate: '2026-03-11',
      status: 'delayed',
      assignedSubcontractorId: sub,
      dependsOnIds: [early.id],
      description: 'Long text',
    })
    const other = await newEntry({ jobId: bath, startDate: '2026-04-01', endDate: '2026-04-02' })
    const found = async (query: string) => {
      const { body, headers } = await w.call('ada', 'GET', `/api/schedule/plan?${query}`)
      expect(headers['x-total-count']).toBe(String(body.length))
      return body.map(({ id }: { id: string }) => id)
    }
    expect(await found('')).toEqual([early.id, late.id, other.id])
    expect(await found('from=2026-03-12&to=2026-03-31')).toEqual([early.id])
    expect(await found('startsFrom=2026-03-02')).toEqual([late.id, other.id])
    expect(await found('status=delayed')).toEqual([late.id])
    expect(await found(`subcontractorId=${sub}`)).toEqual([late.id])
    expect(await found(`jobId=${bath}`)).toEqual([other.id])
    const { body } = await w.call('ada', 'GET', '/api/schedule/plan?status=delayed')
    expect(body).toEqual([
      {
        id: late.id,
        jobId: deck,
        jobName: 'Deck',
        title: 'Footings',
        scheduleType: 'task',
        startDate: '2026-03-10',
        endDate: '2026-03-11',
        estimatedHours: 8,
        assignedSubcontractorId: sub,
        assignedSubcontractorName: 'Sam Stone',
        status: 'delayed',
        priority: 'medium',
        dependsOnIds: [early.id],
        lagDays: {},
        weatherDependent: false,
        indoorWork: true,
        percentComplete: 0,
        dateFixed: false,
        baselineStartDate: null,
        baselineEndDate: null,
        internal: false,
        updatedAt: expect.any(String),
      },
    ])
  })

  test('beyond its limit has the entries that start last, and the total count', async () => {
    await w.db.insert(scheduleEntries).values(
      Array.from({ length: PLAN_LIMIT }, (_, n) => ({
        jobId: bath,
        title: `Visit ${n}`,
        startDate: '2026-05-01',
        endDate: '2026-05-01',
      })),
    )
    await newEntry({ startDate: '2026-04-01', endDate: '2026-06-01' })
    const { body, headers } = await w.call('ada', 'GET', '/api/schedule/plan')
    expect(headers['x-total-count']).toBe(String(PLAN_LIMIT + 1))
    expect(body).toHaveLength(PLAN_LIMIT)
    expect(new Set(body.map(({ jobId }: { jobId: string }) => jobId))).toEqual(new Set([bath]))
  })
})

describe('the history of a job', () => {
  test('lists the changes of all its entries, including deleted ones, in pages', async () => {
    const existingEntry = await newEntry({ title: 'Framing' })
    const deletedEntry = await newEntry({ title: 'Cleaning' })
    await newEntry({ jobId: bath, title: 'Tiles' })
    await put(existingEntry.id, { status: 'in_progress' })
    await w.call('ada', 'DELETE', `/api/schedule/${deletedEntry.id}`)
    const url = `/api/jobs/${deck}/schedule-changes`
    const rows = (body: { entryTitle: string; changeType: string }[]) =>
      body.map(({ entryTitle, changeType }) => [entryTitle, changeType])
    const all = await w.call('ada', 'GET', url)
    expect(rows(all.body)).toEqual([
      ['Cleaning', 'deleted'],
      ['Framing', 'status'],
      ['Cleaning', 'created'],
      ['Framing', 'created'],
    ])
    const page = await w.call('ada', 'GET', `${url}?limit=3`)
    expect(page.headers['x-total-count']).toBe('4')
    expect(page.body).toEqual(all.body.slice(0, 3))
    const next = /<(.*)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await w.call('ada', 'GET', next)).body).toEqual(all.body.slice(3))
    expect((await w.call('cleo', 'GET', url)).status).toBe(403)
    expect((await w.call('sam', 'GET', url)).status).toBe(404)
  })

  test('sums the days lost by moves that made the job end later, by reason', async () => {
    const a = await newEntry({ title: 'A' })
    const b = await newEntry({ title: 'B', dependsOnIds: [a.id] })
    await put(a.id, { endDate: '2026-03-09', reason: 'Weather' })
    await put(a.id, { endDate: '2026-03-05' })
    await put(b.id, { startDate: '2026-03-05', endDate: '2026-03-06', reason: 'Weather' })
    await put(b.id, { endDate: '2026-03-09' })
    expect((await w.call('ada', 'GET', `/api/jobs/${deck}/days-lost`)).body).toEqual({
      days: 9,
      reasons: [
        { reason: 'Weather', days: 6, moves: 2 },
        { reason: null, days: 3, moves: 1 },
      ],
    })
    const none = await w.call('ada', 'GET', `/api/jobs/${bath}/days-lost`)
    expect(none.body).toEqual({ days: 0, reasons: [] })
    const moved = (await changesOf(a.id)).find(
      ({ changeType }: { changeType: string }) => changeType === 'endDate',
    )
    expect(moved).toMatchObject({ impactedEntries: [b.id] })
    expect((await w.call('cleo', 'GET', `/api/jobs/${deck}/days-lost`)).status).toBe(403)
  })
})

describe('lists', () => {
  test('are sorted by start, and filtered by dates, status, job and search words', async () => {
    const made: string[] = []
    for (const [title, startDate, endDate, more] of [
      ['Late', '2026-05-01', '2026-05-01', {}],
      ['Early', '2026-03-01', '2026-03-10', { status: 'delayed' }],
      ['Bath tiles', '2026-03-05', '2026-04-01', { jobId: bath }],
      ['Twin', '2026-03-01', '2026-03-01', { description: 'about TILES' }],
    ] as const) {
      made.push((await newEntry({ title, startDate, endDate, ...more })).id)
    }
    const found = async (query: string) =>
      (await w.call('ada', 'GET', `/api/schedule-entries?${query}`)).body.map(
        (entry: { id: string }) => made.indexOf(entry.id),
      )
    expect(await found('')).toEqual([1, 3, 2, 0])
    expect(await found('from=2026-03-02')).toEqual([1, 2, 0])
    expect(await found('from=2026-03-10&to=2026-03-10')).toEqual([1, 2])
    expect(await found('to=2026-03-05')).toEqual([1, 3, 2])
    expect(await found('status=delayed')).toEqual([1])
    expect(await found(`jobId=${bath}`)).toEqual([2])
    expect(await found('search=tiles')).toEqual([3, 2])
    const seen: number[] = []
    let url = '/api/schedule?limit=1'
    for (let pages = 0; url && pages < 9; pages++) {
      const page = await w.call('ada', 'GET', url)
      expect(page.headers['x-total-count']).toBe('4')
      seen.push(...page.body.map((entry: { id: string }) => made.indexOf(entry.id)))
      url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    expect(seen).toEqual([1, 3, 2, 0])
  })

  test.each([
    'from=soon',
    'to=2026-02-30',
    'status=odd',
    'jobId=x',
    'limit=0',
    'after=zzz&limit=1',
  ])('refuses ?%s', async (query) => {
    expect((await w.call('ada', 'GET', `/api/schedule-entries?${query}`)).status).toBe(400)
  })
})

describe('races', () => {
  test('a new entry that would close a cycle waits for the one before it', async () => {
    const [first, last] = [await newEntry(), await newEntry()]
    const link = `select from jobs where id = '${deck}' for no key update;
      insert into schedule_dependencies (entry_id, depends_on_id, job_id)
      values ('${last.id}', '${first.id}', '${deck}')`
    const between = { ...march, jobId: deck, title: 'Between' }
    const answers = await race(w, link, () =>
      w.call('ada', 'POST', '/api/schedule', {
        ...{ ...between, dependsOnIds: [last.id], blocksIds: [first.id] },
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
  })

  test('of four concurrent edits that would form a cycle, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const made: string[] = []
      for (let n = 0; n < 4; n++) made.push((await newEntry({ title: `E${n}` })).id)
      const answers = await Promise.all(
        made.map((id, n) => put(id, { dependsOnIds: [made[(n + 1) % made.length]] })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 409])
      expect((await w.db.select().from(scheduleDependencies)).length).toBe(3)
      await w.db.delete(scheduleEntries)
      expect(await w.db.select().from(scheduleDependencies)).toEqual([])
    }
  })

  test('twenty concurrent edits that affect one entry all succeed', async () => {
    const hub = await newEntry({ title: 'Hub' })
    const spokes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => newEntry({ title: `S${n}`, dependsOnIds: [hub.id] })),
    )
    expect(new Set((await one(hub.id)).blocksIds)).toEqual(new Set(spokes.map((spoke) => spoke.id)))
    await Promise.all(spokes.map((spoke) => w.call('ada', 'DELETE', `/api/schedule/${spoke.id}`)))
    expect((await one(hub.id)).blocksIds).toEqual([])
    expect((await w.db.select().from(scheduleChanges)).length).toBe(41)
  })
})
