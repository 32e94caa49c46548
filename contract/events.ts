import type { Readers } from './readers.ts'

/**
 * The events: small facts about changes, never payloads. Each is written in the transaction of its change, so it exists
 * exactly when the change does. A client reads some events of their own jobs as "Recent Updates"; `rating.*`, `notes.*` and
 * `template.*` are for admins only, and have no jobId, so that nobody on a job receives them. Nor have `crew.asked` and
 * `absence.*`; the other `crew.*` say only that the crew of an entry has changed.
 */
export const eventNames = [
  'bid.created',
  'bid.changed',
  'bid.status',
  'bid.converted',
  'bid.deleted',
  'bid.appointment',
  'job.created',
  'job.changed',
  'job.progressChanged',
  'job.progress',
  'job.dates',
  'job.deleted',
  'job.imported',
  'job.people',
  'task.created',
  'task.changed',
  'task.assigned',
  'task.completed',
  'task.comment',
  'task.overdue',
  'task.deleted',
  'schedule.created',
  'schedule.changed',
  'schedule.dates',
  'schedule.finished',
  'schedule.moved',
  'schedule.baseline',
  'schedule.deleted',
  'schedule.planned',
  'schedule.overdue',
  'crew.booked',
  'crew.changed',
  'crew.answered',
  'crew.removed',
  'crew.asked',
  'absence.changed',
  'absence.deleted',
  'photo.created',
  'photo.changed',
  'photo.shared',
  'photo.deleted',
  'message.created',
  'message.removed',
  'notification.changed',
  'update.drafted',
  'update.changed',
  'update.sent',
  'update.deleted',
  'person.created',
  'person.changed',
  'person.joined',
  'person.viewedAs',
  'person.deleted',
  'person.imported',
  'rating.changed',
  'rating.deleted',
  'notes.changed',
  'settings.changed',
  'weather.changed',
  'rentalProperty.created',
  'rentalProperty.changed',
  'rentalProperty.deleted',
  'rental.imported',
  'tenant.created',
  'tenant.changed',
  'tenant.movedOut',
  'tenant.deleted',
  'lease.changed',
  'deposit.returned',
  'deposit.reversed',
  'rentalIncome.recorded',
  'rentalIncome.reversed',
  'rentalExpense.recorded',
  'rentalExpense.reversed',
  'rentalExpense.receipt',
  'recurringExpense.changed',
  'recurringExpense.deleted',
  'template.created',
  'template.changed',
  'template.deleted',
] as const
export type EventName = (typeof eventNames)[number]

/** An event as a browser receives it. */
export interface LiveEvent {
  /** Of the event; a stream that goes on may send some again. */
  readonly id: number
  readonly name: EventName
  readonly subjectId: string
  readonly jobId: string | null
}

export interface PlumblineEvent {
  readonly name: EventName
  /** The thing that changed. */
  readonly subjectId: string
  /** The job it belongs to, which decides who may receive it. */
  readonly jobId?: string
  /** Who reads the thing, where that is not everyone on its job. */
  readonly readers?: Readers
  /**
   * A small fact worth keeping, such as the progress reached. `audience` holds the ids of people who receive the event whatever
   * the policy says, since the thing is theirs or was until now.
   */
  readonly detail?: Readonly<Record<string, string | number | null>>
}
