import type { EventName } from '@plumbline/contract/events.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'
import { taskCorrespondence, tasks } from '../../schema/tasks.ts'
import { type Name, type TestApp, testApp } from '../../testing/testApp.ts'
import { holdTask } from './queries.ts'

let w: TestApp
let deck: string
let bath: string
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(jobs)
  await w.db.delete(events)
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

async function newTask(body: object = {}) {
  const answer = await w.call('ada', 'POST', '/api/tasks', {
    jobId: deck,
    name: 'Footings',
    ...body,
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const put = (name: Name, id: string, body: object, headers?: Record<string, string>) =>
  w.call(name, 'PUT', `/api/tasks/${id}`, body, headers)
const join = (name: Name, jobId: string) =>
  w.db.insert(jobSubcontractors).values({ jobId, subcontractorId: w.idOf(name) })
const onJob = async (jobId: string) =>
  (await w.db.select().from(jobSubcontractors))
    .filter((row) => row.jobId === jobId)
    .map((row) => row.subcontractorId)
const linesOf = async (id: string) =>
  (await w.call('ada', 'GET', `/api/tasks/${id}/correspondence`)).body
const publishedEvents = async () =>
  (await w.db.select().from(events).orderBy(events.id)).map(({ name, subjectId, jobId }) => [
    name,
    subjectId,
    jobId,
  ])

describe('creating', () => {
  test('a task has the default values and the names of its ids, and publishes an event', async () => {
    const task = await newTask()
    expect(task).toEqual({
      id: expect.any(String),
      jobId: deck,
      jobName: 'Deck',
      assigneeId: null,
      assigneeName: null,
      name: 'Footings',
      description: null,
      status: 'not_started',
      deadline: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      addedToJob: false,
    })
    const { addedToJob: _, ...read } = task
    expect((await w.call('ada', 'GET', '/api/tasks')).body).toEqual([read])
    expect((await w.call('ada', 'GET', `/api/jobs/${deck}/tasks`)).body).toEqual([read])
    expect((await w.call('ada', 'GET', `/api/tasks/${task.id}`)).body).toEqual(read)
    expect(await publishedEvents()).toEqual([['task.created', task.id, deck]])
  })

  test('assigning a sub adds them to the job once, and returns addedToJob', async () => {
    const first = await newTask({ assigneeId: w.idOf('sam') })
    expect(first).toMatchObject({ assigneeName: 'Sam Stone', addedToJob: true })
    expect(await onJob(deck)).toEqual([w.idOf('sam')])
    expect(await publishedEvents()).toEqual([
      ['task.created', first.id, deck],
      ['task.assigned', first.id, deck],
      ['job.people', deck, deck],
    ])
    expect(await newTask({ assigneeId: w.idOf('sam').toUpperCase() })).toMatchObject({
      addedToJob: false,
    })
    expect(await onJob(deck)).toEqual([w.idOf('sam')])
  })

  test('an admin can be assigned, and is not added to the subs of the job', async () => {
    expect(await newTask({ assigneeId: w.idOf('ada') })).toMatchObject({
      assigneeName: 'Ada Adler',
      addedToJob: false,
    })
    expect(await onJob(deck)).toEqual([])
  })

  test.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(201) }, { name: 'At most 200 characters' }],
    [{ name: 'a\0' }, { name: 'Contains characters that cannot be stored' }],
    [{ status: 'done' }, { status: 'Choose a status' }],
    [{ status: null }, { status: 'Choose a status' }],
    [{ deadline: 'soon' }, { deadline: 'Enter a date, or a date and time' }],
    [{ deadline: '2026-02-30' }, { deadline: 'Enter a date, or a date and time' }],
    [{ deadline: '2026-03-05T10:00:00' }, { deadline: 'Enter a date, or a date and time' }],
    [{ deadline: '+275760-09-13T00:00:00Z' }, { deadline: 'Enter a date, or a date and time' }],
    [{ deadline: 1e308 }, { deadline: 'Enter a date, or a date and time' }],
    [{ assigneeId: 'sam' }, { assigneeId: 'Not a valid id' }],
    [{ assigneeId: newId() }, { assigneeId: expect.any(String) }],
    [{ jobId: newId() }, { jobId: 'Choose one of your jobs' }],
    [{ jobId: '' }, { jobId: 'Not a valid id' }],
    [{ jobId: undefined }, { jobId: 'Not a valid id' }],
    [{ description: 5 }, { description: 'Must be text' }],
  ])('refuses %j', async (change, fields) => {
    const answer = await w.call('ada', 'POST', '/api/tasks', {
      jobId: deck,
      name: 'Footings',
      ...change,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', fields } })
    expect(await w.db.select().from(tasks)).toEqual([])
    expect(await publishedEvents()).toEqual([])
  })

  test('refuses clients, removed people and admins who have not joined as assignees', async () => {
    const [removed, invited] = await w.db
      .insert(users)
      .values([
        {
          email: 'gone@x.com',
          firstName: 'G',
          lastName: 'G',
          role: 'subcontractor',
          deletedAt: new Date(),
        },
        { email: 'new@x.com', firstName: 'N', lastName: 'N', role: 'admin', isInvited: true },
      ])
      .returning()
    for (const assigneeId of [w.idOf('cleo'), removed?.id, invited?.id]) {
      const answer = await w.call('ada', 'POST', '/api/tasks', {
        jobId: deck,
        name: 'Footings',
        assigneeId,
      })
      expect(answer.body.fields).toEqual({
        assigneeId: 'Choose one of your subcontractors or admins',
      })
    }
    expect(await onJob(deck)).toEqual([])
  })

  test('ignores fields that cannot be set', async () => {
    const own = newId()
    const task = await newTask({
      id: own,
      createdAt: '2020-01-01T00:00:00Z',
      jobName: 'Mine',
      addedToJob: true,
    })
    expect(task).toMatchObject({ jobName: 'Deck', addedToJob: false })
    expect(task.id).not.toBe(own)
    expect(task.createdAt).not.toMatch(/^2020/)
  })
})

describe('creating several', () => {
  const add = (body: object, name: Name = 'ada') => w.call(name, 'POST', '/api/tasks/bulk', body)
  const named = (...names: readonly string[]) => names.map((name) => ({ name }))

  test('tasks are added in order, and their assignee joins the job once', async () => {
    const { status, body } = await add({
      jobId: deck,
      tasks: named('Footings', ' Posts ', 'Beams'),
      assigneeId: w.idOf('sam'),
    })
    expect(status).toBe(201)
    expect(body.addedToJob).toBe(true)
    expect(body.tasks).toMatchObject(
      ['Footings', 'Posts', 'Beams'].map((name) => ({
        name,
        jobId: deck,
        jobName: 'Deck',
        assigneeName: 'Sam Stone',
        status: 'not_started',
        deadline: null,
      })),
    )
    expect((await w.call('ada', 'GET', `/api/jobs/${deck}/tasks`)).body).toEqual(body.tasks)
    expect(await onJob(deck)).toEqual([w.idOf('sam')])
    const ids = body.tasks.map(({ id }: { id: string }) => id)
    expect(await publishedEvents()).toEqual([
      ...ids.flatMap((id: string) => [
        ['task.created', id, deck],
        ['task.assigned', id, deck],
      ]),
      ['job.people', deck, deck],
    ])
  })

  test('without an assignee, no assignment event is published', async () => {
    const { body } = await add({ jobId: deck, tasks: named('Footings') })
    expect(body).toMatchObject({ addedToJob: false, tasks: [{ assigneeId: null }] })
    expect((await publishedEvents()).map(([name]) => name)).toEqual(['task.created'])
  })

  test.each([
    [{ tasks: [] }, { tasks: 'Add at least one task' }],
    [{ tasks: named(...'x'.repeat(101)) }, { tasks: 'At most 100 tasks' }],
    [{ tasks: named('Footings', ' ') }, { 'tasks.1.name': 'Name is required' }],
    [{ tasks: named('x'.repeat(201)) }, { 'tasks.0.name': 'At most 200 characters' }],
    [{ tasks: 'Footings' }, { tasks: 'Send a list of tasks' }],
    [{ jobId: newId() }, { jobId: 'Choose one of your jobs' }],
  ])('refuses %j', async (change, fields) => {
    const body = { jobId: deck, tasks: named('Footings'), ...change }
    expect(await add(body)).toMatchObject({ status: 400, body: { fields } })
    expect(await w.db.select().from(tasks)).toEqual([])
  })

  test('a client cannot be assigned, and only admins can add tasks', async () => {
    const body = { jobId: deck, tasks: named('Footings'), assigneeId: w.idOf('cleo') }
    expect((await add(body)).body.fields).toEqual({
      assigneeId: 'Choose one of your subcontractors or admins',
    })
    for (const name of ['sam', 'cleo'] as const) expect((await add(body, name)).status).toBe(403)
  })
})

describe('the deadline', () => {
  test('is stored in UTC; empty is null', async () => {
    expect(await newTask({ deadline: '2026-03-05T17:00:00-06:00' })).toMatchObject({
      deadline: '2026-03-05T23:00:00.000Z',
    })
    const { id } = await newTask({ deadline: '2026-03-05T17:00:00Z' })
    for (const deadline of ['', null])
      expect((await put('ada', id, { deadline })).body.deadline).toBeNull()
  })

  test.each([
    ['UTC', '2026-03-05', '2026-03-05T23:59:59.000Z'],
    ['Pacific/Honolulu', '2026-03-05', '2026-03-06T09:59:59.000Z'],
    ['Pacific/Auckland', '2026-03-05', '2026-03-05T10:59:59.000Z'],
    // The days on which the clocks change.
    ['America/Chicago', '2026-03-08', '2026-03-09T04:59:59.000Z'],
    ['America/Chicago', '2026-11-01', '2026-11-02T05:59:59.000Z'],
  ])('a date ends at midnight in %s: %s is %s', async (timeZone, day, moment) => {
    await w.db
      .insert(settings)
      .values({ companyName: 'R', holdingsName: 'R', timeZone })
      .onConflictDoUpdate({ target: settings.id, set: { timeZone } })
    const { id, deadline } = await newTask({ deadline: day })
    expect(deadline).toBe(moment)
    const next = (await put('ada', id, { deadline: '2026-07-04' })).body.deadline
    expect((await put('ada', id, { deadline: day })).body.deadline).toBe(moment)
    expect(next).not.toBe(moment)
    const names = (await linesOf(id)).map((line: { message: string }) => line.message)
    expect(names[0]).toMatch(/^Deadline moved from (Mar|Nov) \d, 2026 to Jul 4, 2026$/)
    await w.db.delete(settings)
  })
})

describe('changing', () => {
  test('changes only the fields sent, with a later version', async () => {
    const before = await newTask({
      assigneeId: w.idOf('sam'),
      description: 'Four of them',
      deadline: '2026-03-05',
    })
    const after = await put('ada', before.id, { name: 'Six footings' })
    expect(after.body).toEqual({
      ...before,
      name: 'Six footings',
      addedToJob: false,
      updatedAt: after.body.updatedAt,
    })
    expect(after.body.updatedAt > before.updatedAt).toBe(true)
    expect(await linesOf(before.id)).toEqual([])
  })

  test('an admin can set any status', async () => {
    const { id } = await newTask()
    for (const status of ['completed', 'not_started', 'in_progress', 'in_progress']) {
      expect((await put('ada', id, { status })).body.status).toBe(status)
    }
  })

  test('a task cannot change its job', async () => {
    const { id } = await newTask()
    expect((await put('ada', id, { jobId: bath })).body.fields).toEqual({
      jobId: 'A task stays on its job',
    })
    expect((await put('ada', id, { jobId: deck, name: 'Posts' })).body).toMatchObject({
      jobId: deck,
      name: 'Posts',
    })
    const same = await put('ada', id, { jobId: deck })
    expect(same.body.updatedAt).toBe((await put('ada', id, {})).body.updatedAt)
  })

  test('a new assignee joins the job and the former one stays on it', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    expect((await put('ada', id, { assigneeId: w.idOf('sue') })).body).toMatchObject({
      assigneeName: 'Sue Summers',
      addedToJob: true,
    })
    expect(new Set(await onJob(deck))).toEqual(new Set([w.idOf('sam'), w.idOf('sue')]))
    expect((await put('ada', id, { assigneeId: w.idOf('sue') })).body.addedToJob).toBe(false)
    expect((await put('ada', id, { assigneeId: null })).body).toMatchObject({
      assigneeId: null,
      assigneeName: null,
    })
    const refused = await put('ada', id, { assigneeId: w.idOf('carl'), status: 'completed' })
    expect(refused.status).toBe(400)
    expect((await w.call('ada', 'GET', '/api/tasks')).body).toMatchObject([
      { assigneeId: null, status: 'not_started' },
    ])
  })
})

describe('the events of a change', () => {
  test('name the new assignee, also in place of another one, and nobody else', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    const eventsOfChange = async (change: object) => {
      await w.db.delete(events)
      expect((await put('ada', id, change)).status).toBe(200)
      return (await publishedEvents()).map(([name]) => name)
    }
    expect(await eventsOfChange({ assigneeId: w.idOf('sue') })).toEqual([
      ...['task.changed', 'task.assigned', 'job.people'],
    ])
    expect(await eventsOfChange({ assigneeId: w.idOf('sue'), name: 'Posts' })).toEqual([
      'task.changed',
    ])
    expect(await eventsOfChange({ assigneeId: null })).toEqual(['task.changed'])
    expect(await eventsOfChange({ assigneeId: w.idOf('sam') })).toEqual([
      ...['task.changed', 'task.assigned'],
    ])
  })
})

describe('what a sub may change', () => {
  test('is only the next status of their own task', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    // Too late to undo a step.
    w.clock.now = new Date(Date.now() + 6 * MINUTE_MS)
    const tried: [object, number, string?][] = [
      [{ name: 'Mine' }, 403],
      [{ status: 'in_progress', name: 'Footings' }, 403],
      [{ assigneeId: null }, 403],
      [{ deadline: null }, 403],
      [{ jobId: deck }, 403],
      [{ status: 'completed' }, 409],
      [{ status: 'not_started' }, 409],
      [{ status: 'odd' }, 400],
      [{ status: 'in_progress', unknown: 1 }, 200, 'in_progress'],
      [{ status: 'in_progress' }, 409],
      [{ status: 'not_started' }, 409],
      [{ status: 'completed' }, 200, 'completed'],
      [{ status: 'in_progress' }, 409],
      [{}, 200, 'completed'],
    ]
    for (const [body, status, reached] of tried) {
      const answer = await put('sam', id, body)
      expect([body, answer.status]).toEqual([body, status])
      if (reached) expect(answer.body.status).toBe(reached)
      if (status === 403) expect(answer.body).toEqual({ message: 'Forbidden', code: 'forbidden' })
      if (status === 409) expect(answer.body.code).toBe('invalidStatusChange')
    }
    w.clock.now = new Date()
  })

  test('includes undoing their own last step for five minutes', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    const set = async (name: 'ada' | 'sam', status: string) =>
      (await put(name, id, { status })).status
    expect(await set('sam', 'in_progress')).toBe(200)
    expect(await set('sam', 'completed')).toBe(200)
    expect(await set('sam', 'not_started')).toBe(409)
    expect(await set('sam', 'in_progress')).toBe(200)
    expect(await set('sam', 'completed')).toBe(200)
    // Somebody else made the last steps.
    expect(await set('ada', 'in_progress')).toBe(200)
    expect(await set('ada', 'completed')).toBe(200)
    expect(await set('sam', 'in_progress')).toBe(409)
    const other = await newTask({ assigneeId: w.idOf('sam') })
    expect((await put('sam', other.id, { status: 'in_progress' })).status).toBe(200)
    w.clock.now = new Date(Date.now() + 5 * MINUTE_MS + 1000)
    expect((await put('sam', other.id, { status: 'not_started' })).status).toBe(409)
    w.clock.now = new Date()
  })

  test('of twenty concurrent starts one succeeds, with one line; the others are a 409', async () => {
    // Two rounds, since in the first the connections are still being opened, one after another.
    for (let round = 0; round < 2; round++) {
      const { id } = await newTask({ assigneeId: w.idOf('sam') })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => put('sam', id, { status: 'in_progress' })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
      expect((await linesOf(id)).length).toBe(1)
    }
  })
})

describe('who may see a task', () => {
  test('everyone sees and changes only tasks they may, by id and in lists', async () => {
    const sams = await newTask({ assigneeId: w.idOf('sam') })
    const sues = await newTask({ jobId: bath, assigneeId: w.idOf('sue') })
    const loose = await newTask()
    // Sue was taken off the deck, but the task she finished there is still assigned to her.
    const former = await newTask({ assigneeId: w.idOf('sue'), status: 'completed' })
    expect(
      (await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sue')}`)).status,
    ).toBe(204)
    const all = [sams.id, sues.id, loose.id, former.id]
    const ofDeck = [sams.id, loose.id, former.id]
    const sees = {
      ada: { list: all, deck: ofDeck, bath: [sues.id], may: all },
      sam: { list: [sams.id], deck: ofDeck, bath: 404, may: [sams.id], reads: ofDeck },
      sue: { list: [sues.id], deck: 404, bath: [sues.id], may: [sues.id], reads: [sues.id] },
      cleo: { list: 403, deck: 403, bath: 403, may: [], reads: [] },
      carl: { list: 403, deck: 403, bath: 403, may: [], reads: [] },
    } as const
    const ids = (body: { id: string }[]) => new Set(body.map((task) => task.id))

    for (const [key, expected] of Object.entries(sees)) {
      const name = key as Name
      for (const [url, seen] of [
        ['/api/tasks', expected.list],
        [`/api/jobs/${deck}/tasks`, expected.deck],
        [`/api/jobs/${bath}/tasks`, expected.bath],
      ] as const) {
        const answer = await w.call(name, 'GET', url)
        if (typeof seen === 'number') expect(answer.status).toBe(seen)
        else expect(ids(answer.body)).toEqual(new Set(seen))
      }
      const totals = await w.call(name, 'GET', '/api/task-totals')
      if (typeof expected.list === 'number') expect(totals.status).toBe(403)
      else expect(totals.body.total).toBe(expected.list.length)

      const nowhere = {
        put: await put(name, newId(), { status: 'in_progress' }),
        one: await w.call(name, 'GET', `/api/tasks/${newId()}`),
        read: await w.call(name, 'GET', `/api/tasks/${newId()}/correspondence`),
        comment: await w.call(name, 'POST', `/api/tasks/${newId()}/correspondence`, {
          message: 'Hello',
        }),
        remove: await w.call(name, 'DELETE', `/api/tasks/${newId()}`),
      }
      const reads: readonly string[] = 'reads' in expected ? expected.reads : all
      for (const id of all) {
        const changed = await put(name, id, { status: 'in_progress' })
        const one = await w.call(name, 'GET', `/api/tasks/${id}`)
        const read = await w.call(name, 'GET', `/api/tasks/${id}/correspondence`)
        const commented = await w.call(name, 'POST', `/api/tasks/${id}/correspondence`, {
          message: 'Hello',
        })
        if (reads.includes(id)) {
          expect([one.status, read.status, commented.status]).toEqual([200, 200, 201])
          if (!(expected.may as readonly string[]).includes(id)) expect(changed.status).toBe(403)
          else expect([200, 409]).toContain(changed.status)
        } else {
          expect(changed.text).toBe(nowhere.put.text)
          expect(one.text).toBe(nowhere.one.text)
          expect(read.text).toBe(nowhere.read.text)
          expect(commented.text).toBe(nowhere.comment.text)
        }
        if (name !== 'ada') {
          const removed = await w.call(name, 'DELETE', `/api/tasks/${id}`)
          expect(removed.text).toBe(nowhere.remove.text)
          expect(removed.status).toBe(403)
        }
      }
    }
  })

  test('the dashboard of a sub omits a job they were taken off', async () => {
    await newTask({
      assigneeId: w.idOf('sam'),
      status: 'completed',
      deadline: new Date().toISOString(),
    })
    await w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`)
    expect((await w.call('sam', 'GET', '/api/dashboard')).body).toEqual({
      role: 'subcontractor',
      activeTasks: 0,
      completedTasks: 0,
      thisWeek: 0,
      currentTasks: [],
      now: null,
    })
  })
})

describe('deleting', () => {
  test('deletes a task once, with its conversation', async () => {
    const { id } = await newTask()
    await w.call('ada', 'POST', `/api/tasks/${id}/correspondence`, { message: 'Rain' })
    expect((await w.call('ada', 'DELETE', `/api/tasks/${id}`)).status).toBe(204)
    expect((await w.call('ada', 'DELETE', `/api/tasks/${id}`)).status).toBe(404)
    expect(await w.db.select().from(taskCorrespondence)).toEqual([])
    expect((await publishedEvents()).at(-1)).toEqual(['task.deleted', id, deck])
  })
})

describe('the conversation', () => {
  test('has comments and automatic lines, oldest first', async () => {
    const { id } = await newTask()
    await join('sam', deck)
    await w.call('sam', 'POST', `/api/tasks/${id}/correspondence`, {
      message: '  The wall is closed ',
    })
    await put('ada', id, {
      status: 'in_progress',
      assigneeId: w.idOf('sam'),
      deadline: '2026-03-05T17:30:00Z',
    })
    await put('sam', id, { status: 'completed' })
    await put('ada', id, { assigneeId: w.idOf('sue'), deadline: null })
    await put('ada', id, { assigneeId: null, deadline: null, status: 'completed' })
    const lines = await linesOf(id)
    expect(
      lines.map(
        (line: Record<string, string>) => `${line.userName} / ${line.type} / ${line.message}`,
      ),
    ).toEqual([
      'Sam Stone / comment / The wall is closed',
      'Ada Adler / status / Status changed from Not Started to In Progress',
      'Ada Adler / assignee / Assigned to Sam Stone',
      'Ada Adler / deadline / Deadline set to Mar 5, 2026, 5:30 PM',
      'Sam Stone / status / Status changed from In Progress to Completed',
      'Ada Adler / assignee / Assigned to Sue Summers instead of Sam Stone',
      'Ada Adler / deadline / Deadline removed; it was Mar 5, 2026, 5:30 PM',
      'Ada Adler / assignee / Sue Summers is no longer assigned',
    ])
    expect(lines[0]).toEqual({
      id: expect.any(String),
      taskId: id,
      userId: w.idOf('sam'),
      userName: 'Sam Stone',
      type: 'comment',
      message: 'The wall is closed',
      createdAt: expect.any(String),
    })
  })

  test('a comment needs a text, and ignores a given author and type', async () => {
    const { id } = await newTask()
    const path = `/api/tasks/${id}/correspondence`
    for (const message of ['', '  ', null, 5, 'x'.repeat(4001), 'a\0']) {
      expect((await w.call('ada', 'POST', path, { message })).body.fields).toHaveProperty('message')
    }
    const { body } = await w.call('ada', 'POST', path, {
      message: 'Hi',
      type: 'status',
      userId: w.idOf('sam'),
    })
    expect(body).toMatchObject({ type: 'comment', userId: w.idOf('ada'), userName: 'Ada Adler' })
    expect(await linesOf(id)).toEqual([body])
    expect((await publishedEvents()).at(-1)).toEqual(['task.comment', id, deck])
  })

  const comment = (id: string) =>
    w.call('sam', 'POST', `/api/tasks/${id}/correspondence`, { message: 'Done' })
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

  test('a comment does not wait for another one in an open transaction', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    await w.db.transaction(async (tx) => {
      await holdTask(tx, { id: w.idOf('ada'), role: 'admin' }, id)
      await tx
        .insert(taskCorrespondence)
        .values({ taskId: id, userId: w.idOf('ada'), message: 'Rain' })
      expect((await comment(id)).status).toBe(201)
    })
    expect(await linesOf(id)).toHaveLength(2)
  })

  test('a comment waits for a deletion of its task, and is then a 404', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    let commenting = Promise.resolve<object>({})
    await w.db.transaction(async (tx) => {
      await tx.delete(tasks).where(eq(tasks.id, id))
      commenting = comment(id)
      await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
    })
    expect(await commenting).toMatchObject({ status: 404 })
  })

  test('a comment locks the job before its task', async () => {
    const { id } = await newTask({ assigneeId: w.idOf('sam') })
    let commenting = Promise.resolve<object>({})
    await w.db.transaction(async (tx) => {
      await tx.select().from(jobs).where(eq(jobs.id, deck)).for('update')
      commenting = comment(id)
      await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
      await tx.select().from(tasks).where(eq(tasks.id, id)).for('update', { noWait: true })
    })
    expect(await commenting).toMatchObject({ status: 201 })
  })
})

describe('lists', () => {
  async function several() {
    const made = []
    for (const [name, deadline, jobId, assignee, status] of [
      ['Never', null, deck, 'sam', 'not_started'],
      ['Late', '2026-05-01T00:00:00Z', bath, 'sue', 'completed'],
      ['Early 100%', '2026-03-01T00:00:00Z', deck, 'sam', 'in_progress'],
      ['Also never', '', bath, 'ada', 'not_started'],
      ['Twin', '2026-03-01T00:00:00Z', deck, null, 'not_started'],
    ] as const) {
      const assigneeId = assignee && w.idOf(assignee)
      made.push(
        await newTask({ name, deadline, jobId, assigneeId, status, description: `About ${name}` }),
      )
    }
    return made.map((task: { id: string }) => task.id)
  }

  test('are sorted by deadline, with filters and matching totals', async () => {
    const ids = await several()
    const found = async (query: string, name: Name = 'ada') => {
      const { body } = await w.call(name, 'GET', `/api/tasks?${query}`)
      const totals = (await w.call(name, 'GET', `/api/task-totals?${query}`)).body
      expect(totals.total).toBe(body.length)
      expect(totals.pending + totals.inProgress + totals.completed).toBe(totals.total)
      return body.map((task: { id: string }) => ids.indexOf(task.id))
    }
    expect(await found('')).toEqual([2, 4, 1, 0, 3])
    expect(await found('', 'sam')).toEqual([2, 0])
    expect(await found('status=not_started')).toEqual([4, 0, 3])
    expect(await found(`jobId=${bath}`)).toEqual([1, 3])
    expect(await found(`jobId=${bath}`, 'sam')).toEqual([])
    expect(await found(`assigneeId=${w.idOf('sue')}`)).toEqual([1])
    expect(await found(`assigneeId=${w.idOf('sue')}`, 'sam')).toEqual([])
    expect(await found('openFirst=true')).toEqual([2, 4, 0, 3, 1])
    expect(await found('active=true')).toEqual([2, 4, 0, 3])
    expect(await found('active=true', 'sam')).toEqual([2, 0])
    expect(await found('active=true&status=completed')).toEqual([])
    expect(await found('mine=true')).toEqual([3])
    const { now } = w.clock
    w.clock.now = new Date('2026-06-01T00:00:00Z')
    expect(await found('overdue=true')).toEqual([2, 4])
    expect(await found('overdue=true&status=in_progress', 'sam')).toEqual([2])
    expect((await w.call('ada', 'GET', '/api/attention')).body.items).toMatchObject([
      { kind: 'overdueTasks', count: 2 },
    ])
    w.clock.now = now
    expect(await found('mine=false')).toEqual([2, 4, 1, 0, 3])
    expect(await found('search=NEVER')).toEqual([0, 3])
    expect(await found('search=100%25')).toEqual([2])
    expect(await found('search=bath&status=completed')).toEqual([1])
    expect((await w.call('ada', 'GET', '/api/task-totals')).body).toEqual({
      total: 5,
      pending: 3,
      inProgress: 1,
      completed: 1,
    })
  })

  test.each([1, 2, 3, 5])(
    'in pages of %i have every task once, with the total and a link to the next page',
    async (limit) => {
      const ids = await several()
      const seen: number[] = []
      let url = `/api/tasks?limit=${limit}&search=about`
      for (let pages = 0; url && pages < 9; pages++) {
        const page = await w.call('ada', 'GET', url)
        expect(page.headers['x-total-count']).toBe('5')
        seen.push(...page.body.map((task: { id: string }) => ids.indexOf(task.id)))
        url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
      }
      expect(seen).toEqual([2, 4, 1, 0, 3])
    },
  )

  test.each([1, 2, 3, 4, 6])(
    'with open tasks first, in pages of %i, have every task once',
    async (limit) => {
      const ids = [
        ...(await several()),
        (await newTask({ name: 'Done', description: 'About', status: 'completed' })).id,
      ]
      const seen: number[] = []
      let url = `/api/tasks?limit=${limit}&search=about&openFirst=true`
      for (let pages = 0; url && pages < 9; pages++) {
        const page = await w.call('ada', 'GET', url)
        seen.push(...page.body.map((task: { id: string }) => ids.indexOf(task.id)))
        url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
      }
      expect(seen).toEqual([2, 4, 0, 3, 1, 5])
    },
  )

  test.each([
    ['deadline', [2, 4, 1, 0, 3]],
    ['-deadline', [3, 0, 1, 4, 2]],
    ['status', [3, 0, 4, 2, 1]],
    ['-status', [1, 2, 4, 0, 3]],
  ])('sorted by %s are the same as a whole and in pages', async (sort, expected) => {
    const ids = await several()
    const indexesOf = (body: readonly { id: string }[]) => body.map(({ id }) => ids.indexOf(id))
    // `openFirst` only applies to lists without an order.
    const whole = await w.call('ada', 'GET', `/api/tasks?sort=${sort}&openFirst=true`)
    expect(indexesOf(whole.body)).toEqual(expected)
    for (const limit of [1, 2, 3, 4]) {
      const seen: number[] = []
      let url = `/api/tasks?limit=${limit}&sort=${sort}`
      for (let pages = 0; url && pages < 9; pages++) {
        const page = await w.call('ada', 'GET', url)
        seen.push(...indexesOf(page.body))
        url = /<(.*)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
      }
      expect(seen).toEqual(expected)
    }
  })

  test('the next sorted page continues at its place, even if the last task has moved', async () => {
    const ids = await several()
    const page = await w.call('ada', 'GET', '/api/tasks?limit=2&sort=-deadline')
    const next = /<(.*)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    await put('ada', ids[0] ?? '', { deadline: '2026-01-01T00:00:00Z' })
    expect((await w.call('ada', 'GET', next)).body.map((task: { id: string }) => task.id)).toEqual([
      ids[1],
      ids[4],
    ])
  })

  test.each([
    'limit=0',
    'status=odd',
    'mine=yes',
    'jobId=x',
    'assigneeId=',
    'after=zzz&limit=2',
    'after=done.x_1&limit=2',
    'after=open.none_1&limit=2',
    'after=7.none_018f0000-0000-7000-8000-000000000000&limit=2&sort=status',
    'after=none_018f0000-0000-7000-8000-000000000000&limit=2&sort=status',
    'after=0.none_018f0000-0000-7000-8000-000000000000&limit=2&sort=deadline',
    'openFirst=1',
    'overdue=1',
    'active=1',
    'sort=name',
    'search=%00',
  ])('refuses ?%s', async (query) => {
    expect((await w.call('ada', 'GET', `/api/tasks?${query}`)).status).toBe(400)
  })
})

describe('changing several', () => {
  const change = (ids: readonly string[], fields: object, name: Name = 'ada') =>
    w.call(name, 'POST', '/api/tasks/change', { ids, ...fields })
  const read = async (id: string) => (await w.call('ada', 'GET', `/api/tasks/${id}`)).body
  const three = async () => {
    const made = [await newTask(), await newTask({ jobId: bath }), await newTask()]
    return made.map(({ id }: { id: string }) => id)
  }
  const eventsOf = async (name: EventName) =>
    (await w.db.select().from(events).where(eq(events.name, name)).orderBy(events.subjectId)).map(
      ({ subjectId }) => subjectId,
    )

  test('assigns all of them, and adds the sub to their jobs, with lines and events', async () => {
    const ids = await three()
    const [first = '', second = '', other = ''] = ids
    const before = await read(first)
    await w.db.delete(events)
    const answer = await change([first, second, first], { assigneeId: w.idOf('sue') })
    expect(answer).toMatchObject({ status: 200, body: { changed: 2, joinedJobs: 2 } })
    for (const id of [first, second]) {
      expect((await read(id)).assigneeName).toBe('Sue Summers')
      const [line] = await linesOf(id)
      expect(line).toMatchObject({ type: 'assignee', message: 'Assigned to Sue Summers' })
    }
    expect((await read(other)).assigneeId).toBeNull()
    expect((await read(first)).updatedAt > before.updatedAt).toBe(true)
    expect([await onJob(deck), await onJob(bath)]).toEqual([[w.idOf('sue')], [w.idOf('sue')]])
    expect(await eventsOf('task.changed')).toEqual([first, second].toSorted())
    expect(await eventsOf('task.assigned')).toEqual([first, second].toSorted())
    expect(await eventsOf('job.people')).toEqual([deck, bath].toSorted())
    // Tasks that already have the assignee are not changed.
    expect((await change(ids, { assigneeId: w.idOf('sue') })).body).toEqual({
      ...{ changed: 1, joinedJobs: 0 },
    })
    expect((await change(ids, { assigneeId: null })).body.changed).toBe(3)
    expect((await read(other)).assigneeId).toBeNull()
  })

  test('sets a status or a deadline, with a line and an event for each', async () => {
    const ids = await three()
    const [first = '', second = ''] = ids
    await w.db.delete(events)
    expect((await change(ids, { status: 'completed' })).body.changed).toBe(3)
    expect(await eventsOf('task.completed')).toEqual(ids.toSorted())
    expect(await linesOf(second)).toMatchObject([
      { message: 'Status changed from Not Started to Completed' },
    ])
    expect((await change(ids, { deadline: '2026-12-01' })).body.changed).toBe(3)
    const { deadline } = await read(first)
    expect(deadline).toMatch(/^2026-12-0[12]T\d\d:59:59/)
    expect((await change(ids, { deadline })).body.changed).toBe(0)
    expect((await change([first], { deadline: null })).body.changed).toBe(1)
    expect((await read(first)).deadline).toBeNull()
    expect((await read(second)).deadline).toBe(deadline)
  })

  test('changes none of them if one was deleted or the assignee is a client', async () => {
    const ids = await three()
    const missing = await change([...ids, newId()], { status: 'completed' })
    expect(missing).toMatchObject({
      status: 400,
      body: { fields: { ids: 'Some of these tasks were deleted. Choose them again' } },
    })
    const wrong = await change(ids, { assigneeId: w.idOf('cleo') })
    expect(wrong.body.fields).toEqual({
      assigneeId: 'Choose one of your subcontractors or admins',
    })
    for (const id of ids)
      expect(await read(id)).toMatchObject({ status: 'not_started', assigneeId: null })
  })

  test('is for admins, and refuses no ids, too many ids, and not exactly one field', async () => {
    const ids = await three()
    for (const name of ['sam', 'cleo'] as const)
      expect((await change(ids, { status: 'completed' }, name)).status).toBe(403)
    const many = Array.from({ length: 1001 }, () => newId())
    for (const [chosen, fields] of [
      [[], { status: 'completed' }],
      [many, { status: 'completed' }],
      [ids, {}],
      [ids, { status: 'on_hold' }],
      [ids, { status: 'completed', assigneeId: null }],
      [ids, { deadline: 'soon' }],
    ] as const)
      expect((await change(chosen, fields)).status).toBe(400)
  })
})

describe('races', () => {
  test('a sub who is concurrently removed from a job and assigned on it is on it if assigned', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => newTask()))
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([
        ...made.map((task) => put('ada', task.id, { assigneeId: w.idOf('sam') })),
        w.call('ada', 'POST', '/api/tasks/change', {
          ids: made.map(({ id }) => id),
          assigneeId: w.idOf('sam'),
        }),
        w.call('ada', 'DELETE', `/api/jobs/${deck}/subcontractors/${w.idOf('sam')}`),
        w.call('ada', 'POST', '/api/tasks', {
          jobId: deck,
          name: 'New',
          assigneeId: w.idOf('sam'),
        }),
      ])
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
      const assigned = (await w.db.select().from(tasks)).some(
        (task) => task.assigneeId === w.idOf('sam'),
      )
      if (assigned) expect(await onJob(deck)).toEqual([w.idOf('sam')])
    }
  })
})
