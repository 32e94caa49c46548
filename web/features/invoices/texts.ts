import type { Ageing } from '@plumbline/contract/ageing.ts'
import { addDays, daysBetween, formatDay } from '@plumbline/contract/dates.ts'
import { termDays } from '@plumbline/contract/invoiceStatuses.ts'
import type { Invoice, InvoiceEvent } from '@plumbline/contract/invoices.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import { plural } from '../../ui/format.ts'
import type { Mark, Tone } from '../../ui/status.ts'

/** An amount with its sign: `$8,740.00`, `−$500.00`. */
export const centsText = (cents: number) => formatCents(cents).replace('-', '−')

/** The part of what is owed that is past its due day: `$8,740.00 past due`. */
export const pastDueText = ({ owed, ages }: Pick<Ageing, 'owed' | 'ages'>) =>
  ages.current < owed ? `${centsText(owed - ages.current)} past due` : 'none past due'

/** The noun for an invoice, in a sentence and in a title. */
export const nounOf = ({ kind }: Pick<Invoice, 'kind'>) =>
  kind === 'creditMemo' ? 'credit memo' : 'invoice'
export const titleNoun = ({ kind }: Pick<Invoice, 'kind'>) =>
  kind === 'creditMemo' ? 'Credit Memo' : 'Invoice'

/** The name of an invoice: its number, or the title of a draft. */
export function invoiceName(invoice: Pick<Invoice, 'kind' | 'number' | 'title'>): string {
  const { kind, number, title } = invoice
  if (number !== null) return `${titleNoun(invoice)} ${number}`
  return kind === 'creditMemo' ? `Draft credit memo: ${title}` : `Draft: ${title}`
}

/** The words about a credit memo of a job. */
export const leftAgain =
  'It is taken off what was invoiced of the job: that much is left to invoice again.'

/** The day on which an invoice is due; of a draft, if it is issued on `today`. */
export function dueDay(
  { number, terms, dueOn }: Pick<Invoice, 'number' | 'terms' | 'dueOn'>,
  today: string,
): string | null {
  return number !== null || terms === 'day' ? dueOn : addDays(today, termDays[terms])
}

/** The time until an invoice is due, or since then: `24 days overdue`. */
export function dueText(dueOn: string, today: string): string {
  const days = daysBetween(today, dueOn)
  if (days === 0) return 'today'
  const count = plural(Math.abs(days), 'day', 'days')
  return days < 0 ? `${count} overdue` : `in ${count}`
}

/** The reason why a draft cannot be issued now; null if it can be. */
export function issueProblem(
  { problem, terms, dueOn }: Pick<Invoice, 'problem' | 'terms' | 'dueOn'>,
  today: string,
): string | null {
  if (problem) return Object.values(problem)[0] ?? 'Something is missing'
  return terms === 'day' && dueOn !== null && dueOn < today ? 'It is due before today' : null
}

/** An event as it is shown. */
interface EventLine {
  readonly title: string
  /** A reason; null for none. */
  readonly detail: string | null
  readonly tone: Tone
  readonly mark: Mark
}

/** The words and the mark of an event. */
export function eventLine({ kind, note }: Pick<InvoiceEvent, 'kind' | 'note'>): EventLine {
  const line = (title: string, tone: Tone, mark: Mark, detail: string | null = null) => ({
    ...{ title, tone, mark, detail },
  })
  switch (kind) {
    case 'created':
      return line('Drafted', 'neutral', 'ring')
    case 'issued':
      return line('Issued', 'good', 'dot')
    case 'dueDay': {
      const [from, to] = note?.split(' ') ?? []
      const title = `Due day moved from ${formatDay(from)} to ${formatDay(to)}`
      return line(title, 'neutral', 'ring')
    }
    case 'note':
      return line('Note changed', 'neutral', 'ring')
    case 'voided':
      return line('Void', 'bad', 'cross', note)
    case 'payment':
      return line(`Payment of ${note}`, 'good', 'dot')
    case 'receipt':
      return line(`Receipt sent to ${note}`, 'neutral', 'ring')
    case 'writeOff':
      return line(`Written off: ${note}`, 'neutral', 'cross')
    case 'credit':
      return line(`Credit of ${note} applied`, 'good', 'dot')
    case 'takenBack':
      return line(`Payment taken back: ${note}`, 'warn', 'diamond')
    case 'sent':
      return line(note ? `Sent to ${note}` : 'Sent', 'neutral', 'ring')
    case 'emailed':
      return line('Emailed', 'neutral', 'ring')
    case 'notDelivered':
      return line(note ? `Not delivered: ${note}` : 'Not delivered', 'bad', 'cross')
    case 'renewed':
      return line('New link', 'neutral', 'ring')
    case 'viewed':
      return line(note ? `Viewed ${note}` : 'Viewed', 'info', 'half')
    case 'question':
      return line('Question', 'warn', 'diamond', note)
    case 'reminded':
      return line(note ? `Reminder sent to ${note}` : 'Reminded', 'neutral', 'ring')
    case 'cardProcessing':
      return line(`Card payment of ${note} is processing`, 'info', 'half')
    case 'cardFailed':
      return line(`Card payment of ${note} failed`, 'bad', 'cross')
    case 'atStripe':
      return line(note ?? 'Changed at Stripe', 'warn', 'diamond')
    case 'cardUnmatched':
      return line(`Card payment of ${note} does not match what is owed`, 'warn', 'diamond')
  }
}
