import { daysBetween } from '@plumbline/contract/dates.ts'
import { calendarDays } from '../entryText.ts'

export type Zoom = 'days' | 'weeks' | 'months'

/**
 * The minimum width of a day in pixels. The chart scrolls horizontally instead of getting narrower.
 */
const MIN_DAY_WIDTH: Readonly<Record<Zoom, number>> = { days: 12, weeks: 3, months: 0.8 }

/** The horizontal scale of the chart for the days of a period, in pixels. */
export interface Scale {
  readonly first: string
  readonly days: number
  readonly dayWidth: number
  readonly width: number
}

/** The scale of a period in the available width, or wider if its days would be too narrow. */
export function scaleOf(first: string, days: number, zoom: Zoom, available: number): Scale {
  const dayWidth = Math.max(MIN_DAY_WIDTH[zoom], available / days)
  return { first, days, dayWidth, width: dayWidth * days }
}

/** The left edge of a day, which may be outside the period. */
export const xOf = (scale: Scale, day: string): number =>
  daysBetween(scale.first, day) * scale.dayWidth

interface Dates {
  readonly startDate: string
  readonly endDate: string
}

/** The part of an entry within the period. */
export interface Span {
  readonly left: number
  readonly width: number
  /** Whether it begins before the period. */
  readonly startsBefore: boolean
  /** Whether it ends after the period. */
  readonly endsAfter: boolean
}

/** The part of an entry within the period. Null if there is none. */
export function spanOf(scale: Scale, { startDate, endDate }: Dates): Span | null {
  const [start, end] = [daysBetween(scale.first, startDate), daysBetween(scale.first, endDate) + 1]
  if (end <= 0 || start >= scale.days) return null
  const [from, to] = [Math.max(0, start), Math.min(scale.days, end)]
  return {
    left: from * scale.dayWidth,
    width: (to - from) * scale.dayWidth,
    startsBefore: start < 0,
    endsAfter: end > scale.days,
  }
}

/**
 * The share of the part within the period that is done, in percent. The first days count as done
 * first.
 */
export function donePart(scale: Scale, entry: Dates, percent: number): number {
  const start = daysBetween(scale.first, entry.startDate)
  const length = calendarDays(entry)
  const [from, to] = [Math.max(0, start), Math.min(scale.days, start + length)]
  const done = start + (length * percent) / 100
  return Math.round((100 * Math.min(Math.max(0, done - from), to - from)) / (to - from))
}

/** Half the width of a diamond in pixels, measured from tip to tip. */
export const DIAMOND = 8

const pointTypes: ReadonlySet<string> = new Set(['inspection', 'delivery', 'milestone'])

/** Whether an entry is drawn as a diamond, because it is a moment rather than work. */
export const isPoint = (entry: Dates & { readonly scheduleType: string }): boolean =>
  pointTypes.has(entry.scheduleType) && entry.startDate === entry.endDate
