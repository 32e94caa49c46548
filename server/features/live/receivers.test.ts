import { type EventName, eventNames } from '@plumbline/contract/events.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { expect, test } from 'vitest'
import { type FoundEvent, mayReceive } from '../../events/receivers.ts'

const people = {
  ada: { id: 'ada', role: 'admin' },
  sam: { id: 'sam', role: 'subcontractor' },
  sue: { id: 'sue', role: 'subcontractor' },
  cleo: { id: 'cleo', role: 'client' },
  carl: { id: 'carl', role: 'client' },
} as const satisfies Record<string, Person>

/** An event about a job with Sam as a sub and Cleo as the client. */
const eventOf = (name: EventName, more: Partial<FoundEvent> = {}): FoundEvent => ({
  ...{ id: 1, horizon: 1, name, subjectId: 'thing', jobId: 'job', readers: null },
  job: { clientId: 'cleo', subcontractorIds: ['sam'] },
  ...more,
})

const receiversOf = (event: FoundEvent): string =>
  Object.values(people)
    .filter((person) => mayReceive(person, event))
    .map(({ id }) => id)
    .join(' ')

/** The receivers of events by kind. Events of other kinds are for the office alone. */
const receiversByKind: Readonly<Record<string, string>> = {
  job: 'ada sam cleo',
  task: 'ada sam',
  schedule: 'ada sam cleo',
  crew: 'ada sam',
  photo: 'ada sam cleo',
  message: 'ada sam cleo',
  update: 'ada cleo',
  changeOrder: 'ada cleo',
  // Most have readers besides, who are the office.
  invoice: 'ada cleo',
  settings: 'ada sam sue cleo carl',
  weather: 'ada sam sue',
  notification: '',
}

test.each(eventNames)('%s is sent to people who may read its subject', (name) => {
  const [kind = ''] = name.split('.')
  expect(receiversOf(eventOf(name))).toBe(receiversByKind[kind] ?? 'ada')
})

test.each([
  ['all', 'ada sam cleo'],
  ['office', 'ada'],
  ['crew', 'ada sam'],
  ['client', 'ada cleo'],
] as const)('a message for %s is announced to %s', (readers, receivers) => {
  expect(receiversOf(eventOf('message.created', { readers }))).toBe(receivers)
})

test('the deletion of a job is announced to the named people and the office', () => {
  const deletion = eventOf('job.deleted', { job: null, jobId: null })
  expect(receiversOf(deletion)).toBe('ada')
  expect(receiversOf({ ...deletion, detail: { audience: 'sam carl' } })).toBe('ada sam carl')
})

test('people receive events about themselves', () => {
  for (const name of ['person.changed', 'crew.asked', 'notification.changed'] as const)
    expect(receiversOf(eventOf(name, { subjectId: 'sue' })).split(' ')).toContain('sue')
  expect(receiversOf(eventOf('task.assigned', { subjectId: 'sue' }))).not.toContain('sue')
})
