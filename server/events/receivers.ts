import type { EventName, PlumblineEvent } from '@plumbline/contract/events.ts'
import {
  type Action,
  type JobFacts,
  may,
  type Person,
  type SubjectOf,
} from '@plumbline/contract/policy.ts'
import { type Readers, reads } from '@plumbline/contract/readers.ts'

/** An event with the facts that decide who receives it, as they are when it is sent. */
export interface FoundEvent extends Omit<PlumblineEvent, 'jobId' | 'readers'> {
  readonly id: number
  readonly horizon: number
  readonly jobId: string | null
  readonly readers: Readers | null
  /** Of its job; null where it has none, or none any more. */
  readonly job: JobFacts | null
}

/** An event as it is recorded, with the facts of its job as they are now. */
export interface RecordedEvent extends FoundEvent {
  readonly actorId: string | null
  /** The transaction that published it. */
  readonly xid: number
  readonly createdAt: Date
  readonly projectManagerId: string | null
}

type SubjectOfEvent = EventName extends `${infer S}.${string}` ? S : never
type JobAction = { [A in Action]: JobFacts extends SubjectOf<A> ? A : never }[Action]

/**
 * What somebody must be allowed to read in order to receive the events of a kind of thing; null for what only those receive
 * whom it concerns.
 */
const required: Readonly<Record<SubjectOfEvent, JobAction | null>> = {
  job: 'job.read',
  task: 'task.read',
  schedule: 'schedule.read',
  crew: 'crew.read',
  photo: 'job.read',
  message: 'message.list',
  notification: null,
  update: 'update.list',
  settings: 'settings.read',
  weather: 'schedule.weather',
  absence: 'crew.ask',
  bid: 'bid.read',
  person: 'person.directory',
  rating: 'rating.write',
  notes: 'subcontractor.notes',
  template: 'template.read',
  rental: 'rental.read',
  rentalProperty: 'rental.read',
  rentalIncome: 'rental.read',
  rentalExpense: 'rental.read',
  recurringExpense: 'rental.read',
  tenant: 'rental.read',
  lease: 'rental.read',
  deposit: 'rental.read',
}

/** Those who are on no job: of its events without one, only what the role alone decides. */
const nobody: JobFacts = { clientId: null, subcontractorIds: [] }

/** Whether the event is about the person, or names them: it took a right from them, or is about what only they see. */
function concerns(person: Person, { name, subjectId, detail }: FoundEvent): boolean {
  const isAboutPerson = /^(crew\.asked$|person\.|notification\.)/.test(name)
  if (isAboutPerson && subjectId === person.id) return true
  return typeof detail?.audience === 'string' && detail.audience.split(' ').includes(person.id)
}

/** Whether the person may know of the event: by the policy, the readers that the event names, or since it concerns them. */
export function mayReceive(person: Person, event: FoundEvent): boolean {
  if (concerns(person, event)) return true
  const [subject] = event.name.split('.') as [SubjectOfEvent]
  const action = required[subject]
  return (
    action !== null &&
    may(person, action, event.job ?? nobody) &&
    reads(person.role, event.readers ?? 'all')
  )
}
