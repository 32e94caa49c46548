import type { EventName, LiveEvent } from '@plumbline/contract/events.ts'
import type { QueryKey } from '@tanstack/react-query'

type Subject = EventName extends `${infer S}.${string}` ? S : never

const work = [
  ...['jobs', 'job-totals', 'dashboard', 'attention', 'subcontractors', 'key-dates', 'completions'],
]
const schedule = [...work, 'schedule', 'schedule-entries', 'crew', 'crew-absences', 'weather-days']
const rentals = [
  'rental-properties',
  'rental-income',
  'rental-expenses',
  'rental-reports',
  'rental-totals',
  'rent-grid',
  'recurring-expenses',
  'tenants',
]

/** The reads that tell of a kind of thing, by the first part of their path below /api; `all` where anything may name it. */
const readsOf: Readonly<Record<Subject, readonly string[] | 'all'>> = {
  // Names of jobs and people, and settings such as the time zone, are on nearly every screen.
  job: 'all',
  person: 'all',
  settings: 'all',
  rental: 'all',
  task: [...work, 'tasks', 'task-totals'],
  schedule,
  crew: schedule,
  absence: schedule,
  weather: schedule,
  template: ['schedule-templates'],
  photo: ['photos', 'dashboard', 'jobs', 'storage'],
  message: ['conversations', 'jobs', 'notifications'],
  notification: ['notifications', 'notification-settings', 'push-subscriptions', 'conversations'],
  update: ['weekly-updates', 'jobs', 'attention', 'dashboard'],
  bid: [
    ...['pending-bids', 'bid-totals', 'bid-sums', 'bid-appointments'],
    ...['attention', 'jobs', 'key-dates'],
  ],
  rating: ['subcontractors', 'jobs'],
  notes: ['subcontractors'],
  rentalProperty: rentals,
  rentalIncome: rentals,
  rentalExpense: rentals,
  recurringExpense: rentals,
  tenant: rentals,
  lease: rentals,
  deposit: rentals,
}

/** What an event affects besides. */
const besides: { readonly [N in EventName]?: readonly string[] } = {
  // A template has tasks, too.
  'schedule.planned': ['tasks', 'task-totals'],
  // The photos of properties, and receipts, are files.
  'rentalProperty.changed': ['storage'],
  'rentalProperty.deleted': ['storage'],
  'rentalExpense.receipt': ['storage'],
}

/** Those of one thing of a job that say nothing of the rest of it. */
const only: { readonly [N in EventName]?: RegExp } = {
  'task.comment': /^\/api\/tasks\/:id\/correspondence$/,
  'message.created':
    /^\/api\/(conversations|notifications\/unread|jobs\/:id\/(messages|message-readers|contents))$/,
  'message.removed': /^\/api\/(conversations|notifications\/unread|jobs\/:id\/messages)$/,
}

/** An invite that was accepted has no link any more. */
const isGone = (path: string, id: string | undefined, { name, subjectId }: LiveEvent) =>
  path === '/api/users/:id/invite-link' && name === 'person.joined' && id === subjectId

/** Whether what a read has answered may be different after the event. */
export function isAffected(queryKey: QueryKey, event: LiveEvent): boolean {
  const { name, jobId } = event
  const [path, args] = queryKey as readonly [string, { params?: { id?: string } }?]
  const id = args?.params?.id
  if (isGone(path, id, event)) return false
  const [subject] = name.split('.') as [Subject]
  const reads = readsOf[subject]
  if (reads === 'all') return true
  const [, , first = ''] = path.split('/')
  const isAmong = reads.includes(first) || besides[name]?.includes(first) === true
  if (!isAmong || only[name]?.test(path) === false) return false
  const isOfAnotherJob =
    path.startsWith('/api/jobs/:id') && id !== undefined && jobId !== null && id !== jobId
  return !isOfAnotherJob
}
