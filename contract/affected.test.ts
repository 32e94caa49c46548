import { expect, test } from 'vitest'
import { isAffected } from './affected.ts'
import { changesOf, type EventName, eventNames } from './events.ts'
import { allRows } from './routes.ts'

const JOB = '0198c0de-0000-7000-8000-000000000001'
const OTHER = '0198c0de-0000-7000-8000-000000000002'
const event = (name: EventName) => ({ id: 1, name, subjectId: JOB, jobId: JOB })

const rowAt = (path: string) => {
  const row = allRows.find((each) => each.method === 'GET' && each.path === path)
  if (!row) throw new Error(`There is no read at ${path}`)
  return row
}

test('events and reads name the same things', () => {
  const changed = new Set(eventNames.flatMap((name) => changesOf(name)))
  changed.delete('everything')
  expect([...changed].sort()).toEqual(
    [...new Set(allRows.flatMap(({ about = [] }) => about))].sort(),
  )
})

test.each<[EventName, string, boolean]>([
  ['message.created', '/api/jobs/:id/messages', true],
  ['message.created', '/api/jobs/:id', false],
  ['message.created', '/api/conversations', true],
  ['message.created', '/api/notifications/unread', true],
  ['message.created', '/api/notifications', false],
  ['task.comment', '/api/tasks/:id/correspondence', true],
  ['task.comment', '/api/tasks', false],
  ['task.changed', '/api/tasks', true],
  ['task.changed', '/api/rental-properties', false],
  ['schedule.planned', '/api/tasks', true],
  ['schedule.moved', '/api/tasks', false],
  ['photo.created', '/api/photos', true],
  ['photo.deleted', '/api/change-orders/:id', true],
  ['photo.deleted', '/api/change-orders/:id/offer', false],
  ['bid.changed', '/api/attention', true],
  ['payment.recorded', '/api/completions', true],
  ['settings.changed', '/api/jobs', true],
  ['person.joined', '/api/users/:id/invite-link', false],
])('after %s, the read %s is affected: %s', (name, path, expected) => {
  expect(isAffected(rowAt(path), { id: JOB }, event(name))).toBe(expected)
})

test('an event of one job does not affect reads of another', () => {
  const of = (id: string) => isAffected(rowAt('/api/jobs/:id/tasks'), { id }, event('task.changed'))
  expect([of(JOB), of(OTHER)]).toEqual([true, false])
})

test('an event without a job affects the reads of every job that have its topic', () => {
  const of = (path: string) =>
    isAffected(rowAt(path), { id: JOB }, { ...event('weather.changed'), jobId: null })
  expect([of('/api/jobs/:id/days-lost'), of('/api/jobs/:id/tasks')]).toEqual([true, false])
})
