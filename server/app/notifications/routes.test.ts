import type { Notification } from '@plumbline/contract/notifications.ts'
import { notificationText } from '@plumbline/contract/notificationTexts.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publish } from '../../events/publish.ts'
import { deleteOldNotifications } from '../../features/notifications/queries.ts'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { notifications } from '../../schema/notifications.ts'
import { users } from '../../schema/people.ts'
import { eventsSettled, everyone, joinEveryone } from '../../testing/notifications.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { twoJobs } from '../../testing/twoJobs.ts'
import { publishOverdue } from './overdue.ts'

const otto = newId()
const ivo = newId()

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
  await w.app.listen({ host: '127.0.0.1', port: 0 })
  const admins = [
    { id: otto, firstName: 'Otto', lastName: 'Olsen', role: 'admin' as const },
    { id: ivo, firstName: 'Ivo', lastName: 'Iqbal', role: 'admin' as const },
  ]
  await w.db.insert(users).values(admins)
  // Only people who have joined are notified, and Ivo has not yet.
  await joinEveryone(w, otto)
})
afterAll(() => w.close())
beforeEach(async () => {
  ;({ deck, bath } = await twoJobs(w))
  await eventsSettled(w)
  await w.db.delete(notifications)
})

const ok = async (answer: ReturnType<TestApp['call']>) => {
  const { status, body } = await answer
  expect(status).toBeLessThan(300)
  return body
}
const listOf = async (name: Name, query = ''): Promise<Notification[]> =>
  ok(w.call(name, 'GET', `/api/notifications${query}`))
/** A day of the year of the moved entries. */
const TODAY = '2026-11-19'
/** The texts of the notifications of each person. */
async function textsOf(...names: Name[]) {
  await eventsSettled(w)
  return Promise.all(
    (names.length > 0 ? names : everyone).map(
      async (name) =>
        [name, (await listOf(name)).map((one) => notificationText(one, TODAY))] as const,
    ),
  )
}
const lines = async (name: Name) => (await textsOf(name))[0]?.[1]
const write = (name: Name, content = 'Hi', more: object = {}) =>
  ok(w.call(name, 'POST', '/api/messages', { jobId: deck, content, ...more }))
const unreadOf = (name: Name) => ok(w.call(name, 'GET', '/api/notifications/unread'))
const newTask = (body: object = {}) =>
  ok(w.call('ada', 'POST', '/api/tasks', { jobId: deck, name: 'Footings', ...body }))
const newEntry = (body: object = {}) =>
  ok(
    w.call('ada', 'POST', '/api/schedule', {
      ...{ jobId: deck, title: 'Framing', startDate: '2026-12-07', endDate: '2026-12-09' },
      ...body,
    }),
  )

describe('who is notified', () => {
  test('of a message: its readers except the author', async () => {
    await write('ada', 'Hi', { audience: 'crew' })
    await write('cleo')
    expect(await textsOf()).toEqual([
      ['ada', ['Cleo Clark wrote a message']],
      ['sam', ['Ada Adler wrote a message']],
      ['sue', []],
      ['cleo', []],
      ['carl', []],
    ])
  })

  test('of a task: its assignee, and the office when it is finished or commented on', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    expect(await lines('sam')).toEqual(['Ada Adler assigned “Footings” to you'])
    await ok(w.call('sam', 'PUT', `/api/tasks/${id}`, { status: 'in_progress' }))
    await ok(w.call('sam', 'PUT', `/api/tasks/${id}`, { status: 'completed' }))
    await ok(w.call('sam', 'POST', `/api/tasks/${id}/correspondence`, { message: 'Done' }))
    await ok(w.call('ada', 'POST', `/api/tasks/${id}/correspondence`, { message: 'Great' }))
    expect(await lines('ada')).toEqual([
      'Sam Stone commented on “Footings”',
      'Sam Stone finished “Footings”',
    ])
    expect(await lines('sam')).toEqual([
      'Ada Adler commented on “Footings”',
      'Ada Adler assigned “Footings” to you',
    ])
    expect(await lines('cleo')).toEqual([])
  })

  test('of twelve tasks added at once: their assignee, once', async () => {
    await ok(
      w.call('ada', 'POST', '/api/tasks/bulk', {
        jobId: deck,
        tasks: Array.from({ length: 12 }, (_, n) => ({ name: `Task ${n}` })),
        assigneeId: w.idOf('sam'),
      }),
    )
    expect(await lines('sam')).toEqual(['Ada Adler assigned 12 tasks to you'])
    expect(await lines('sue')).toEqual([])
  })

  test('of a moved entry: its sub, and the client unless the entry is internal', async () => {
    const { id } = await newEntry({ assignedSubcontractorId: w.idOf('sam') })
    const internal = await newEntry({ title: 'Walk-through', internal: true })
    await eventsSettled(w)
    await w.db.delete(notifications)
    const days = { startDate: '2026-12-08', endDate: '2026-12-10' }
    await ok(w.call('ada', 'PUT', `/api/schedule/${id}`, days))
    await ok(w.call('ada', 'PUT', `/api/schedule/${internal.id}`, days))
    expect(await textsOf('sam', 'cleo', 'sue')).toEqual([
      ['sam', ['“Framing” moved to Dec 8']],
      ['cleo', ['“Framing” moved to Dec 8']],
      ['sue', []],
    ])
    // The entry becomes internal, so the client can no longer read anything about it.
    await ok(w.call('ada', 'PUT', `/api/schedule/${id}`, { internal: true }))
    expect(await lines('cleo')).toEqual([])
  })

  test('of an approved bid and an accepted invite: the rest of the office', async () => {
    const bid = await ok(
      w.call('ada', 'POST', '/api/pending-bids', { name: 'Porch', address: 'Elm St' }),
    )
    await ok(w.call('ada', 'POST', `/api/pending-bids/${bid.id}/convert`))
    await publish(w.db, w.idOf('sue'), { name: 'person.joined', subjectId: w.idOf('sue') })
    expect(await lines('ada')).toEqual(['Sue Summers accepted the invite'])
    const rows = await w.db.select().from(notifications).where(eq(notifications.personId, otto))
    expect(rows.map(({ name }) => name).sort()).toEqual(['bid.converted', 'person.joined'])
    const none = await w.db.select().from(notifications).where(eq(notifications.personId, ivo))
    expect(none).toEqual([])
  })
})

test('similar notifications are one line until it is read', async () => {
  for (let n = 0; n < 6; n += 1) await write('sam', `Line ${n}`)
  expect(await lines('ada')).toEqual(['Sam Stone wrote 6 messages'])
  expect(await unreadOf('ada')).toEqual({ notifications: 1, messages: 6 })
  const [{ id } = { id: '' }] = await listOf('ada')
  await ok(w.call('ada', 'PUT', `/api/notifications/${id}`, { read: true }))
  expect(await unreadOf('ada')).toEqual({ notifications: 0, messages: 0 })
  await write('sam', 'One more')
  expect(await lines('ada')).toEqual(['Sam Stone wrote a message', 'Sam Stone wrote 6 messages'])
  // Two matching notifications are never unread at once: the new one is added to the other.
  await ok(w.call('ada', 'PUT', `/api/notifications/${id}`, { read: false }))
  expect((await listOf('ada', '?unread=true')).map(({ count }) => count)).toEqual([1])
})

test('opening a conversation marks its messages as read, even those not yet notified', async () => {
  await write('sam')
  await eventsSettled(w)
  await ok(w.call('ada', 'POST', `/api/jobs/${deck}/read`))
  expect(await unreadOf('ada')).toEqual({ notifications: 0, messages: 0 })
  await write('sam')
  await ok(w.call('ada', 'POST', `/api/jobs/${deck}/read`))
  await eventsSettled(w)
  expect(await unreadOf('ada')).toEqual({ notifications: 0, messages: 0 })
})

test('notifications of deleted messages and tasks are removed', async () => {
  const first = await write('sam')
  await write('sam')
  await eventsSettled(w)
  await ok(w.call('sam', 'DELETE', `/api/messages/${first.id}`))
  expect(await lines('ada')).toEqual(['Sam Stone wrote a message'])
  const task = await newTask({ assigneeId: w.idOf('sam') })
  await eventsSettled(w)
  await ok(w.call('ada', 'DELETE', `/api/tasks/${task.id}`))
  expect(await lines('sam')).toEqual([])
})

test('a muted job notifies nobody, other jobs still do', async () => {
  await ok(w.call('ada', 'PUT', `/api/jobs/${deck}/mute`))
  await ok(w.call('ada', 'PUT', `/api/jobs/${deck}/mute`))
  expect(await ok(w.call('ada', 'GET', '/api/notifications/muted-jobs'))).toEqual([
    { jobId: deck, jobName: 'Deck' },
  ])
  await write('sam')
  await write('sue', 'Hi', { jobId: bath })
  await eventsSettled(w)
  expect((await listOf('ada')).map(({ jobName }) => jobName)).toEqual(['Bath'])
  await ok(w.call('ada', 'DELETE', `/api/jobs/${deck}/mute`))
  expect((await w.call('ada', 'DELETE', `/api/jobs/${deck}/mute`)).status).toBe(404)
  await write('sam')
  expect(await lines('ada')).toHaveLength(2)
  expect((await w.call('carl', 'PUT', `/api/jobs/${deck}/mute`)).status).toBe(404)
})

test('a sub who is removed from a job no longer sees its notifications', async () => {
  await write('ada', 'Hi', { audience: 'crew' })
  expect(await lines('sam')).toHaveLength(1)
  await ok(w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`))
  expect(await lines('sam')).toEqual([])
  expect(await unreadOf('sam')).toEqual({ notifications: 0, messages: 0 })
})

test('overdue work is notified once, and again after a new deadline', async () => {
  const { id } = await newTask({ assigneeId: w.idOf('sam'), deadline: '2026-12-01T12:00:00Z' })
  await newEntry({ endDate: '2026-12-01', startDate: '2026-12-01' })
  await eventsSettled(w)
  await w.db.delete(notifications)
  const at = (time: string) => publishOverdue(w.db, new Date(time))
  await at('2026-12-01T11:59:00Z')
  expect(await lines('sam')).toEqual([])
  await Promise.all([at('2026-12-02T09:00:00Z'), at('2026-12-02T09:00:00Z')])
  await at('2026-12-02T09:01:00Z')
  expect(await textsOf('ada', 'sam', 'cleo')).toEqual([
    ['ada', ['“Framing” should be finished by now', '“Footings” is overdue']],
    ['sam', ['“Footings” is overdue']],
    ['cleo', []],
  ])
  await ok(w.call('ada', 'PUT', `/api/tasks/${id}`, { deadline: '2026-12-02T12:00:00Z' }))
  await at('2026-12-02T12:01:00Z')
  expect(await lines('sam')).toEqual(['2 tasks are overdue'])
})

test('work of a job on hold or completed is not notified as overdue', async () => {
  const { id: taskId } = await newTask({ deadline: '2026-12-01T12:00:00Z' })
  const { id: entryId } = await newEntry({ endDate: '2026-12-01', startDate: '2026-12-01' })
  const overdueWith = async (status: 'on_hold' | 'completed' | 'in_progress') => {
    await w.db.update(jobs).set({ status }).where(eq(jobs.id, deck))
    await w.db.delete(events)
    await publishOverdue(w.db, new Date('2026-12-02T09:00:00Z'))
    const published = await w.db.select().from(events).orderBy(events.id)
    return published.map(({ subjectId }) => subjectId)
  }
  expect(await overdueWith('on_hold')).toEqual([])
  expect(await overdueWith('completed')).toEqual([])
  expect(await overdueWith('in_progress')).toEqual([taskId, entryId])
})

test('the list can be filtered, and only the person can mark their notifications', async () => {
  await write('sam')
  await newTask({ assigneeId: w.idOf('sam') })
  await eventsSettled(w)
  expect(await listOf('ada', '?kind=photo')).toEqual([])
  expect(await listOf('ada', `?jobId=${bath}`)).toEqual([])
  const [mine = { id: '' }] = await listOf('ada', '?kind=message&unread=true&limit=1')
  expect(await listOf('ada', '?unread=false')).toEqual([])
  const path = `/api/notifications/${mine.id}`
  expect((await w.call('sam', 'PUT', path, { read: true })).status).toBe(404)
  expect((await w.call('ada', 'PUT', `/api/notifications/${newId()}`, { read: true })).status).toBe(
    404,
  )
  expect((await w.call('ada', 'PUT', path, { read: 'yes' })).status).toBe(400)
  expect((await w.call('ada', 'GET', '/api/notifications?kind=x')).status).toBe(400)
  expect((await w.call('nobody', 'GET', '/api/notifications')).status).toBe(401)
  await ok(w.call('ada', 'POST', '/api/notifications/read'))
  expect((await listOf('ada')).map(({ read }) => read)).toEqual([true])
})

test('old notifications are deleted, and their events even earlier', async () => {
  await write('sam')
  await eventsSettled(w)
  const published = await w.db.$count(events, eq(events.name, 'notification.changed'))
  expect(published).toBe(1)
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
  await deleteOldNotifications(w.db, inDays(89))
  expect(await w.db.$count(events, eq(events.name, 'notification.changed'))).toBe(0)
  expect(await listOf('ada')).toHaveLength(1)
  await deleteOldNotifications(w.db, inDays(91))
  expect(await listOf('ada')).toEqual([])
})
