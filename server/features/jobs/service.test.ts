import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

const days = { startDate: '2026-03-02', endDate: '2026-03-04' }

/** A job with tasks and entries, by name. */
async function site() {
  const jobId: string = (await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: 'Elm' }))
    .body.id
  const taskIds: string[] = []
  const entryIds: string[] = []
  for (let n = 0; n < 4; n++) {
    taskIds.push((await w.call('ada', 'POST', '/api/tasks', { jobId, name: `T${n}` })).body.id)
    entryIds.push(
      (await w.call('ada', 'POST', '/api/schedule', { jobId, title: `E${n}`, ...days })).body.id,
    )
  }
  return { jobId, taskIds, entryIds }
}

/** Checks that everyone who is assigned work on a job is on that job. */
async function requireMembers() {
  const members = new Set(
    (await w.db.select().from(jobSubcontractors)).map((row) => row.jobId + row.subcontractorId),
  )
  const assigned = [
    ...(await w.db.select({ jobId: tasks.jobId, userId: tasks.assigneeId }).from(tasks)),
    ...(await w.db
      .select({ jobId: scheduleEntries.jobId, userId: scheduleEntries.assignedSubcontractorId })
      .from(scheduleEntries)),
  ]
  for (const { jobId, userId } of assigned) if (userId) expect(members).toContain(jobId + userId)
}

/** Checks that a person is on no job and has no task and no entry. */
async function requireNoWork(userId: string) {
  expect(
    await w.db
      .select()
      .from(jobSubcontractors)
      .where(eq(jobSubcontractors.subcontractorId, userId)),
  ).toEqual([])
  expect(await w.db.select().from(tasks).where(eq(tasks.assigneeId, userId))).toEqual([])
  expect(
    await w.db
      .select()
      .from(scheduleEntries)
      .where(eq(scheduleEntries.assignedSubcontractorId, userId)),
  ).toEqual([])
}

test('concurrent edits of two jobs do not conflict, and everyone assigned is on the job', async () => {
  const sites = [await site(), await site()]
  const subs = [w.idOf('sam'), w.idOf('sue')]
  for (let round = 0; round < 5; round++) {
    const calls = sites.flatMap(({ jobId, taskIds, entryIds }, at) => {
      const sub = subs[(round + at) % 2]
      const url = `/api/jobs/${jobId}/subcontractors`
      return [
        ...taskIds.map((id) =>
          w.call('ada', 'PUT', `/api/tasks/${id}`, { assigneeId: sub, deadline: days.endDate }),
        ),
        w.call('ada', 'POST', '/api/tasks/change', { ids: taskIds, assigneeId: sub }),
        ...entryIds.map((id, n) =>
          w.call('ada', 'PUT', `/api/schedule/${id}`, {
            assignedSubcontractorId: sub,
            ...(n > 0
              ? { dependsOnIds: [entryIds[(n + round) % n]] }
              : { blocksIds: entryIds.slice(2) }),
          }),
        ),
        ...subs.map((id) => w.call('ada', 'DELETE', `${url}/${id}`)),
        w.call('ada', 'POST', url, { subcontractorId: sub }),
        w.call('ada', 'PUT', `/api/jobs/${jobId}`, { progress: round }),
        w.call('ada', 'POST', '/api/tasks', { jobId, name: 'More', assigneeId: sub }),
        w.call('sam', 'PUT', `/api/tasks/${taskIds[0]}`, { status: 'in_progress' }),
        w.call('ada', 'POST', `/api/tasks/${taskIds[1]}/correspondence`, { message: 'Hello' }),
      ]
    })
    for (const { status, body } of await Promise.all(calls)) {
      expect(status).toBeLessThan(500)
      expect(body?.code).not.toBe('conflict')
    }
    await requireMembers()
  }
  await w.db.delete(jobs)
})

test('edits of a job that is being deleted succeed or answer 404 or 400, and leave no rows', async () => {
  for (let round = 0; round < 4; round++) {
    const { jobId, taskIds, entryIds } = await site()
    const answers = await Promise.all([
      ...taskIds.map((id) =>
        w.call('ada', 'PUT', `/api/tasks/${id}`, { assigneeId: w.idOf('sam') }),
      ),
      w.call('ada', 'POST', '/api/tasks/change', { ids: taskIds, assigneeId: w.idOf('sue') }),
      w.call('ada', 'POST', `/api/jobs/${jobId}/subcontractors`, {
        subcontractorId: w.idOf('sam'),
      }),
      w.call('ada', 'DELETE', `/api/jobs/${jobId}`),
      ...entryIds.map((id) =>
        w.call('ada', 'PUT', `/api/schedule/${id}`, { blocksIds: [], status: 'delayed' }),
      ),
      w.call('ada', 'POST', '/api/tasks', { jobId, name: 'More' }),
      w.call('ada', 'POST', '/api/schedule', { jobId, title: 'More', ...days }),
    ])
    for (const { status } of answers) expect([200, 201, 204, 400, 404]).toContain(status)
    expect(await w.db.select().from(tasks)).toEqual([])
    expect(await w.db.select().from(scheduleEntries)).toEqual([])
    expect(await w.db.select().from(jobSubcontractors)).toEqual([])
  }
})

test('of twenty concurrent deletions of one job, one succeeds', async () => {
  const { jobId } = await site()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => w.call('ada', 'DELETE', `/api/jobs/${jobId}`)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(19).fill(404)])
})

test('a sub who is added to a job by twenty concurrent requests is on it once', async () => {
  const { jobId } = await site()
  const url = `/api/jobs/${jobId}/subcontractors`
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      w.call('ada', 'POST', url, { subcontractorId: w.idOf('sam') }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect((await w.call('ada', 'GET', url)).body).toHaveLength(1)
  await w.db.delete(jobs)
})

test('a person cannot be assigned work while they are being removed', async () => {
  const { taskIds, entryIds } = await site()
  for (let round = 0; round < 5; round++) {
    const [leaver] = await w.db
      .insert(users)
      .values({
        email: `l${round}@x.com`,
        firstName: 'Lea',
        lastName: 'Ver',
        role: 'subcontractor',
      })
      .returning()
    const userId = leaver?.id ?? ''
    const assignWork = () => [
      ...taskIds.map((id) => w.call('ada', 'PUT', `/api/tasks/${id}`, { assigneeId: userId })),
      w.call('ada', 'POST', '/api/tasks/change', { ids: taskIds, assigneeId: userId }),
      ...entryIds.map((id) =>
        w.call('ada', 'PUT', `/api/schedule/${id}`, { assignedSubcontractorId: userId }),
      ),
    ]
    await Promise.all(assignWork().slice(0, round))
    const [removal, ...answers] = await Promise.all([
      w.call('ada', 'DELETE', `/api/users/${userId}`),
      ...assignWork(),
    ])
    expect(removal?.status).toBe(204)
    for (const { status } of answers) expect([200, 400]).toContain(status)
    await requireNoWork(userId)
    for (const { status } of await Promise.all(assignWork())) expect(status).toBe(400)
  }
})

test('a removed person keeps finished work; the rest is unassigned, with a line in its history', async () => {
  const { jobId, taskIds, entryIds } = await site()
  const [leaver] = await w.db
    .insert(users)
    .values({ email: 'lea@x.com', firstName: 'Lea', lastName: 'Ver', role: 'subcontractor' })
    .returning()
  const userId = leaver?.id ?? ''
  for (const id of taskIds) await w.call('ada', 'PUT', `/api/tasks/${id}`, { assigneeId: userId })
  await w.call('ada', 'PUT', `/api/tasks/${taskIds[0]}`, { status: 'completed' })
  await w.call('ada', 'PUT', `/api/schedule/${entryIds[0]}`, { assignedSubcontractorId: userId })
  await w.call('ada', 'DELETE', `/api/users/${userId}`)

  const read = (await w.call('ada', 'GET', `/api/jobs/${jobId}/tasks`)).body
  const names = new Map(
    read.map((task: { id: string; assigneeName: string | null }) => [task.id, task.assigneeName]),
  )
  expect(taskIds.map((id) => names.get(id))).toEqual(['Lea Ver', null, null, null])
  const lines = (await w.call('ada', 'GET', `/api/tasks/${taskIds[1]}/correspondence`)).body
  expect(lines.at(-1)).toMatchObject({
    type: 'assignee',
    message: 'Lea Ver left the company and is no longer assigned',
  })
  const changes = (await w.call('ada', 'GET', `/api/schedule/${entryIds[0]}/changes`)).body
  expect(changes[0]).toMatchObject({
    oldValue: 'Lea Ver',
    newValue: null,
    reason: 'Lea Ver left the company',
  })
})
