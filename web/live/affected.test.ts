import type { EventName } from '@plumbline/contract/events.ts'
import { eventNames } from '@plumbline/contract/events.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { expect, test } from 'vitest'
import { isAffected } from './affected.ts'

const JOB = '0198c0de-0000-7000-8000-000000000001'
const OTHER = '0198c0de-0000-7000-8000-000000000002'
const event = (name: EventName) => ({ id: 1, name, subjectId: JOB, jobId: JOB })

/** What changes without an event, or only for oneself, or with what has its names: read again by those events and by writes. */
const withoutEvents = [
  ...['account', 'audit', 'auth', 'backups', 'export', 'invite-address', 'setup'],
  ...[
    'project-managers',
    'push-key',
    'receivables',
    'saved-views',
    'settings',
    'users',
    'user-totals',
  ],
]

test('every read is read again after some event, besides those that nearly any may change', () => {
  const narrow = eventNames.filter(
    (name) => !isAffected(['/api/account/sessions', {}], event(name)),
  )
  const missing = allRows
    .filter(({ method, file }) => method === 'GET' && !file)
    .map(({ path }) => path)
    .filter((path) => !narrow.some((name) => isAffected([path, {}], event(name))))
    .map((path) => path.split('/')[2] ?? '')
  expect([...new Set(missing)].sort()).toEqual([...withoutEvents].sort())
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
  ['bid.changed', '/api/attention', true],
  ['settings.changed', '/api/jobs', true],
])('after %s, %s: %s', (name, path, expected) => {
  expect(isAffected([path, { params: { id: JOB } }], event(name))).toBe(expected)
})

test('what is of another job is not read again', () => {
  const of = (id: string) =>
    isAffected(['/api/jobs/:id/tasks', { params: { id } }], event('task.changed'))
  expect([of(JOB), of(OTHER)]).toEqual([true, false])
})
