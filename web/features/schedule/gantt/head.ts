import { addDays, daysBetween, tickDay, weekdayOf } from '@plumbline/contract/dates.ts'
import type { Scale, Zoom } from './scale.ts'

/**
 * A label of the head: over a part in the upper line, or in the middle of a part in the lower line.
 */
export interface HeadCell {
  readonly day: string
  readonly left: number
  readonly width: number
  readonly label: string
  readonly isToday?: boolean
}

export interface Head {
  readonly upper: readonly HeadCell[]
  readonly lower: readonly HeadCell[]
}

const dayOfMonth = (day: string) => String(Number(day.slice(8)))
const monthOf = (day: string) => tickDay(day).split(' ')[0] ?? ''
const yearOf = (day: string) => day.slice(0, 4)

interface Unit {
  /** Whether a part begins on this day. */
  readonly begins: (day: string) => boolean
  readonly label: (day: string) => string
}

const year: Unit = { begins: (day) => day.endsWith('-01-01'), label: yearOf }
const month: Unit = { begins: (day) => day.endsWith('-01'), label: monthOf }
const monthOfYear: Unit = { ...month, label: (day) => `${monthOf(day)} ${yearOf(day)}` }
const week: Unit = { begins: (day) => weekdayOf(day) === 0, label: dayOfMonth }
const weekByDay: Unit = { ...week, label: tickDay }
const single: Unit = { begins: () => true, label: dayOfMonth }

const units: Readonly<Record<Zoom, readonly [Unit, Unit]>> = {
  days: [weekByDay, single],
  weeks: [monthOfYear, week],
  months: [year, month],
}

/** The width of a character of the head in pixels, slightly overestimated. */
const CHARACTER_WIDTH = 7.5
const TODAY_WIDTH = 18

const PADDING = 7
const fits = ({ label, width }: HeadCell) => label.length * CHARACTER_WIDTH + PADDING <= width

/** The parts of a period. The first one may be cut. */
function partsOf({ first, days, dayWidth }: Scale, { begins, label }: Unit): HeadCell[] {
  const starts = Array.from({ length: days }, (_, n) => n).filter(
    (n) => n === 0 || begins(addDays(first, n)),
  )
  return starts.map((start, index) => {
    const day = addDays(first, start)
    const end = starts[index + 1] ?? days
    return { day, left: start * dayWidth, width: (end - start) * dayWidth, label: label(day) }
  })
}

/**
 * The parts of a period that are named on paper: those of the upper line or, in a chart of months,
 * the quarters.
 */
export function partsOfPeriod(scale: Scale, zoom: Zoom): HeadCell[] {
  const [above, below] = units[zoom]
  return zoom === 'months'
    ? partsOf(scale, below).filter(({ day }) => Number(day.slice(5, 7)) % 3 === 1)
    : partsOf(scale, above)
}

/**
 * Leaves out labels that are too close to the previous one, to the one of today or to the right
 * edge.
 */
function thinned(cells: readonly HeadCell[], today: HeadCell | null, edge: number): HeadCell[] {
  let free = Number.NEGATIVE_INFINITY
  return cells.filter((cell) => {
    const needed = cell.label.length * CHARACTER_WIDTH
    const left = cell.left + (cell.width - needed) / 2
    const hidden = today && left < today.left + today.width + 2 && left + needed > today.left - 2
    if (left < free || hidden || left + needed > edge + 2) return false
    free = left + needed + 2
    return true
  })
}

function todayCell({ first, days, dayWidth, width }: Scale, today: string): HeadCell | null {
  const at = daysBetween(first, today)
  if (at < 0 || at >= days) return null
  const left = (at + 0.5) * dayWidth - TODAY_WIDTH / 2
  return {
    day: today,
    left: Math.min(Math.max(0, left), width - TODAY_WIDTH),
    width: TODAY_WIDTH,
    label: dayOfMonth(today),
    isToday: true,
  }
}

const ROOMY_DAY = 20
const ROOMY_MONTH = 30

/**
 * Whether there is room for the label of a part. On narrow days only Monday, Wednesday and Friday
 * are named, as long as they are working days. Of narrow months, every other one is.
 */
function isNamed(
  { day, width }: HeadCell,
  zoom: Zoom,
  dayOff: (day: string) => string | undefined,
): boolean {
  if (zoom === 'days' && width < ROOMY_DAY)
    return weekdayOf(day) % 2 === 1 && dayOff(day) === undefined
  return zoom !== 'months' || width >= ROOMY_MONTH || Number(day.slice(5, 7)) % 2 === 1
}

/** The two lines of the head: weeks over days, months over weeks, or years over months. */
export function headOf(
  scale: Scale,
  zoom: Zoom,
  today: string,
  dayOff: (day: string) => string | undefined,
): Head {
  const [above, below] = units[zoom]
  const marked = todayCell(scale, today)
  const named = partsOf(scale, below).filter((cell) => isNamed(cell, zoom, dayOff))
  return {
    upper: partsOf(scale, above).map((cell) => (fits(cell) ? cell : { ...cell, label: '' })),
    lower: [...thinned(named, marked, scale.width), ...(marked ? [marked] : [])],
  }
}
