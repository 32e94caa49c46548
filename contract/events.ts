import type { Action, JobFacts, SubjectOf } from './policy.ts'
import type { Readers } from './readers.ts'
import type { Topic } from './topics.ts'

interface EventKind {
  readonly events: readonly string[]
  /**
   * The action a person must be allowed in order to receive the events, on their job if they have
   * one; null for events that only the people they concern receive.
   */
  readonly may: JobAction | null
  /** The topics of the reads whose replies may change. */
  readonly changes: readonly Topic[] | 'everything'
  /** The topics of single events that differ from `changes`. */
  readonly except?: Readonly<Record<string, readonly Topic[]>>
}
type JobAction = { [A in Action]: JobFacts extends SubjectOf<A> ? A : never }[Action]

/**
 * The events by the kind of thing that they are about: small facts about changes, never payloads.
 * Each is written in the transaction of its change, so it exists exactly when the change does. A
 * client sees some events of their own jobs as "Recent Updates". `rating.*`, `notes.*` and
 * `template.*` are for admins only and have no jobId, so that nobody on a job receives them.
 * `crew.asked` and `absence.*` have none either; the other `crew.*` events say only that the crew
 * of an entry has changed.
 */
const eventKinds = {
  bid: {
    events: [
      ...(['created', 'changed', 'priced', 'status', 'converted'] as const),
      ...(['deleted', 'appointment', 'followUp', 'sent', 'renewed', 'viewed'] as const),
      ...(['question', 'approved', 'declined', 'withdrawn', 'unanswered'] as const),
    ],
    may: 'bid.read',
    changes: ['bid'],
  },
  customer: {
    // `statement`: one was sent, or could not be.
    events: ['created', 'changed', 'deleted', 'merged', 'separated', 'statement'],
    may: 'customer.read',
    changes: ['customer'],
    // A merge changes the customers of bids.
    except: { merged: ['customer', 'bid'], separated: ['customer', 'bid'] },
  },
  changeOrder: {
    events: [
      ...(['created', 'changed', 'deleted', 'sent', 'renewed', 'viewed'] as const),
      ...(['question', 'approved', 'declined', 'withdrawn', 'unanswered'] as const),
    ],
    may: 'contract.read',
    changes: ['changeOrder'],
  },
  // The emails about a version of a bid or a change order.
  proposal: {
    events: ['emailed', 'notDelivered'],
    may: 'proposal.read',
    changes: ['bid', 'changeOrder', 'customer'],
  },
  invoice: {
    events: [
      ...(['created', 'changed', 'deleted', 'issued', 'dueDay', 'voided', 'sent'] as const),
      ...(['renewed', 'emailed', 'notDelivered', 'viewed', 'question', 'paid'] as const),
      ...(['cardPaid', 'cardProcessing', 'cardFailed', 'cardUnmatched'] as const),
      ...(['cardDisputed', 'cardRestored', 'reminded', 'overdue'] as const),
      // A credit memo that was issued, and money that came in for a client's invoice.
      ...(['credited', 'received'] as const),
    ],
    // Most are for the office alone, which their readers say.
    may: 'contract.read',
    changes: ['invoice'],
    // A refused address is marked on the contacts that have it.
    except: {
      emailed: ['invoice', 'customer'],
      notDelivered: ['invoice', 'customer'],
      reminded: ['invoice', 'customer'],
    },
  },
  payment: {
    events: ['recorded', 'reversed', 'applied', 'released', 'sent', 'emailed', 'notDelivered'],
    may: 'finance.read',
    // `invoice.paid` is published of each invoice that is paid.
    changes: ['customer'],
    except: {
      sent: ['invoice', 'customer'],
      emailed: ['invoice', 'customer'],
      notDelivered: ['invoice', 'customer'],
    },
  },
  quickBooks: { events: ['exported', 'undone'], may: 'finance.read', changes: ['quickBooks'] },
  savedLine: {
    events: ['created', 'changed', 'deleted', 'imported'],
    may: 'priceList.read',
    changes: ['priceList'],
  },
  job: {
    events: [
      ...(['created', 'changed', 'progressChanged', 'progress'] as const),
      ...(['dates', 'deleted', 'imported', 'people', 'paid'] as const),
    ],
    may: 'job.read',
    changes: 'everything',
  },
  task: {
    events: ['created', 'changed', 'assigned', 'completed', 'comment', 'overdue', 'deleted'],
    may: 'task.read',
    changes: ['task'],
    except: { comment: ['comment'] },
  },
  schedule: {
    events: [
      ...(['created', 'changed', 'dates', 'finished', 'moved'] as const),
      ...(['baseline', 'deleted', 'planned', 'overdue'] as const),
    ],
    may: 'schedule.read',
    changes: ['schedule'],
    // A template also has tasks.
    except: { planned: ['schedule', 'task'] },
  },
  crew: {
    events: ['booked', 'changed', 'answered', 'removed', 'asked'],
    may: 'crew.read',
    changes: ['schedule'],
  },
  absence: { events: ['changed', 'deleted'], may: 'crew.ask', changes: ['schedule'] },
  weather: { events: ['changed'], may: 'schedule.weather', changes: ['schedule'] },
  photo: {
    events: ['created', 'changed', 'shared', 'deleted'],
    may: 'job.read',
    changes: ['photo'],
  },
  message: { events: ['created', 'removed'], may: 'message.list', changes: ['message'] },
  notification: { events: ['changed'], may: null, changes: ['notification'] },
  update: {
    events: ['drafted', 'changed', 'sent', 'deleted'],
    may: 'update.list',
    changes: ['update'],
  },
  person: {
    events: ['created', 'changed', 'joined', 'viewedAs', 'deleted', 'imported'],
    may: 'person.directory',
    changes: 'everything',
  },
  rating: { events: ['changed', 'deleted'], may: 'rating.write', changes: ['rating'] },
  notes: { events: ['changed'], may: 'subcontractor.notes', changes: ['notes'] },
  settings: { events: ['changed'], may: 'settings.read', changes: 'everything' },
  rentalProperty: {
    events: ['created', 'changed', 'deleted'],
    may: 'rental.read',
    changes: ['rental'],
    // The photos of a property are files.
    except: { changed: ['rental', 'file'], deleted: ['rental', 'file'] },
  },
  rental: { events: ['imported'], may: 'rental.read', changes: 'everything' },
  tenant: {
    events: ['created', 'changed', 'movedOut', 'deleted'],
    may: 'rental.read',
    changes: ['rental'],
  },
  lease: { events: ['changed'], may: 'rental.read', changes: ['rental'] },
  deposit: { events: ['returned', 'reversed'], may: 'rental.read', changes: ['rental'] },
  rentalIncome: { events: ['recorded', 'reversed'], may: 'rental.read', changes: ['rental'] },
  rentalExpense: {
    events: ['recorded', 'reversed', 'receipt'],
    may: 'rental.read',
    changes: ['rental'],
    except: { receipt: ['rental', 'file'] },
  },
  recurringExpense: { events: ['changed', 'deleted'], may: 'rental.read', changes: ['rental'] },
  template: {
    events: ['created', 'changed', 'deleted'],
    may: 'template.read',
    changes: ['template'],
  },
} as const satisfies Readonly<Record<string, EventKind>>

type Kinds = typeof eventKinds
export type EventName = {
  [K in keyof Kinds]: `${K}.${Kinds[K]['events'][number]}`
}[keyof Kinds]

export const eventNames = Object.entries(eventKinds).flatMap(([kind, { events }]) =>
  events.map((event) => `${kind}.${event}`),
) as readonly string[] as readonly EventName[]

/** Splits a name such as `task.comment` into the kind of thing and what happened to it. */
function partsOf(name: EventName): [kind: EventKind, event: string] {
  const [kind, event] = name.split('.') as [keyof Kinds, string]
  return [eventKinds[kind], event]
}

/** The action a person must be allowed in order to receive the event. */
export const actionOf = (name: EventName): JobAction | null => partsOf(name)[0].may

/** The topics of the reads whose replies may change with the event. */
export function changesOf(name: EventName): readonly Topic[] | 'everything' {
  const [{ changes, except }, event] = partsOf(name)
  return except?.[event] ?? changes
}

/** An event as a browser receives it. */
export interface LiveEvent {
  /** The id of the event; a resumed stream may repeat events. */
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
  /** The readers of the thing, if they are not everyone on its job. */
  readonly readers?: Readers
  /**
   * Small facts about the change, such as the progress reached. `audience` holds the ids of people
   * who receive the event whatever the policy says, because the thing is theirs or was until now.
   */
  readonly detail?: Readonly<Record<string, string | number | null>>
}
