import { daysBetween } from '@plumbline/contract/dates.ts'
import { dayCount } from '../entryText.ts'

export type Zoom = 'days' | 'weeks' | 'months'

/** Pixels of a day below which the chart scrolls sideways instead of getting narrower. */
const MIN_DAY_WIDTH: Readonly<Record<Zoom, number>> = { days: 12, weeks: 3, months: 0.8 }

/** Where the days of a period are in the chart, in pixels from its left edge. */
export interface Scale {
  readonly first: string
  readonly days: number
  readonly dayWidth: number
  readonly width: number
}

/** A period in the available width, or wider where its days would become too narrow. */
export function scaleOf(first: string, days: number, zoom: Zoom, available: number): Scale {
  const dayWidth = Math.max(MIN_DAY_WIDTH[zoom], available / days)
  return { first, days, dayWidth, width: dayWidth * days }
}

/** The left edge of a day, also of one outside the period. */
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
  /** It begins before the period. */
  readonly startsBefore: boolean
  /** It ends after the period. */
  readonly endsAfter: boolean
}

/** The part of an entry within the period; null when there is none. */
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

/** How much of the part within the period is done, in percent of that part: what is done was done first. */
export function donePart(scale: Scale, entry: Dates, percent: number): number {
  const start = daysBetween(scale.first, entry.startDate)
  const length = dayCount(entry)
  const [from, to] = [Math.max(0, start), Math.min(scale.days, start + length)]
  const done = start + (length * percent) / 100
  return Math.round((100 * Math.min(Math.max(0, done - from), to - from)) / (to - from))
}

/** Half the width of a diamond, from tip to tip. */
export const DIAMOND = 8

const pointTypes: ReadonlySet<string> = new Set(['inspection', 'delivery', 'milestone'])

/** Whether an entry is a moment rather than work: it is drawn as a diamond. */
export const isPoint = (entry: Dates & { readonly scheduleType: string }): boolean =>
  pointTypes.has(entry.scheduleType) && entry.startDate === entry.endDate
