import { crewRoutes } from '@plumbline/contract/crew.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { photoRoutes } from '@plumbline/contract/photos.ts'
import { taskRoutes } from '@plumbline/contract/tasks.ts'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { meQuery } from '../api/me.ts'
import { newQueryClient } from '../api/query.ts'
import { crewDay } from '../testing/crew.ts'
import { adminReaders } from '../testing/messages.ts'
import { company, people } from '../testing/open.tsx'
import { job } from '../testing/rows.ts'
import { startServer } from '../testing/server.ts'
import { task } from '../testing/tasks.ts'
import { keepJobs } from './keepJobs.ts'

const server = await startServer()
afterAll(server.close)

const sub = people.subcontractor
beforeEach(() => {
  server.reset()
  server.visit('/')
  server.on('GET /api/settings', { body: company })
  server.on(dashboardRoutes.read, {
    body: {
      ...{ role: 'subcontractor', activeTasks: 0, completedTasks: 0, thisWeek: 0 },
      ...{ currentTasks: [], now: null },
    },
  })
  const on = (n: number, assignedDate: string) => crewDay(n, { jobId: job(n).id, assignedDate })
  server.on(crewRoutes.list, {
    body: [on(1, '2026-11-24'), on(2, '2026-11-25'), on(3, '2026-11-26')],
  })
  server.on(messageRoutes.conversations, { body: [] })
  server.on(messageRoutes.list, { body: [] })
  server.on(messageRoutes.readers, { body: adminReaders })
  server.on(jobRoutes.list, { body: [] })
  server.on(jobRoutes.one, ({ params }) => ({
    body: [job(1), job(2)].find(({ id }) => id === params.id) ?? job(3),
  }))
  server.on(jobRoutes.subcontractors, { body: [] })
  server.on('GET /api/jobs/:id/schedule', { body: [] })
  server.on('GET /api/jobs/:id/finish', { body: null })
  server.on(taskRoutes.list, { body: [] })
  server.on(taskRoutes.totals, { body: { total: 0, pending: 0, inProgress: 0, completed: 0 } })
  server.on(photoRoutes.list, { body: [], headers: { 'X-Total-Count': '0' } })
  server.on(taskRoutes.ofJob, ({ params }) => ({
    body:
      params.id === job(1).id
        ? [task(1, { assigneeId: sub.id }), task(2), task(3, { status: 'completed' })]
        : [],
  }))
  server.on(taskRoutes.one, { body: task(1) })
  server.on(taskRoutes.conversation, { body: [] })
  vi.setSystemTime('2026-11-24T17:00:00.000Z')
})

async function keepAs(person: (typeof people)[keyof typeof people]) {
  const client = newQueryClient()
  client.setQueryData(meQuery.queryKey, person)
  await keepJobs(client)
  return server.seen.map(({ url }) => url)
}

test('the jobs of today and tomorrow are read, with conversations, and comments on own tasks', async () => {
  const urls = await keepAs(sub)
  for (const { id } of [job(1), job(2)])
    expect(urls).toEqual(
      expect.arrayContaining([
        ...[`/api/jobs/${id}`, `/api/jobs/${id}/messages?limit=50`, `/api/jobs/${id}/tasks`],
        `/api/jobs/${id}/message-readers`,
      ]),
    )
  expect(urls.filter((url) => url.includes(job(3).id))).toEqual([])
  expect(urls).toEqual(expect.arrayContaining(['/api/photos?limit=30', '/api/jobs?limit=20']))
  expect(urls.filter((url) => url.endsWith('/correspondence'))).toEqual([
    `/api/tasks/${task(1).id}/correspondence`,
  ])
})

test('nothing is read for the office', async () => {
  expect(await keepAs(people.admin)).toEqual([])
})
