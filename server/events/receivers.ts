import { actionOf, type PlumblineEvent } from '@plumbline/contract/events.ts'
import { type JobFacts, may, type Person } from '@plumbline/contract/policy.ts'
import { type Readers, reads } from '@plumbline/contract/readers.ts'

/** An event with the facts that decide who receives it, current when it is sent. */
export interface FoundEvent extends Omit<PlumblineEvent, 'jobId' | 'readers'> {
  readonly id: number
  readonly horizon: number
  readonly jobId: string | null
  readonly readers: Readers | null
  /** The facts of its job; null if it has none, or the job was deleted. */
  readonly job: JobFacts | null
}

/** An event as recorded, with the current facts of its job. */
export interface RecordedEvent extends FoundEvent {
  readonly actorId: string | null
  /** The transaction that published it. */
  readonly xid: number
  readonly createdAt: Date
  readonly projectManagerId: string | null
}

/** The facts used for an event without a job, whose receivers depend on the role alone. */
const noJob: JobFacts = { clientId: null, subcontractorIds: [] }

/**
 * Whether the event is about the person or names them: it revoked a right of theirs, or is about
 * what only they see.
 */
function concerns(person: Person, { name, subjectId, detail }: FoundEvent): boolean {
  const isAboutPerson = /^(crew\.asked$|person\.|notification\.)/.test(name)
  if (isAboutPerson && subjectId === person.id) return true
  return typeof detail?.audience === 'string' && detail.audience.split(' ').includes(person.id)
}

/**
 * Whether the person may receive the event: by the policy and the readers that the event names, or
 * because it concerns them.
 */
export function mayReceive(person: Person, event: FoundEvent): boolean {
  if (concerns(person, event)) return true
  const action = actionOf(event.name)
  return (
    action !== null &&
    may(person, action, event.job ?? noJob) &&
    reads(person.role, event.readers ?? 'all')
  )
}
