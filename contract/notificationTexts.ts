import { shortDay } from './dates.ts'
import type { NotificationName } from './notificationKinds.ts'
import type { Notification } from './notifications.ts'

/** The fields that the text and the link of a notification are made from. */
export type NotificationFacts = Pick<
  Notification,
  'name' | 'jobId' | 'actorName' | 'subjectId' | 'subject' | 'day' | 'count'
>

const quoted = (subject: string | null, otherwise: string) =>
  subject === null ? otherwise : `“${subject}”`

type Text = (facts: {
  readonly who: string
  /** The person, or the customer who has a link and no account. */
  readonly customer: string
  readonly subject: string | null
  readonly day: string | null
  readonly count: number
  readonly today: string
}) => string

const progressText: Text = ({ subject }) =>
  subject === null ? 'The progress changed' : `Progress is now ${subject}`

type Texts = readonly [one: Text, several: Text]

/** The words for one and for several of what is sent to customers. */
interface Noun {
  readonly one: string
  readonly several: string
}
const proposal: Noun = { one: 'a proposal', several: 'proposals' }
const invoice: Noun = { one: 'an invoice', several: 'invoices' }
const changeOrder: Noun = { one: 'a change order', several: 'change orders' }

const viewed = ({ one, several }: Noun): Texts => [
  ({ customer, subject }) => `${customer} looked at ${quoted(subject, one)}`,
  ({ customer, count }) => `${customer} looked at ${several} ${count} times`,
]
const askedAbout = ({ one, several }: Noun): Texts => [
  ({ customer, subject }) => `${customer} asked about ${quoted(subject, one)}`,
  ({ customer, count }) => `${customer} asked ${count} questions about ${several}`,
]
const answered = (verb: string, { one, several }: Noun): Texts => [
  ({ customer, subject }) => `${customer} ${verb} ${quoted(subject, one)}`,
  ({ customer, count }) => `${customer} ${verb} ${count} ${several}`,
]
const byCard = (one: string, several: string): Texts => [
  ({ subject }) => `${quoted(subject, 'An invoice')} ${one}`,
  ({ count }) => `${count} invoices ${several}`,
]
const unanswered = ({ one, several }: Noun): Texts => [
  ({ subject }) => `No answer yet to ${quoted(subject, one)}, which ends soon`,
  ({ count }) => `No answer yet to ${count} ${several}, which end soon`,
]

/** The text for one thing, by its name, and for several, by their number. */
const texts: Readonly<Record<NotificationName, Texts>> = {
  'message.created': [
    ({ who }) => `${who} wrote a message`,
    ({ who, count }) => `${who} wrote ${count} messages`,
  ],
  'task.comment': [
    ({ who, subject }) => `${who} commented on ${quoted(subject, 'a task')}`,
    ({ who, count }) => `${who} wrote ${count} comments on tasks`,
  ],
  'task.assigned': [
    ({ who, subject }) => `${who} assigned ${quoted(subject, 'a task')} to you`,
    ({ who, count }) => `${who} assigned ${count} tasks to you`,
  ],
  'task.completed': [
    ({ who, subject }) => `${who} finished ${quoted(subject, 'a task')}`,
    ({ who, count }) => `${who} finished ${count} tasks`,
  ],
  'schedule.dates': [
    ({ who, subject, day, today }) =>
      subject !== null && day !== null
        ? `${quoted(subject, '')} moved to ${shortDay(day, today)}`
        : `${who} changed the schedule`,
    ({ who, count }) => `${who} changed the schedule ${count} times`,
  ],
  'schedule.moved': [
    ({ who }) => `${who} moved several entries of the schedule`,
    ({ who, count }) => `${who} changed the schedule ${count} times`,
  ],
  'job.progress': [progressText, progressText],
  'crew.asked': [
    ({ who }) => `${who} asks you to confirm your days`,
    ({ who }) => `${who} asks you to confirm your days`,
  ],
  'crew.answered': [
    ({ who }) => `${who} answered about a crew day`,
    ({ who, count }) => `${who} answered about ${count} crew days`,
  ],
  'photo.created': [
    ({ who }) => `${who} added a photo`,
    ({ who, count }) => `${who} added ${count} photos`,
  ],
  'bid.converted': [
    ({ customer, subject }) =>
      `${customer} approved ${subject === null ? 'a bid' : `the bid “${subject}”`}`,
    ({ customer, count }) => `${customer} approved ${count} bids`,
  ],
  'bid.viewed': viewed(proposal),
  'bid.question': askedAbout(proposal),
  'bid.declined': answered('declined', proposal),
  'bid.unanswered': unanswered(proposal),
  'changeOrder.sent': [
    ({ who, subject }) =>
      `${who} sent you ${subject === null ? changeOrder.one : `the change order “${subject}”`}`,
    ({ who, count }) => `${who} sent you ${count} change orders`,
  ],
  'changeOrder.viewed': viewed(changeOrder),
  'changeOrder.question': askedAbout(changeOrder),
  'changeOrder.approved': answered('approved', changeOrder),
  'changeOrder.declined': answered('declined', changeOrder),
  'changeOrder.unanswered': unanswered(changeOrder),
  'invoice.issued': [
    ({ who, subject }) =>
      `${who} sent you ${subject === null ? invoice.one : `the invoice “${subject}”`}`,
    ({ who, count }) => `${who} sent you ${count} invoices`,
  ],
  'invoice.credited': [
    ({ who, subject }) =>
      `${who} sent you ${subject === null ? 'a credit memo' : `the credit memo “${subject}”`}`,
    ({ who, count }) => `${who} sent you ${count} credit memos`,
  ],
  'invoice.received': [
    ({ subject }) => `Your payment for ${quoted(subject, invoice.one)} was received`,
    ({ count }) => `Your payments for ${count} invoices were received`,
  ],
  'invoice.viewed': viewed(invoice),
  'invoice.question': askedAbout(invoice),
  'invoice.cardPaid': byCard('was paid by card', 'were paid by card'),
  'invoice.cardFailed': byCard(
    'was not paid: the card payment failed',
    'were not paid: card payments failed',
  ),
  'invoice.cardUnmatched': byCard(
    'got a card payment that does not match what is owed',
    'got card payments that do not match what is owed',
  ),
  'invoice.cardRestored': byCard(
    'has its money again: a refund failed or a dispute was won',
    'have their money again: refunds failed or disputes were won',
  ),
  'invoice.cardDisputed': byCard(
    'has a card payment that the cardholder disputes',
    'have card payments that cardholders dispute',
  ),
  'person.joined': [
    ({ who }) => `${who} accepted the invite`,
    ({ who }) => `${who} accepted the invite`,
  ],
  'task.overdue': [
    ({ subject }) => `${quoted(subject, 'A task')} is overdue`,
    ({ count }) => `${count} tasks are overdue`,
  ],
  'schedule.overdue': [
    ({ subject }) => `${quoted(subject, 'An entry')} should be finished by now`,
    ({ count }) => `${count} entries should be finished by now`,
  ],
  'invoice.overdue': [
    ({ subject }) => `${quoted(subject, 'An invoice')} is overdue`,
    ({ count }) => `${count} invoices are overdue`,
  ],
  'update.drafted': [
    () => 'The weekly update is ready to be sent',
    ({ count }) => `${count} weekly updates are ready to be sent`,
  ],
  'update.sent': [
    ({ who }) => `${who} sent you the update of the week`,
    ({ who, count }) => `${who} sent you ${count} updates`,
  ],
}

/**
 * The text of a notification, as one line without its job: `Tom Kowalski added 6 photos`. `today`
 * is the day on which it is read, in the time zone of the company.
 */
export function notificationText(
  { name, actorName, subject, day, count }: NotificationFacts,
  today: string,
) {
  const [one, several] = texts[name]
  const who = actorName ?? 'Somebody'
  const customer = actorName ?? 'The customer'
  return (count === 1 ? one : several)({ who, customer, subject, day, count, today })
}

const withJob = (path: string, jobId: string | null) => (jobId ? `${path}?jobId=${jobId}` : path)
const ofJob = (jobId: string | null) => (jobId ? `/jobs/${jobId}` : '/')

/** The path in the application that a notification links to. */
export function notificationPath({ name, jobId, subjectId, count }: NotificationFacts): string {
  switch (name) {
    case 'message.created':
      return withJob('/messages', jobId)
    case 'task.comment':
    case 'task.assigned':
    case 'task.completed':
    case 'task.overdue':
      return count === 1 ? `${ofJob(jobId)}?task=${subjectId}` : withJob('/tasks', jobId)
    case 'photo.created':
      return withJob('/photos', jobId)
    case 'schedule.dates':
    case 'schedule.moved':
    case 'schedule.overdue':
    case 'job.progress':
      return ofJob(jobId)
    case 'update.drafted':
    case 'update.sent':
      return `${ofJob(jobId)}?update=${subjectId}`
    case 'crew.asked':
      return '/'
    case 'crew.answered':
      return '/crew-board'
    case 'changeOrder.sent':
    case 'changeOrder.viewed':
    case 'changeOrder.question':
    case 'changeOrder.approved':
    case 'changeOrder.declined':
    case 'changeOrder.unanswered':
      return `/change-orders/${subjectId}`
    case 'bid.viewed':
    case 'bid.question':
    case 'bid.declined':
    case 'bid.unanswered':
    case 'bid.converted':
      return `/pending-bids/${subjectId}`
    case 'invoice.issued':
    case 'invoice.credited':
    case 'invoice.received':
      return count === 1 ? `/invoices/${subjectId}` : '/invoices'
    case 'invoice.overdue':
      return count === 1 ? `/invoices/${subjectId}` : '/invoices?status=overdue'
    case 'invoice.viewed':
    case 'invoice.question':
    case 'invoice.cardPaid':
    case 'invoice.cardFailed':
    case 'invoice.cardUnmatched':
    case 'invoice.cardDisputed':
    case 'invoice.cardRestored':
      return `/invoices/${subjectId}`
    case 'person.joined':
      return '/users'
  }
}
