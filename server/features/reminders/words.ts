import { formatDay } from '@plumbline/contract/dates.ts'
import { formatCents } from '@plumbline/contract/money.ts'
import type { ReminderSettings } from '@plumbline/contract/reminderRoutes.ts'
import { withWords } from '@plumbline/contract/reminders.ts'

interface Reminded {
  readonly number: string
  /** The open amount in cents. */
  readonly amount: number
  readonly dueOn: string
}

/** The subject and the text of the reminder of an invoice. */
export function wordsOf(
  { subject, text }: Pick<ReminderSettings, 'subject' | 'text'>,
  { number, amount, dueOn }: Reminded,
) {
  const words = { invoice: number, amount: formatCents(amount), 'due day': formatDay(dueOn) }
  return { subject: withWords(subject, words), text: withWords(text, words) }
}
