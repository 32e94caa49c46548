import { actionOf, type PlumblineEvent } from '@plumbline/contract/events.ts'
import { type JobFacts, may, type Person } from '@plumbline/contract/policy.ts'
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
  const action = actionOf(event.name)
  return (
    action !== null &&
    may(person, action, event.job ?? nobody) &&
    reads(person.role, event.readers ?? 'all')
  )
}
