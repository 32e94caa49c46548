// Separate from the routes of reminders, which need the schemas.

import { addDays, dayIn, zonedFormat } from './dates.ts'

/** The time of the company's clock at which reminders are due. */
export const REMINDER_TIME = '09:00'
const REMINDER_HOUR = 9

const hourFormat = zonedFormat('en-US', { hour: '2-digit', hourCycle: 'h23' })

/** The last calendar day of a time zone on which reminders were due by a moment. */
export function lastReminderDay(timeZone: string, at: Date): string {
  const today = dayIn(timeZone, at)
  const isDue = Number(hourFormat(timeZone).format(at)) >= REMINDER_HOUR
  return isDue ? today : addDays(today, -1)
}

/** An invoice whose reminders are planned, with calendar days. */
interface RemindedInvoice {
  readonly dueOn: string
  readonly issuedOn: string
  /** The last day whose reminders are dealt with; null before the first one. */
  readonly doneOn: string | null
  /** The step of the last reminder, in days after the due day; null before the first one. */
  readonly doneDays: number | null
}

/** A reminder: the days after the due day, below zero before it, and the calendar day. */
export interface ReminderStep {
  readonly days: number
  readonly day: string
}

/**
 * The days after a reminder in which its step does not go again, though its day is a later one by
 * now, because the due day or the time zone has changed a little.
 */
const REPEAT_DAYS = 2

/**
 * The next reminder of an open invoice. Of steps that have passed only the last one counts; one up
 * to the day of issue never does, because the invoice itself was sent then.
 * @param reached the last day on which reminders were due ({@link lastReminderDay})
 */
export function nextReminder(
  steps: readonly number[],
  { dueOn, issuedOn, doneOn, doneDays }: RemindedInvoice,
  reached: string,
): ReminderStep | undefined {
  const isDone = ({ days, day }: ReminderStep) =>
    doneOn !== null && (day <= doneOn || (days === doneDays && day <= addDays(doneOn, REPEAT_DAYS)))
  const open = steps
    .map((days) => ({ days, day: addDays(dueOn, days) }))
    .filter((step) => step.day > issuedOn && !isDone(step))
    .sort((a, b) => a.days - b.days)
  return open.findLast(({ day }) => day <= reached) ?? open[0]
}

/** The words of a reminder that are different for each invoice. */
export const reminderWords = ['invoice', 'amount', 'due day'] as const
type ReminderWord = (typeof reminderWords)[number]

const PLACEHOLDER = /\{([^{}\n]*)\}/g

/** The first placeholder in a text that no invoice has; undefined for none. */
export const unknownWord = (text: string): string | undefined =>
  [...text.matchAll(PLACEHOLDER)]
    .map(([all, word]) => ({ all, word }))
    .find(({ word }) => !reminderWords.includes(word as ReminderWord))?.all

/** A text with the words of an invoice in place of `{invoice}`, `{amount}` and `{due day}`. */
export const withWords = (text: string, words: Readonly<Record<ReminderWord, string>>): string =>
  text.replaceAll(PLACEHOLDER, (all, word: string) => words[word as ReminderWord] ?? all)
