import { TemplateData } from '@plumbline/contract/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { bidAppointments, bidFollowUps, pendingBids } from '../schema/bids.ts'
import { crewSchedule } from '../schema/crew.ts'
import { jobSubcontractors, jobs } from '../schema/jobs.ts'
import { messages } from '../schema/messages.ts'
import { users } from '../schema/people.ts'
import { photos } from '../schema/photos.ts'
import { scheduleDependencies, scheduleEntries } from '../schema/schedule.ts'
import { settings } from '../schema/settings.ts'
import { jobRatings } from '../schema/subcontractors.ts'
import { taskCorrespondence, tasks } from '../schema/tasks.ts'
import { scheduleTemplates } from '../schema/templates.ts'
import { newcomer } from '../testing/newcomer.ts'
import { statementsOf } from '../testing/statements.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

const days = { startDate: '2026-03-02', endDate: '2026-03-04' }
const ids = (count: number) => Array.from({ length: count }, newId)

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db.insert(settings).values({ companyName: 'C', holdingsName: 'H', timeZone: 'UTC' })
})
afterAll(() => w.close())

let years = 2040

/**
 * `size` rows of everything on one job and for one sub: the data that the writes below change in
 * one go.
 */
async function workOf(size: number) {
  const { db } = w
  const [ada, cleo] = [w.idOf('ada'), w.idOf('cleo')]
  const { id: sam } = await newcomer(w, 'subcontractor')
  const year = ++years
  const about = { address: 'Elm St', clientId: cleo, projectManagerId: ada }
  const jobIds = ids(size)
  await db.insert(jobs).values(
    jobIds.map((id, n) => ({
      ...about,
      ...days,
      id,
      name: `Job ${n}`,
      status: n % 2 ? ('completed' as const) : ('in_progress' as const),
    })),
  )
  const jobId = jobIds[0] ?? ''
  await db
    .insert(jobSubcontractors)
    .values(jobIds.map((id) => ({ jobId: id, subcontractorId: sam })))
  const taskIds = ids(size)
  await db.insert(tasks).values(taskIds.map((id) => ({ id, jobId, name: 'Dig', assigneeId: sam })))
  await db
    .insert(taskCorrespondence)
    .values(taskIds.map((taskId) => ({ taskId, userId: ada, message: 'Where?' })))
  const entryIds = ids(size + 1)
  const [entryId = '', ...successors] = entryIds
  const entry = { jobId, title: 'Dig', ...days, assignedSubcontractorId: sam }
  await db.insert(scheduleEntries).values(entryIds.map((id) => ({ ...entry, id })))
  await db
    .insert(scheduleDependencies)
    .values(successors.map((id) => ({ jobId, entryId: id, dependsOnId: entryId })))
  await db.insert(crewSchedule).values(
    entryIds.map((scheduleEntryId) => ({
      scheduleEntryId,
      subcontractorId: sam,
      assignedDate: `${year}-01-01`,
    })),
  )
  const file = { size: 1, sha256: '' }
  const photoIds = ids(size)
  await db.insert(photos).values(
    photoIds.map((id) => ({
      id,
      jobId,
      uploadedById: sam,
      url: `/api/photos/${id}/image`,
      storageKey: `photos/${id}`,
      files: { thumb: file, full: file, original: file },
      contentType: 'image/webp',
      width: 1,
      height: 1,
    })),
  )
  await db
    .insert(messages)
    .values(ids(size).map((id) => ({ id, jobId, senderId: cleo, content: 'Hello' })))
  await db
    .insert(jobRatings)
    .values(jobIds.map((id) => ({ jobId: id, subcontractorId: sam, score: 4, ratedById: ada })))
  const bidIds = ids(size)
  const [bidId = ''] = bidIds
  await db
    .insert(pendingBids)
    .values(bidIds.map((id) => ({ id, name: 'Porch', address: 'Elm St' })))
  const visit = { bidId, title: 'Visit', scheduledDate: new Date(), assignedToId: sam }
  await db.insert(bidAppointments).values(ids(size).map((id) => ({ ...visit, id })))
  const followUp = { bidId, day: '2026-11-19', way: 'call', personId: ada } as const
  await db.insert(bidFollowUps).values(ids(size).map((id) => ({ ...followUp, id })))
  const templateId = newId()
  const trades = ids(size).map((_, n) => `Trade ${n}`)
  const step = { startDay: 0, days: 1, title: 'Dig', dependsOn: [{ entry: 0, lagDays: 1 }] }
  const templateData = TemplateData.parse({
    entries: [{ ...step, dependsOn: [] }, ...trades.map((trade) => ({ ...step, trade }))],
    tasks: trades.map((name) => ({ name, entry: 0 })),
  })
  await db.insert(scheduleTemplates).values({ id: templateId, name: 'Deck', templateData })
  const subIds = ids(size)
  await db.insert(users).values(
    subIds.map((id) => ({
      id,
      email: `${id}@example.com`,
      firstName: 'A',
      lastName: 'B',
      role: 'subcontractor' as const,
    })),
  )
  const assignSubs = Object.fromEntries(trades.map((trade, n) => [trade, subIds[n]]))
  const application = { templateId, startDate: '2026-03-02', assignSubs }
  return {
    size,
    year,
    jobIds,
    bidIds,
    jobId,
    entryId,
    successors,
    sam,
    taskIds,
    photoIds,
    application,
  }
}
type Work = Awaited<ReturnType<typeof workOf>>

let small: Work
let large: Work

/** The statements of a call, which must succeed. */
const count = (work: Work, call: (work: Work) => ReturnType<TestApp['call']>) =>
  statementsOf(async () => {
    const answer = await call(work)
    expect(answer.status, answer.text).toBeLessThan(300)
  })

/**
 * Checks that a call needs as many statements on the larger work as on the smaller, which has half
 * the rows.
 */
async function expectTheSame(call: (work: Work) => ReturnType<TestApp['call']>) {
  const few = await count(small, call)
  const many = await count(large, call)
  // The read of the session is among them, so nothing was missed.
  expect(few[0]).toMatch(/from "sessions"/)
  expect(many.length, many.join('\n')).toBe(few.length)
}

describe('twice the rows need no more statements to write', () => {
  beforeEach(async () => {
    small = await workOf(3)
    large = await workOf(6)
  })

  const list = (size: number, row: (n: number) => string) =>
    Buffer.from(Array.from({ length: size }, (_, n) => `${row(n)}\n`).join(''))
  const csv = { name: 'list.csv', type: 'text/csv' }
  /** Texts that are unique in the company. */
  const unique = ({ jobId }: Work, n: number) => `${jobId}-${n}`

  test('an entry that many depend on', () =>
    expectTheSame(({ entryId, successors }) =>
      w.call('ada', 'PUT', `/api/schedule/${entryId}`, {
        title: 'Survey',
        startDate: '2026-03-01',
        blocksIds: successors.slice(1),
        dependsOnIds: successors.slice(0, 1),
        assignedSubcontractorId: w.idOf('sue'),
      }),
    ))

  test('an entry that many depend on, deleted', () =>
    expectTheSame(({ entryId }) => w.call('ada', 'DELETE', `/api/schedule/${entryId}`)))

  /** Books the sub on `size` days of the entry. */
  const booked = async ({ size, entryId, sam }: Work) =>
    (
      await w.call('ada', 'POST', `/api/schedule/${entryId}/crew`, {
        subcontractorId: sam,
        days: Array.from({ length: size }, (_, n) => `2026-03-0${n + 1}`),
      })
    ).body.days as { id: string }[]

  test('moving an entry with many crew days', async () => {
    const to = ({ entryId }: Work, startDate: string, endDate: string) =>
      w.call('ada', 'PUT', `/api/schedule/${entryId}`, { startDate, endDate })
    // Books its sub on the additional days.
    for (const work of [small, large]) await to(work, '2026-03-02', `2026-03-1${work.size}`)
    await expectTheSame((work) => to(work, '2026-03-09', `2026-03-2${work.size}`))
  })

  test('many crew days, moved', async () => {
    const ids = new Map<string, readonly { id: string }[]>()
    for (const work of [small, large]) ids.set(work.jobId, await booked(work))
    await expectTheSame(({ jobId }) =>
      w.call('ada', 'POST', '/api/crew/move', {
        subcontractorId: w.idOf('sue'),
        moves: ids.get(jobId)?.map(({ id }, n) => ({ id, assignedDate: `2026-03-1${n}` })),
      }),
    )
  })

  test('subs asked to confirm many days', () =>
    expectTheSame(({ year }) =>
      w.call('ada', 'POST', '/api/crew/ask', { from: `${year}-01-01`, to: `${year}-12-31` }),
    ))

  test('many photos, hidden from the client', () =>
    expectTheSame(({ photoIds }) =>
      w.call('ada', 'POST', '/api/photos/share', { ids: photoIds, clientVisible: false }),
    ))

  test.each([
    ['moved', 'move', { jobId: true }],
    ['with a new caption', 'caption', { caption: 'Framing' }],
    ['deleted', 'delete', {}],
  ])('many photos, %s', (_, path, body) =>
    expectTheSame(({ photoIds, jobIds }) =>
      w.call('ada', 'POST', `/api/photos/${path}`, {
        ids: photoIds,
        ...body,
        ...('jobId' in body && { jobId: jobIds[1] }),
      }),
    ),
  )

  test('many tasks of a person new on the job', () =>
    expectTheSame(({ jobId, jobIds }) =>
      w.call('ada', 'POST', '/api/tasks/bulk', {
        jobId,
        tasks: jobIds.map((_, n) => ({ name: `Task ${n}` })),
        assigneeId: w.idOf('sue'),
      }),
    ))

  test('many tasks, assigned to a person new on their jobs, completed or postponed', async () => {
    for (const change of [
      { assigneeId: w.idOf('sue') },
      { status: 'completed' },
      { deadline: '2026-04-01' },
    ])
      await expectTheSame(({ taskIds }) =>
        w.call('ada', 'POST', '/api/tasks/change', { ids: taskIds, ...change }),
      )
  })

  test('many jobs, completed or given to a manager', async () => {
    for (const change of [
      { status: 'completed', endDate: '2026-04-01' },
      { projectManagerId: null },
    ])
      await expectTheSame(({ jobIds }) =>
        w.call('ada', 'POST', '/api/jobs/change', { ids: jobIds, ...change }),
      )
  })

  test('many bids, postponed or rejected', async () => {
    for (const change of [
      { status: 'follow_up', followUpDate: '2026-04-01' },
      { status: 'rejected', reason: 'Too late' },
    ])
      await expectTheSame(({ bidIds }) =>
        w.call('ada', 'POST', '/api/pending-bids/change', { ids: bidIds, ...change }),
      )
  })

  test('a message to many jobs', () =>
    expectTheSame(({ jobIds }) =>
      w.call('ada', 'POST', '/api/messages/several', {
        ...{ jobIds, content: 'We are closed on Friday.', audience: 'all' },
      }),
    ))

  test('an invite to many jobs', async () => {
    for (const role of ['subcontractor', 'client'])
      await expectTheSame(({ jobId, jobIds }) =>
        w.call('ada', 'POST', '/api/users/invite', {
          email: `${role}-${jobId}@example.org`,
          firstName: 'In',
          lastName: 'Vited',
          role,
          projectIds: jobIds,
        }),
      )
  })

  test('many people invited at once', () =>
    expectTheSame(({ application }) =>
      w.call('ada', 'POST', '/api/users/invites', {
        userIds: Object.values(application.assignSubs),
      }),
    ))

  test.each(['subcontractors', 'customers'])('an import of %s', (kind) =>
    expectTheSame((work) =>
      w.upload(
        'ada',
        `/api/imports/${kind}`,
        {
          field: 'file',
          content: Buffer.concat([
            Buffer.from('First,Last,Email,Trade\n'),
            list(work.size, (n) => `A,B,${kind}-${unique(work, n)}@example.net,Tiling`),
          ]),
          ...csv,
        },
        { dryRun: 'false' },
      ),
    ),
  )

  test('an import of jobs', () =>
    expectTheSame((work) =>
      w.upload(
        'ada',
        '/api/imports/jobs',
        {
          field: 'file',
          content: Buffer.concat([
            Buffer.from('Name,Address\n'),
            list(work.size, (n) => `Barn ${unique(work, n)},Oak St`),
          ]),
          ...csv,
        },
        { dryRun: 'false' },
      ),
    ))

  test('a template applied with many subs', () =>
    expectTheSame(({ jobId, application }) =>
      w.call('ada', 'POST', `/api/jobs/${jobId}/apply-template`, application),
    ))

  test('a job saved as a template', () =>
    expectTheSame(({ jobId }) =>
      w.call('ada', 'POST', `/api/jobs/${jobId}/save-as-template`, { name: 'Deck' }),
    ))

  test('a sub taken off a job with work', () =>
    expectTheSame(({ jobId, sam }) =>
      w.call('ada', 'DELETE', `/api/jobs/${jobId}/subcontractors/${sam}`),
    ))

  test('a person with work who leaves', () =>
    expectTheSame(({ sam }) => w.call('ada', 'DELETE', `/api/users/${sam}`)))

  test('a job with everything on it, deleted', () =>
    expectTheSame(({ jobId }) => w.call('ada', 'DELETE', `/api/jobs/${jobId}`)))
})
