import { tagOf } from '@plumbline/contract/route.ts'
import type { ScheduleTemplate } from '@plumbline/contract/templates.ts'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { scheduleChanges, scheduleDependencies, scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { scheduleTemplates } from '../../schema/templates.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { addShippedTemplates } from './service.ts'
import { shippedTemplates } from './shipped.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({
    companyName: 'C',
    holdingsName: 'H',
    timeZone: 'America/Chicago',
    holidays: [{ day: '2026-11-26', name: 'Thanksgiving' }],
  })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(scheduleTemplates)
  await w.db.delete(jobs)
  await w.db.delete(events)
})

const URL = '/api/schedule-templates'
const NOWHERE = '0198c0de-0000-7000-8000-00000000dead'

const deck = {
  name: 'Deck',
  projectType: 'Deck',
  templateData: {
    entries: [
      { title: 'Dig', startDay: 0, days: 2, trade: 'Concrete', weatherDependent: true },
      {
        title: 'Pour',
        startDay: 0,
        days: 1,
        trade: 'Concrete',
        priority: 'high',
        dependsOn: [{ entry: 0, lagDays: 0 }],
      },
      {
        title: 'Frame',
        description: 'Ledger first',
        startDay: 1,
        days: 3,
        estimatedHours: 30,
        trade: 'Carpentry',
        internal: true,
        dependsOn: [{ entry: 1, lagDays: 1 }],
      },
    ],
    tasks: [
      { name: 'Call for the inspection', description: 'Before seven', entry: 0 },
      { name: 'Final clean' },
    ],
  },
}

async function create(body: object = deck): Promise<ScheduleTemplate> {
  const answer = await w.call('ada', 'POST', URL, body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
async function newJob(name = 'Porch') {
  const [job] = await w.db.insert(jobs).values({ name, address: 'Elm St' }).returning()
  return job?.id ?? ''
}
const eventNames = async () =>
  (await w.db.select({ name: events.name }).from(events).orderBy(asc(events.id))).map(
    ({ name }) => name,
  )

describe('templates', () => {
  test('can be created with defaults and a duration, read, and listed by name', async () => {
    const kitchen = await create({ ...deck, name: 'Kitchen', description: '' })
    const made = await create()
    expect(made).toMatchObject({
      name: 'Deck',
      description: null,
      estimatedDuration: 7,
      createdById: w.idOf('ada'),
      isActive: true,
    })
    expect(made.templateData.entries[0]).toEqual({
      title: 'Dig',
      description: null,
      scheduleType: 'task',
      startDay: 0,
      days: 2,
      estimatedHours: 8,
      priority: 'medium',
      weatherDependent: true,
      indoorWork: true,
      internal: false,
      trade: 'Concrete',
      dependsOn: [],
    })
    expect((await w.call('ada', 'GET', `${URL}/${made.id}`)).body).toEqual(made)
    expect((await w.call('ada', 'GET', URL)).body).toEqual([made, kitchen])
    expect(await eventNames()).toEqual(['template.created', 'template.created'])
  })

  test('can be changed in the fields sent, which updates the duration, and retired', async () => {
    const made = await create()
    const url = `${URL}/${made.id}`
    const retired = await w.call('ada', 'PUT', url, { isActive: false })
    expect(retired.body).toMatchObject({ ...made, isActive: false, updatedAt: expect.anything() })
    const entries = made.templateData.entries.slice(0, 1)
    const shorter = await w.call('ada', 'PUT', url, { templateData: { entries, tasks: [] } })
    expect(shorter.body).toMatchObject({ isActive: false, estimatedDuration: 2 })
    expect((await w.call('ada', 'PUT', url, {})).body).toEqual(shorter.body)
    expect(await eventNames()).toEqual(['template.created', 'template.changed', 'template.changed'])
  })

  test('can be deleted once', async () => {
    const { id } = await create()
    expect((await w.call('ada', 'DELETE', `${URL}/${id}`)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', `${URL}/${id}`)).status).toBe(404)
    expect(await eventNames()).toEqual(['template.created', 'template.deleted'])
  })

  test.each<[string, object, Record<string, string>]>([
    ['no name', { ...deck, name: ' ' }, { name: 'Name is required' }],
    [
      'no entries',
      { name: 'Deck', templateData: {} },
      { 'templateData.entries': expect.any(String) as never },
    ],
    [
      'a cycle',
      {
        ...deck,
        templateData: {
          entries: [
            { title: 'Dig', startDay: 0, days: 1, dependsOn: [{ entry: 1 }] },
            { title: 'Pour', startDay: 0, days: 1, dependsOn: [{ entry: 0 }] },
          ],
          tasks: [],
        },
      },
      {
        'templateData.entries.0.dependsOn': 'These dependencies form a cycle: Dig → Pour → Dig',
      },
    ],
  ])('is refused with %s', async (_, body, fields) => {
    const answer = await w.call('ada', 'POST', URL, body)
    expect(answer).toMatchObject({ status: 400, body: { fields: expect.objectContaining(fields) } })
  })

  test('stored in an old format are read as empty', async () => {
    const old = { entries: [{ title: 'Demo', days: 2, dependsOn: [0] }] }
    await w.db.insert(scheduleTemplates).values({ name: 'Old', templateData: old as never })
    const { body } = await w.call('ada', 'GET', URL)
    expect(body).toMatchObject([{ name: 'Old', templateData: { entries: [], tasks: [] } }])
  })

  test('are for admins only', async () => {
    const { id } = await create()
    const jobId = await newJob()
    const apply = { templateId: id, startDate: '2026-11-23' }
    for (const name of ['sam', 'cleo'] satisfies Name[])
      for (const [method, url, body] of [
        ['GET', URL, undefined],
        ['GET', `${URL}/${id}`, undefined],
        ['POST', URL, deck],
        ['PUT', `${URL}/${id}`, { name: 'Mine' }],
        ['DELETE', `${URL}/${id}`, undefined],
        ['POST', `/api/jobs/${jobId}/apply-template`, apply],
        ['POST', `/api/jobs/${jobId}/save-as-template`, { name: 'Mine' }],
      ] as const)
        expect((await w.call(name, method, url, body)).status, `${name} ${method} ${url}`).toBe(403)
    expect((await w.call('ada', 'GET', `${URL}/${NOWHERE}`)).status).toBe(404)
  })
})

test('of two waiting changes of one template version, one is accepted', async () => {
  const { id, updatedAt } = await create()
  const match = { 'if-match': tagOf({ updatedAt }) }
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let changes: ReturnType<TestApp['call']>[] = []
  await w.db.transaction(async (tx) => {
    await tx.select().from(scheduleTemplates).where(eq(scheduleTemplates.id, id)).for('update')
    changes = ['Porch', 'Patio'].map((name) =>
      w.call('ada', 'PUT', `${URL}/${id}`, { name }, match),
    )
    const areWaiting = async () => (await w.db.execute(waiting)).rows.length === changes.length
    await expect.poll(areWaiting).toBe(true)
  })
  const answers = await Promise.all(changes)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
})

describe('a template on a job', () => {
  const apply = (jobId: string, body: object) =>
    w.call('ada', 'POST', `/api/jobs/${jobId}/apply-template`, body)

  test('adds entries on working days, dependencies with lag, tasks with deadlines, subs and history', async () => {
    const { id: templateId } = await create()
    const jobId = await newJob()
    const answer = await apply(jobId, {
      templateId,
      // A Saturday. The following Thursday is a holiday.
      startDate: '2026-11-21',
      assignSubs: { Concrete: w.idOf('sam'), Carpentry: null, Roofing: w.idOf('sue') },
    })
    expect(answer).toMatchObject({
      status: 201,
      body: { entries: 3, tasks: 2, start: '2026-11-23', finish: '2026-12-02' },
    })
    const entries = await w.db.select().from(scheduleEntries).orderBy(asc(scheduleEntries.id))
    expect(entries).toMatchObject([
      {
        jobId,
        title: 'Dig',
        startDate: '2026-11-23',
        endDate: '2026-11-24',
        assignedSubcontractorId: w.idOf('sam'),
        weatherDependent: true,
        status: 'scheduled',
      },
      { title: 'Pour', startDate: '2026-11-25', endDate: '2026-11-25', priority: 'high' },
      {
        title: 'Frame',
        description: 'Ledger first',
        startDate: '2026-11-30',
        endDate: '2026-12-02',
        assignedSubcontractorId: null,
        estimatedHours: 30,
        internal: true,
      },
    ])
    const [dig, pour, frame] = entries.map(({ id }) => id)
    expect(await w.db.select().from(scheduleDependencies)).toEqual([
      { jobId, entryId: pour, dependsOnId: dig, lagDays: 0 },
      { jobId, entryId: frame, dependsOnId: pour, lagDays: 1 },
    ])
    expect(await w.db.select().from(tasks).orderBy(asc(tasks.id))).toMatchObject([
      {
        jobId,
        name: 'Call for the inspection',
        description: 'Before seven',
        assigneeId: null,
        deadline: new Date('2026-11-25T05:59:59Z'),
      },
      { name: 'Final clean', deadline: null },
    ])
    const history = await w.db.select().from(scheduleChanges).orderBy(asc(scheduleChanges.id))
    expect(history).toMatchObject(
      ['Dig', 'Pour', 'Frame'].map((newValue) => ({
        changeType: 'created',
        newValue,
        changedById: w.idOf('ada'),
        reason: 'From the template Deck',
      })),
    )
    const onJob = await w.db
      .select({ id: jobSubcontractors.subcontractorId })
      .from(jobSubcontractors)
      .where(eq(jobSubcontractors.jobId, jobId))
    expect(onJob).toEqual([{ id: w.idOf('sam') }])
    expect(await eventNames()).toEqual([
      'template.created',
      'schedule.planned',
      'job.people',
      'job.dates',
    ])
  })

  test.each([
    [
      { startDate: null, endDate: null },
      { startDate: '2026-11-23', endDate: '2026-12-02' },
    ],
    [
      { startDate: '2026-11-02', endDate: null },
      { startDate: '2026-11-02', endDate: '2026-12-02' },
    ],
    [
      { startDate: null, endDate: '2027-01-15' },
      { startDate: '2026-11-23', endDate: '2027-01-15' },
    ],
    // Its end would be before its start.
    [
      { startDate: '2027-01-04', endDate: null },
      { startDate: '2027-01-04', endDate: null },
    ],
    [
      { startDate: '2026-10-01', endDate: '2026-10-30' },
      { startDate: '2026-10-01', endDate: '2026-10-30' },
    ],
  ])('gives a job with %j the days that it lacks', async (before, after) => {
    const { id: templateId } = await create()
    const jobId = await newJob()
    await w.db.update(jobs).set(before).where(eq(jobs.id, jobId))
    expect((await apply(jobId, { templateId, startDate: '2026-11-23' })).status).toBe(201)
    expect((await w.call('ada', 'GET', `/api/jobs/${jobId}`)).body).toMatchObject(after)
  })

  test('adds to the existing entries of the job', async () => {
    const { id: templateId } = await create()
    const jobId = await newJob()
    for (const startDate of ['2026-11-02', '2026-11-09'])
      expect((await apply(jobId, { templateId, startDate })).status).toBe(201)
    expect(await w.db.$count(scheduleEntries)).toBe(6)
  })

  test('a retired template is refused, and nothing is added', async () => {
    const { id: templateId } = await create()
    await w.call('ada', 'PUT', `${URL}/${templateId}`, { isActive: false })
    const answer = await apply(await newJob(), { templateId, startDate: '2026-11-23' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'templateRetired' } })
    expect(await w.db.$count(scheduleEntries)).toBe(0)
  })

  test.each<[string, (templateId: string) => object, Record<string, string>]>([
    [
      'a template that does not exist',
      () => ({ templateId: NOWHERE, startDate: '2026-11-23' }),
      { templateId: 'Choose one of your templates' },
    ],
    ['no start', (templateId) => ({ templateId }), { startDate: 'Start date is required' }],
    [
      'a start that is too late for the work',
      (templateId) => ({ templateId, startDate: '2999-12-31' }),
      { startDate: 'The work would go on after Dec 31, 2999' },
    ],
    [
      'a client as a sub',
      (templateId) => ({
        templateId,
        startDate: '2026-11-23',
        assignSubs: { Carpentry: w.idOf('sam'), Concrete: w.idOf('cleo') },
      }),
      { 'assignSubs.Concrete': 'Choose one of your subcontractors' },
    ],
  ])('is refused with %s', async (_, body, fields) => {
    const { id } = await create()
    const answer = await apply(await newJob(), body(id))
    expect(answer).toMatchObject({ status: 400, body: { fields } })
    expect(await w.db.$count(scheduleEntries)).toBe(0)
  })

  test('is a 404 for an unknown job', async () => {
    const { id: templateId } = await create()
    expect((await apply(NOWHERE, { templateId, startDate: '2026-11-23' })).status).toBe(404)
  })
})

describe('a job as a template', () => {
  test('equals the template applied to it, without cancelled entries', async () => {
    const made = await create()
    const jobId = await newJob()
    await w.call('ada', 'POST', `/api/jobs/${jobId}/apply-template`, {
      templateId: made.id,
      startDate: '2026-11-23',
    })
    const march = { startDate: '2026-03-02', endDate: '2026-03-04' }
    await w.db
      .insert(scheduleEntries)
      .values({ jobId, title: 'Pergola', ...march, status: 'cancelled' })
    const answer = await w.call('ada', 'POST', `/api/jobs/${jobId}/save-as-template`, {
      name: 'Porch',
      description: 'As on Elm St',
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: 'Porch',
        description: 'As on Elm St',
        projectType: null,
        estimatedDuration: made.estimatedDuration,
        createdById: w.idOf('ada'),
      },
    })
    const { entries, tasks: list } = made.templateData
    expect(answer.body.templateData).toEqual({
      // Nobody was assigned, and the last entry starts as soon as its predecessor allows.
      entries: entries.map((entry) => ({ ...entry, trade: null, startDay: 0 })),
      tasks: list,
    })
  })

  test('uses the trades of the subs', async () => {
    const jobId = await newJob()
    const days = { startDate: '2026-03-02', endDate: '2026-03-04' }
    await w.db
      .insert(scheduleEntries)
      .values({ jobId, title: 'Board', ...days, assignedSubcontractorId: w.idOf('sam') })
    const { body } = await w.call('ada', 'POST', `/api/jobs/${jobId}/save-as-template`, {
      name: 'Walls',
    })
    expect(body.templateData.entries).toMatchObject([{ title: 'Board', trade: 'Drywall', days: 3 }])
  })

  test('is refused without a name, for an unknown job, and beyond 200 tasks', async () => {
    const jobId = await newJob()
    const save = (id: string, body: object) =>
      w.call('ada', 'POST', `/api/jobs/${id}/save-as-template`, body)
    expect(await save(jobId, {})).toMatchObject({
      status: 400,
      body: { fields: { name: 'Name is required' } },
    })
    expect((await save(NOWHERE, { name: 'Nowhere' })).status).toBe(404)
    const many = Array.from({ length: 201 }, (_, n) => ({ jobId, name: `Task ${n}` }))
    await w.db.insert(tasks).values(many)
    expect(await save(jobId, { name: 'All' })).toMatchObject({
      status: 409,
      body: { code: 'jobTooLarge', message: expect.stringContaining('200 entries and 200 tasks') },
    })
    expect(await w.db.$count(scheduleTemplates)).toBe(0)
  })

  interface Rows {
    readonly entries?: readonly { title: string; startDate: string; endDate: string }[]
    readonly tasks?: readonly { name: string; description?: string }[]
  }
  const day = (date: string) => ({ startDate: date, endDate: date })
  test.each<[what: string, rows: Rows, problem: string]>([
    [
      'an entry that starts too late',
      {
        entries: [
          { title: 'Dig', ...day('2026-03-02') },
          { title: 'Pour', ...day('2062-03-02') },
        ],
      },
      '"Pour" does not fit into a template. Working days after the start of the job: From 0 to 5000',
    ],
    [
      'entries that take too long together',
      {
        entries: [
          { title: 'Dig', ...day('2026-03-02') },
          { title: 'Pour', startDate: '2045-03-01', endDate: '2045-12-01' },
        ],
      },
      'This job does not fit into a template. At most 5000 working days in all',
    ],
    [
      'a title that is too long',
      { entries: [{ title: 'x'.repeat(201), ...day('2026-03-02') }] },
      `"${'x'.repeat(201)}" does not fit into a template. Title: At most 200 characters`,
    ],
    [
      'a task with a long text',
      { tasks: [{ name: 'Call' }, { name: 'Sweep', description: 'x'.repeat(10_001) }] },
      '"Sweep" does not fit into a template. Description: At most 10000 characters',
    ],
  ])('is refused for %s', async (_, { entries = [], tasks: list = [] }, message) => {
    const jobId = await newJob()
    if (entries.length > 0)
      await w.db.insert(scheduleEntries).values(entries.map((entry) => ({ ...entry, jobId })))
    if (list.length > 0) await w.db.insert(tasks).values(list.map((task) => ({ ...task, jobId })))
    const answer = await w.call('ada', 'POST', `/api/jobs/${jobId}/save-as-template`, {
      name: 'All',
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'jobDoesNotFit', message } })
    expect(await w.db.$count(scheduleTemplates)).toBe(0)
  })
})

test('built-in templates are added once, and later changes of them are kept', async () => {
  await w.db.update(settings).set({ templatesAdded: false })
  await Promise.all([1, 2].map(() => w.db.transaction(addShippedTemplates)))
  const { body: added } = await w.call('ada', 'GET', URL)
  expect(added.map(({ name }: ScheduleTemplate) => name)).toEqual([
    'Bathroom Remodel',
    'Deck',
    'Kitchen Remodel',
    'Rental Turnover',
    'Roof Replacement',
    'Room Addition',
  ])
  const [first, second] = added as [ScheduleTemplate, ScheduleTemplate]
  await w.call('ada', 'DELETE', `${URL}/${first.id}`)
  await w.call('ada', 'PUT', `${URL}/${second.id}`, { name: 'Our deck' })
  await addShippedTemplates(w.db)
  const { body: after } = await w.call('ada', 'GET', URL)
  expect(after).toHaveLength(5)
  expect(after[1]).toMatchObject({ id: second.id, name: 'Our deck' })
})

describe.each(shippedTemplates)('the template $name', ({ templateData }) => {
  test('has inspections, and only outdoor work depends on the weather', () => {
    const { entries, tasks: list } = templateData
    expect(entries.length).toBeGreaterThan(10)
    expect(list.length).toBeGreaterThan(6)
    expect(entries.some(({ scheduleType }) => scheduleType === 'inspection')).toBe(true)
    for (const { title, weatherDependent, indoorWork } of entries)
      expect(weatherDependent, title).toBe(!indoorWork)
    // Every entry except the first one has a predecessor.
    const alone = entries.filter(({ dependsOn }) => dependsOn.length === 0)
    expect(alone.map(({ title }) => title)).toEqual([entries[0]?.title])
  })
})
