import { crewRoutes } from '@plumbline/contract/crew.ts'
import { messageRoutes } from '@plumbline/contract/messages.ts'
import { OFFLINE_SINCE_HEADER } from '@plumbline/contract/offline.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import { type Task, taskRoutes } from '@plumbline/contract/tasks.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { act, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { noteOffline, noteOnline } from '../../api/connection.ts'
import { meQuery } from '../../api/me.ts'
import { newQueryClient } from '../../api/query.ts'
import { crewDay } from '../../testing/crew.ts'
import { jobId, message } from '../../testing/messages.ts'
import { people } from '../../testing/open.tsx'
import { startServer } from '../../testing/server.ts'
import { task } from '../../testing/tasks.ts'
import type { NamedAction } from './action.ts'
import { actionQueue } from './actionQueue.ts'
import { shownActions } from './shown.ts'

const server = await startServer()
afterAll(server.close)

const sub = people.subcontractor
const client = newQueryClient()
let saved: Task
beforeEach(() => {
  server.reset()
  server.visit('/')
  client.setQueryData(meQuery.queryKey, sub)
  saved = task(1, { name: 'Hang cabinets', status: 'not_started' })
  server.on('GET /api/auth/user', { body: sub })
  server.on(taskRoutes.one, () => ({ body: saved }))
  server.on(taskRoutes.update, ({ body }) => {
    saved = { ...saved, ...(JSON.parse(body) as Partial<Task>) }
    return { body: { ...saved, addedToJob: false } }
  })
  server.on(messageRoutes.create, ({ body }) => ({
    body: message(1, sub, (JSON.parse(body) as { content: string }).content),
  }))
})

const start: NamedAction = {
  ...{ type: 'step', taskId: task(1).id, name: 'Hang cabinets' },
  ...{ from: 'not_started', to: 'in_progress' },
}
const complete: NamedAction = { ...start, from: 'in_progress', to: 'completed' }
const write = (text: string): NamedAction => ({
  ...{ type: 'message', jobId, name: 'Kitchen remodel', audience: 'crew', text },
})
const day = crewDay(1, { assignedDate: '2026-11-24', confirmed: false })
const answer: NamedAction = {
  ...{ type: 'answer', dayId: day.id, date: day.assignedDate, updatedAt: day.updatedAt },
  ...{ name: 'Cabinets, Tue', confirmed: true, text: '' },
}

let keys = 0
const add = (action: NamedAction, isTried = false) => {
  keys += 1
  return actionQueue.add(client, action, { key: `key-${keys}`, isTried })
}
/** Adds actions without a connection, and connects. */
async function connectAfter(...actions: NamedAction[]) {
  noteOffline()
  server.on('GET /api/auth/user', 'hangup')
  for (const action of actions) await add(action)
  server.on('GET /api/auth/user', { body: sub })
  act(noteOnline)
}
const writes = () =>
  server.seen
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => `${method} ${url} ${body}`)
const problems = () => shownActions().map(({ state, problem }) => `${state}: ${problem}`)
const settled = () => waitFor(() => expect(shownActions()).toEqual([]))

test('actions are sent once each, in their order', async () => {
  await connectAfter(start, write('Started.'), complete)
  await settled()
  const path = `/api/tasks/${task(1).id}`
  expect(writes()).toEqual([
    `PUT ${path} {"status":"in_progress"}`,
    `POST /api/messages ${JSON.stringify({ jobId, content: 'Started.', audience: 'crew' })}`,
    `PUT ${path} {"status":"completed"}`,
  ])
  const [step, post] = server.seen.filter(({ method }) => method !== 'GET')
  expect(step?.headers['if-match']).toBe(tagOf(saved))
  expect(post?.headers['idempotency-key']).toBe(`key-${keys - 1}`)
})

test('a message whose reply was lost is sent again with the same key', async () => {
  let attempts = 0
  server.on(messageRoutes.create, () => {
    attempts += 1
    return attempts === 1 ? 'hangup' : { body: message(1, sub, 'Done.') }
  })
  await add(write('Done.'))
  await waitFor(() => expect(attempts).toBe(1))
  act(noteOnline)
  await settled()
  const posts = server.seen.filter(({ method }) => method === 'POST')
  expect(posts.map(({ headers }) => headers['idempotency-key'])).toEqual([
    `key-${keys}`,
    `key-${keys}`,
  ])
})

test('a step whose reply was lost is not taken twice', async () => {
  saved = { ...saved, status: 'in_progress' }
  await add(start)
  await settled()
  expect(writes()).toEqual([])
})

test('a step is done where somebody else has taken the next one', async () => {
  saved = { ...saved, status: 'completed' }
  await add(start)
  await settled()
  expect(writes()).toEqual([])
})

test('a task in the offline cache does not count as what the server has', async () => {
  saved = { ...saved, status: 'completed' }
  server.on('GET /api/tasks/:id', () => ({
    body: saved,
    headers: { [OFFLINE_SINCE_HEADER]: '2026-11-24T16:42:00.000Z' },
  }))
  await add(start)
  await waitFor(() =>
    expect(server.seen.map(({ url }) => url)).toContain(`/api/tasks/${task(1).id}`),
  )
  expect(problems()).toEqual(['waiting: null'])
})

test.each<[string, NamedAction, () => void, string]>([
  [
    'a task that somebody else set back',
    complete,
    () => undefined,
    'Somebody set it to Not Started meanwhile.',
  ],
  [
    'a task that was deleted',
    start,
    () => server.on(taskRoutes.one, { failure: 'notFound' }),
    'The task was deleted meanwhile, or is no longer yours.',
  ],
  [
    'a job that the sub was taken off',
    write('Done.'),
    () => server.on(messageRoutes.create, { failure: 'notFound' }),
    'The job was deleted meanwhile, or you are no longer on it.',
  ],
  [
    'a day that was changed',
    answer,
    () => {
      server.on(crewRoutes.update, { failure: 'stale' })
      server.on(crewRoutes.list, { body: [day] })
    },
    'The day was changed meanwhile. Look at it and answer again.',
  ],
])('%s refuses the action, and the next one is sent', async (_, action, prepare, problem) => {
  prepare()
  await connectAfter(action, {
    type: 'comment',
    taskId: saved.id,
    name: 'Hang cabinets',
    text: 'Hi',
  })
  await waitFor(() => expect(problems()[0]).toBe(`failed: ${problem}`))
  await waitFor(() => expect(writes().at(-1)).toContain('/correspondence'))
})

test('an answer that arrived although its reply was lost is not refused', async () => {
  server.on(crewRoutes.update, { failure: 'stale' })
  server.on(crewRoutes.list, { body: [{ ...day, confirmed: true }] })
  await add(answer)
  await settled()
})

test('a refused message is sent again as another write', async () => {
  server.on(messageRoutes.create, { failure: 'notFound' })
  await add(write('Done.'))
  await waitFor(() => expect(problems()[0]).toMatch(/^failed/))
  server.on(messageRoutes.create, { body: message(1, sub, 'Done.') })
  await actionQueue.retry(shownActions()[0]?.id ?? '')
  await settled()
  const posts = server.seen.filter(({ method }) => method === 'POST')
  expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
})

test('a message that may have been sent before the key expired is not sent by itself', async () => {
  noteOffline()
  server.on('GET /api/auth/user', 'hangup')
  vi.setSystemTime(Date.now() - DAY_MS)
  await add(write('Done.'), true)
  vi.useRealTimers()
  server.on('GET /api/auth/user', { body: sub })
  act(noteOnline)
  await waitFor(() => expect(problems()[0]).toMatch(/^failed: It may have been sent before/))
  expect(writes()).toEqual([])
})

test.each([
  ['another person', { body: people.admin }],
  [
    'nobody that the server confirms',
    { body: sub, headers: { [OFFLINE_SINCE_HEADER]: '2026-11-24T16:42:00.000Z' } },
  ],
  ['nobody', { status: 401, body: { message: 'Unauthorized' } }],
] as const)('nothing is sent while %s is signed in', async (_, me) => {
  noteOffline()
  server.on('GET /api/auth/user', me)
  await add(write('Done.'))
  await waitFor(() => expect(server.seen.map(({ url }) => url)).toContain('/api/auth/user'))
  act(noteOnline)
  expect(writes()).toEqual([])
  expect(problems()).toEqual(['waiting: null'])
})

test('a step that is taken back takes those with it that follow', async () => {
  noteOffline()
  server.on('GET /api/auth/user', 'hangup')
  for (const action of [start, complete, write('Done.')]) await add(action)
  const [first] = shownActions()
  if (first) await actionQueue.cancel(first)
  expect(shownActions().map(({ type }) => type)).toEqual(['message'])
})
