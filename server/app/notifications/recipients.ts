import type { EventName } from '@plumbline/contract/events.ts'
import {
  kindsFor,
  type NotificationName,
  notificationNames,
} from '@plumbline/contract/notificationKinds.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { mayReceive, type RecordedEvent } from '../../events/receivers.ts'

/** An event with the facts that decide who is notified about it. */
export interface PendingEvent extends RecordedEvent {
  /** The people assigned to its task or entry, or working on the entries that were moved. */
  readonly assigneeIds: readonly string[]
}

type Concerns = (person: Person, event: PendingEvent) => boolean

const office: Concerns = ({ role }) => role === 'admin'
const client: Concerns = ({ role }) => role === 'client'
const assignee: Concerns = ({ id }, { assigneeIds }) => assigneeIds.includes(id)
const either =
  (...some: readonly Concerns[]): Concerns =>
  (person, event) =>
    some.some((concerns) => concerns(person, event))

/** The people a notification concerns, among those who may know about the event. */
const concerned: Readonly<Record<NotificationName, Concerns>> = {
  'message.created': () => true,
  'task.comment': either(office, assignee),
  'task.assigned': assignee,
  'task.completed': office,
  'task.overdue': either(office, assignee),
  'schedule.dates': either(office, client, assignee),
  'schedule.moved': either(office, client, assignee),
  'schedule.overdue': either(office, assignee),
  'job.progress': client,
  'crew.asked': ({ id }, { subjectId }) => id === subjectId,
  'crew.answered': office,
  'photo.created': either(office, client),
  'bid.converted': office,
  'bid.viewed': office,
  'bid.question': office,
  'bid.declined': office,
  'bid.unanswered': office,
  'changeOrder.sent': client,
  'changeOrder.viewed': office,
  'changeOrder.question': office,
  'changeOrder.approved': office,
  'changeOrder.declined': office,
  'changeOrder.unanswered': office,
  'invoice.issued': client,
  'invoice.credited': client,
  'invoice.received': client,
  'invoice.viewed': office,
  'invoice.question': office,
  'invoice.cardPaid': office,
  'invoice.cardFailed': office,
  'invoice.cardUnmatched': office,
  'invoice.cardDisputed': office,
  'invoice.cardRestored': office,
  'invoice.overdue': office,
  'person.joined': office,
  'update.drafted': (person, event) =>
    event.projectManagerId === null ? office(person, event) : person.id === event.projectManagerId,
  'update.sent': client,
}

/** The notification an event leads to; undefined for one that withdraws something. */
export function notificationOf(name: EventName): NotificationName | undefined {
  if (name === 'photo.shared') return 'photo.created'
  return name in notificationNames ? (name as NotificationName) : undefined
}

/**
 * The people among the given ones who are notified: those the event concerns and who may know about
 * it, except the person who caused it. A photo that is shared later is new only for the client.
 */
export function recipientsOf<P extends Person>(event: PendingEvent, people: readonly P[]): P[] {
  const name = notificationOf(event.name)
  if (!name) return []
  return people.filter(
    (person) =>
      person.id !== event.actorId &&
      kindsFor(person.role).includes(notificationNames[name]) &&
      concerned[name](person, event) &&
      (event.name !== 'photo.shared' || client(person, event)) &&
      mayReceive(person, event),
  )
}
