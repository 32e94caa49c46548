import { DAY_MS } from './time.ts'

/** The working days, as in the settings of the company. */
export interface WorkdaySettings {
  /** ISO weekdays, Monday 1 to Sunday 7; at least one. */
  readonly workingDays: readonly number[]
  readonly holidays: readonly { readonly day: string }[]
}

/** Counts in working days. All days are calendar days, `YYYY-MM-DD`. */
export interface WorkCalendar {
  readonly isWorkday: (day: string) => boolean
  /** The day itself if it is a working day, otherwise the next one. */
  readonly onOrAfter: (day: string) => string
  /** The calendar day after a day, worked or not. */
  readonly dayAfter: (day: string) => string
  /** The `n`th working day after a day, before it when negative; the day itself for 0. */
  readonly add: (day: string, n: number) => string
  /** The number of working days from the first day to the last, both included. */
  readonly count: (first: string, last: string) => number
}

/** Longer periods, in days, are counted by weeks. */
const LONG_PERIOD_DAYS = 400
const parse = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS
/** 1970-01-01 was a Thursday. */
const isoWeekday = (number: number) => ((((number + 3) % 7) + 7) % 7) + 1

/** The working days of a company; `alsoOff` are further days on which nobody works. */
export function workCalendar(
  { workingDays, holidays }: WorkdaySettings,
  alsoOff: Iterable<string> = [],
): WorkCalendar {
  const weekdays = new Set(workingDays)
  const off = new Set([...holidays.map(({ day }) => day), ...alsoOff].map(parse))
  const isWorked = (number: number) => weekdays.has(isoWeekday(number)) && !off.has(number)
  // Parsing and formatting a day costs more than all the counting, and the same days recur.
  const numbers = new Map<string, number>()
  const numberOf = (day: string) => {
    const number = numbers.get(day) ?? parse(day)
    numbers.set(day, number)
    return number
  }
  const texts = new Map<number, string>()
  const dayOf = (number: number) => {
    const text = texts.get(number) ?? new Date(number * DAY_MS).toISOString().slice(0, 10)
    texts.set(number, text)
    return text
  }
  return {
    isWorkday: (day) => isWorked(numberOf(day)),
    onOrAfter: (day) => {
      let number = numberOf(day)
      while (!isWorked(number)) number++
      return dayOf(number)
    },
    dayAfter: (day) => dayOf(numberOf(day) + 1),
    add: (day, n) => {
      const step = Math.sign(n)
      let number = numberOf(day)
      for (let remaining = Math.abs(n); remaining > 0; ) {
        number += step
        if (isWorked(number)) remaining--
      }
      return dayOf(number)
    },
    count: (first, last) => {
      const [from, end] = [numberOf(first), numberOf(last)]
      // Counts whole weeks at once, so that a mistyped year costs nothing.
      const weeks = end - from > LONG_PERIOD_DAYS ? Math.floor((end - from + 1) / 7) : 0
      let count = weeks * weekdays.size
      if (weeks > 0)
        for (const day of off)
          if (from <= day && day < from + 7 * weeks && weekdays.has(isoWeekday(day))) count--
      for (let number = from + 7 * weeks; number <= end; number++) if (isWorked(number)) count++
      return count
    },
  }
}
