import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishSettledProgress } from '../../app/notifications/progress.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { upright } from '../../testing/pictures/make.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const read = async (name: 'ada' | 'sam' | 'sue' | 'cleo' | 'carl') =>
  (await w.call(name, 'GET', '/api/dashboard')).body
/** Publishes to clients the progress that has changed so far. */
const progressSettles = () => publishSettledProgress(w.db, new Date(Date.now() + DAY_MS))
const newPhoto = async (fields: Record<string, string>): Promise<string> => {
  const content = await upright(8, 6).then((picture) => picture.jpeg().toBuffer())
  return (await w.upload('ada', '/api/photos', { field: 'photo', content }, fields)).body.id
}

test('every figure is 0 in an empty company', async () => {
  expect(await read('ada')).toEqual({
    role: 'admin',
    totalApprovedAmount: 0,
    activeJobs: 0,
    completedJobs: 0,
    totalJobs: 0,
    onHoldJobs: 0,
    recentJobs: [],
    // The company is not set up.
    checklist: null,
  })
  expect(await read('sam')).toEqual({
    role: 'subcontractor',
    activeTasks: 0,
    completedTasks: 0,
    thisWeek: 0,
    currentTasks: [],
    now: null,
  })
  expect(await read('cleo')).toEqual({
    role: 'client',
    jobs: [],
    lead: null,
    jobCount: 0,
    decisions: [],
    unpaid: [],
    unpaidCount: 0,
    unpaidOwed: 0,
    recentUpdates: [],
  })
})

test('admins and clients see the figures of their jobs', async () => {
  const made = []
  for (const [n, status] of (
    ['not_started', 'in_progress', 'completed', 'on_hold', 'completed', 'in_progress'] as const
  ).entries()) {
    const { body } = await w.call('ada', 'POST', '/api/jobs', {
      name: `Job ${n}`,
      address: 'Elm St',
      status,
      ...(n === 3 ? {} : { approvedAmount: 100_050 * (n + 1) }),
      ...(n < 2 ? { clientId: w.idOf('cleo') } : {}),
    })
    made.push(body)
  }
  // 100050 x (1 + 2 + 3 + 5 + 6); the fourth has no amount.
  const admin = await read('ada')
  expect(admin).toMatchObject({
    totalApprovedAmount: 1_700_850,
    activeJobs: 3,
    completedJobs: 2,
    totalJobs: 6,
    onHoldJobs: 1,
  })
  expect(admin.recentJobs.map((job: { name: string }) => job.name)).toEqual([
    'Job 5',
    'Job 4',
    'Job 3',
    'Job 2',
    'Job 1',
  ])

  await w.call('ada', 'PUT', `/api/jobs/${made[0].id}`, { progress: 40 })
  expect((await read('cleo')).recentUpdates).toEqual([])
  await progressSettles()
  const client = await read('cleo')
  expect(client.jobs.map((job: { name: string }) => job.name)).toEqual(['Job 1', 'Job 0'])
  expect(client.jobCount).toBe(2)
  expect(client.recentUpdates).toMatchObject([
    { name: 'job.progress', jobName: 'Job 0', detail: { progress: 40 } },
  ])
  expect(await read('carl')).toEqual({
    role: 'client',
    jobs: [],
    lead: null,
    jobCount: 0,
    decisions: [],
    unpaid: [],
    unpaidCount: 0,
    unpaidOwed: 0,
    recentUpdates: [],
  })
})

test("a client's dashboard has their 60 newest jobs, and how many there are", async () => {
  const made = Array.from({ length: 61 }, (_, n) => ({
    ...{ name: `Fence ${n}`, address: 'Oak St', clientId: w.idOf('carl') },
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
  }))
  await w.db.insert(jobs).values(made)
  const { jobs: shown, jobCount } = await read('carl')
  expect(shown.map((job: { name: string }) => job.name)).toEqual(
    made
      .slice(1)
      .map(({ name }) => name)
      .reverse(),
  )
  expect(jobCount).toBe(61)
})

test('a client reads updates about photos, entries, dates and progress of their own jobs', async () => {
  const { body: job } = await w.call('ada', 'POST', '/api/jobs', {
    name: 'Attic',
    address: 'Elm St',
    clientId: w.idOf('cleo'),
  })
  const { body: entry } = await w.call('ada', 'POST', '/api/schedule', {
    jobId: job.id,
    title: 'Framing',
    startDate: '2026-03-02',
    endDate: '2026-03-04',
  })
  const change = { endDate: '2026-03-05' }
  await w.call('ada', 'PUT', `/api/schedule/${entry.id}`, change)
  await w.call('ada', 'PUT', `/api/schedule/${entry.id}`, { status: 'completed' })
  await w.call('ada', 'PUT', `/api/jobs/${job.id}`, { endDate: '2026-03-31' })
  await w.call('ada', 'PUT', `/api/jobs/${job.id}`, { progress: 35 })
  await progressSettles()
  const about = { jobId: job.id, actorId: w.idOf('ada') }
  const moved = { name: 'schedule.moved', subjectId: 'a-move', ...about } as const
  await w.db
    .insert(events)
    .values([{ ...moved, detail: { entries: 3, finish: '2026-04-02' } }, { ...moved }])
  const photoId = await newPhoto({ jobId: job.id })
  const { recentUpdates } = await read('cleo')
  expect(recentUpdates.map(({ photo }: { photo: unknown }) => photo).slice(0, 2)).toEqual([
    { id: photoId, url: `/api/photos/${photoId}/image`, caption: null },
    null,
  ])
  expect(
    recentUpdates
      .filter(({ jobName }: { jobName: string }) => jobName === 'Attic')
      .map(({ name, detail }: { name: string; detail: unknown }) => [name, detail]),
  ).toEqual([
    ['photo.created', null],
    ['schedule.moved', { entries: 3, finish: '2026-04-02' }],
    ['job.progress', { progress: 35 }],
    ['job.dates', { startDate: null, endDate: '2026-03-31' }],
    ['schedule.finished', { title: 'Framing' }],
    ['schedule.dates', { title: 'Framing', startDate: '2026-03-02', endDate: '2026-03-05' }],
  ])
  expect((await read('carl')).recentUpdates).toEqual([])
})

test('a client reads no update about an internal entry, even after it was shared or deleted', async () => {
  const { body: job } = await w.call('ada', 'POST', '/api/jobs', {
    name: 'Canary job',
    address: 'Elm St',
    clientId: w.idOf('cleo'),
  })
  const newEntry = async (title: string, internal: boolean): Promise<string> => {
    const march = { startDate: '2026-03-02', endDate: '2026-03-04' }
    const entry = { jobId: job.id, title, internal, ...march }
    return (await w.call('ada', 'POST', '/api/schedule', entry)).body.id
  }
  const put = (id: string, change: object) => w.call('ada', 'PUT', `/api/schedule/${id}`, change)
  const titles = async () =>
    (await read('cleo')).recentUpdates
      .filter(({ jobName }: { jobName: string }) => jobName === 'Canary job')
      .map(({ detail }: { detail: { title: string } }) => detail.title)

  const hidden = await newEntry('Hidden', true)
  await put(hidden, { endDate: '2026-03-05' })
  await put(hidden, { status: 'completed' })
  const shared = await newEntry('Shared', false)
  await put(shared, { endDate: '2026-03-05' })
  expect(await titles()).toEqual(['Shared'])

  await put(shared, { internal: true, status: 'completed' })
  expect(await titles()).toEqual([])
  // Earlier updates are shown again, changes made meanwhile are not.
  await put(shared, { internal: false, endDate: '2026-03-06' })
  await put(hidden, { internal: false })
  expect(await titles()).toEqual(['Shared'])
  await put(hidden, { endDate: '2026-03-09' })
  expect(await titles()).toEqual(['Hidden', 'Shared'])

  await put(hidden, { internal: true })
  await w.call('ada', 'DELETE', `/api/schedule/${hidden}`)
  expect(await titles()).toEqual(['Shared'])
})

test('a client reads no update about a hidden or deleted photo', async () => {
  const { body: job } = await w.call('ada', 'POST', '/api/jobs', {
    name: 'Canary loft',
    address: 'Elm St',
    clientId: w.idOf('cleo'),
  })
  const share = (id: string, clientVisible: boolean) =>
    w.call('ada', 'PUT', `/api/photos/${id}`, { clientVisible })
  const updateNames = async () =>
    (await read('cleo')).recentUpdates
      .filter(({ jobName }: { jobName: string }) => jobName === 'Canary loft')
      .map(({ name }: { name: string }) => name)

  const hidden = await newPhoto({ jobId: job.id, clientVisible: 'false' })
  const shared = await newPhoto({ jobId: job.id })
  expect(await updateNames()).toEqual(['photo.created'])
  await share(shared, false)
  expect(await updateNames()).toEqual([])
  await share(shared, true)
  await share(hidden, true)
  expect(await updateNames()).toEqual(['photo.created', 'photo.created'])
  await share(hidden, false)
  await w.call('ada', 'DELETE', `/api/photos/${hidden}`)
  expect(await updateNames()).toEqual(['photo.created'])
  await w.call('ada', 'DELETE', `/api/photos/${shared}`)
  expect(await updateNames()).toEqual([])
})

test('this week is the next seven days exactly, and a sub sees only their own tasks', async () => {
  const [job] = await w.db.insert(jobs).values({ name: 'Bath', address: 'Oak St' }).returning()
  const jobId = job?.id ?? ''
  await w.db.insert(jobSubcontractors).values({ jobId, subcontractorId: w.idOf('sam') })
  w.clock.now = new Date('2026-03-05T12:00:00Z')
  const at = (offset: number) => new Date(w.clock.now.getTime() + offset)
  const task = (
    name: string,
    deadline: Date | null,
    status: 'not_started' | 'completed' = 'not_started',
  ) => ({
    jobId,
    name,
    deadline,
    status,
    assigneeId: w.idOf('sam'),
  })
  await w.db
    .insert(tasks)
    .values([
      task('never', null),
      task('past', at(-1000)),
      task('now', at(0)),
      task('last moment', at(7 * DAY_MS)),
      task('too late', at(7 * DAY_MS + 1000)),
      task('done', at(DAY_MS), 'completed'),
      { ...task("another sub's", at(DAY_MS)), assigneeId: w.idOf('sue') },
    ])
  // The session was created before the clock was turned back, so it is still valid.
  const figures = await read('sam')
  expect(figures).toMatchObject({ activeTasks: 5, completedTasks: 1, thisWeek: 3 })
  expect(figures.currentTasks.map((one: { name: string }) => one.name)).toEqual([
    'past',
    'now',
    'last moment',
    'too late',
    'never',
  ])
  // Fewer than five are open: completed ones follow, the newest deadline first.
  await w.db
    .update(tasks)
    .set({ status: 'completed' })
    .where(inArray(tasks.name, ['past', 'last moment', 'never', 'too late']))
  expect((await read('sam')).currentTasks.map((one: { name: string }) => one.name)).toEqual([
    'now',
    'too late',
    'last moment',
    'done',
    'past',
  ])
  await w.db.update(tasks).set({ status: 'completed' })
  const finished = await read('sam')
  expect(finished).toMatchObject({ activeTasks: 0, completedTasks: 6, now: null })
  expect(finished.currentTasks).toHaveLength(5)
  w.clock.now = new Date()
})

test('a sub sees their current task, with address, notes and whom to call', async () => {
  const [job] = await w.db
    .insert(jobs)
    .values({
      ...{ name: 'Kitchen', address: '418 Alder Ct', notes: 'Lockbox by the side door' },
      ...{ customerName: 'Maya Okafor', customerPhone: '555-0151', approvedAmount: 100 },
      projectManagerId: w.idOf('ada'),
    })
    .returning()
  const jobId = job?.id ?? ''
  await w.db.insert(jobSubcontractors).values({ jobId, subcontractorId: w.idOf('sue') })
  await w.db.delete(tasks)
  const taskOf = (
    name: string,
    status: 'not_started' | 'in_progress' | 'completed',
    day: number,
  ) => ({
    ...{ jobId, name, status, assigneeId: w.idOf('sue') },
    deadline: new Date(Date.UTC(2026, 2, day)),
  })
  const now = async () => (await read('sue')).now
  await w.db
    .insert(tasks)
    .values([taskOf('Done', 'completed', 1), taskOf('Later', 'not_started', 9)])
  expect(await now()).toMatchObject({ name: 'Later', status: 'not_started' })
  await w.db
    .insert(tasks)
    .values([taskOf('First', 'not_started', 2), taskOf('Going', 'in_progress', 20)])
  await w.db
    .update(users)
    .set({ phone: '555-0100' })
    .where(eq(users.id, w.idOf('ada')))
  expect(await now()).toEqual({
    ...{ id: expect.any(String), jobId, jobName: 'Kitchen', jobAddress: '418 Alder Ct' },
    ...{ name: 'Going', status: 'in_progress', deadline: '2026-03-20T00:00:00.000Z' },
    ...{ jobNotes: 'Lockbox by the side door' },
    ...{ customerName: 'Maya Okafor', customerPhone: '555-0151' },
    ...{ managerName: 'Ada Adler', managerPhone: '555-0100' },
  })
  // Without a manager, the phone number is that of the office.
  await w.db.update(jobs).set({ projectManagerId: null }).where(eq(jobs.id, jobId))
  const company = { companyName: 'Aspen', timeZone: 'America/Chicago' }
  await w.db.insert(settings).values({ ...company, phone: '555-0199' })
  expect(await now()).toMatchObject({ managerName: null, managerPhone: '555-0199' })
  await w.db.delete(settings)
})

test('a client sees the last photo taken, the current and the next entry of their job', async () => {
  const { body: job } = await w.call('ada', 'POST', '/api/jobs', {
    ...{ name: 'Sunroom', address: 'Elm St', clientId: w.idOf('carl'), status: 'in_progress' },
  })
  const { body: newer } = await w.call('ada', 'POST', '/api/jobs', {
    ...{ name: 'Gate', address: 'Elm St', clientId: w.idOf('carl') },
  })
  expect(newer.status).toBe('not_started')
  const lead = async () => (await read('carl')).lead
  const onTime = { days: 0, reason: null }
  const nothing = { photo: null, current: null, next: null, finishMoved: onTime }
  expect(await lead()).toEqual({ jobId: job.id, ...nothing })
  const today = dayIn('UTC', new Date())
  const entry = (title: string, from: number, to: number, fields: object = {}) =>
    w.call('ada', 'POST', '/api/schedule', {
      ...{ jobId: job.id, title, startDate: addDays(today, from), endDate: addDays(today, to) },
      ...fields,
    })
  await entry('Done', -9, 3, { status: 'completed' })
  await entry('Secret', -1, 1, { internal: true })
  const { body: roof } = await entry('Roof', 9, 12)
  await entry('Glass', 4, 5)
  await entry('Framing', -2, 2, { assignedSubcontractorId: w.idOf('sam') })
  await newPhoto({ jobId: job.id })
  const photo = await newPhoto({ jobId: job.id })
  await newPhoto({ jobId: job.id, clientVisible: 'false' })
  const old = await newPhoto({ jobId: job.id })
  await w.db
    .update(photos)
    .set({ takenAt: new Date('2026-03-05T12:00:00Z') })
    .where(eq(photos.id, old))
  expect(await lead()).toEqual({
    jobId: job.id,
    photo: { id: photo, url: `/api/photos/${photo}/image`, takenAt: expect.any(String) },
    current: { title: 'Framing', endDate: addDays(today, 2), subName: 'Sam Stone' },
    next: { title: 'Glass', startDate: addDays(today, 4) },
    finishMoved: onTime,
  })
  // An entry in progress comes before one that is only scheduled for today.
  await entry('Doors', -1, 8, { status: 'in_progress' })
  expect((await lead()).current).toMatchObject({ title: 'Doors', subName: null })
  await w.call('ada', 'PUT', `/api/jobs/${job.id}/baseline`)
  const later = { endDate: addDays(today, 14), reason: 'Inspection' }
  await w.call('ada', 'PUT', `/api/schedule/${roof.id}`, later)
  expect((await lead()).finishMoved).toEqual({ days: 2, reason: 'Inspection' })
})
