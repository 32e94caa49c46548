import { type DependencyMap, topologicalOrder } from './order.ts'
import type { WorkCalendar } from './workdays.ts'

/** A dependency on another entry of a template, by its index in the list. */
export interface TemplateLink {
  readonly entry: number
  /** Working days in between; negative lets them overlap. */
  readonly lagDays: number
}

/** The fields that the days of a template's entry depend on. */
export interface PlannedStep {
  /** The earliest working day of the job on which it starts; the first is 0. */
  readonly startDay: number
  /** Working days. */
  readonly days: number
  readonly dependsOn: readonly TemplateLink[]
}

interface Plannable {
  readonly entries: readonly PlannedStep[]
  readonly tasks: readonly { readonly name: string; readonly entry: number | null }[]
}

/** The first and the last working day of an entry, both counted from 0. */
export interface WorkSpan {
  readonly first: number
  readonly last: number
}

/** The indexes of the entries that each entry of a template waits for, by its own index. */
export const dependenciesOf = (
  entries: readonly Pick<PlannedStep, 'dependsOn'>[],
): DependencyMap<number> =>
  new Map(entries.map(({ dependsOn }, n) => [n, dependsOn.map(({ entry }) => entry)]))

/**
 * The working days of each entry: from its own start day on, and not before any of its predecessors
 * allows. After a predecessor it starts on the next working day plus the lag.
 */
export function spansOf(entries: readonly PlannedStep[]): WorkSpan[] {
  const spans = entries.map(({ startDay, days }) => ({
    first: startDay,
    last: startDay + days - 1,
  }))
  for (const n of topologicalOrder(dependenciesOf(entries))) {
    const { startDay = 0, days = 1, dependsOn = [] } = entries[n] ?? {}
    const allowed = dependsOn.flatMap(({ entry, lagDays }) => {
      const before = spans[entry]
      return before ? [before.last + 1 + lagDays] : []
    })
    const first = Math.max(startDay, ...allowed)
    spans[n] = { first, last: first + days - 1 }
  }
  return spans
}

/** The working days from the first start to the last end; 0 without entries. */
export function durationOf(entries: readonly PlannedStep[]): number {
  const spans = spansOf(entries)
  if (spans.length === 0) return 0
  return (
    Math.max(...spans.map(({ last }) => last)) - Math.min(...spans.map(({ first }) => first)) + 1
  )
}

/** The calendar days of a template on a job. */
export interface TemplatePlan {
  /** In the order of the template. */
  readonly entries: readonly { readonly startDate: string; readonly endDate: string }[]
  /** The day on which each task is due: the last day of its entry. */
  readonly tasks: readonly { readonly deadline: string | null }[]
  readonly start: string | null
  readonly finish: string | null
}

/** The days of a template that starts on a day, or on the first working day after it. */
export function planTemplate(
  { entries, tasks }: Plannable,
  startDate: string,
  calendar: WorkCalendar,
): TemplatePlan {
  const first = calendar.onOrAfter(startDate)
  const planned = spansOf(entries).map((span) => {
    const start = calendar.add(first, span.first)
    return { startDate: start, endDate: calendar.add(start, span.last - span.first) }
  })
  const days = planned.map(({ startDate: day }) => day).sort()
  const ends = planned.map(({ endDate }) => endDate).sort()
  return {
    entries: planned,
    tasks: tasks.map(({ entry }) => ({
      deadline: entry === null ? null : (planned[entry]?.endDate ?? null),
    })),
    start: days[0] ?? null,
    finish: ends.at(-1) ?? null,
  }
}

/** The fields of a job's entry that its template entry is made from. */
interface DatedEntry {
  readonly id: string
  readonly startDate: string
  readonly endDate: string
  readonly dependsOn: readonly { readonly id: string; readonly lagDays: number }[]
}

/**
 * The steps of a template for entries as they are planned now, in the same order. Applied from the
 * first start on, the template gives them the same days, so a lag that an entry violates is
 * replaced by the actual one.
 */
export function stepsOf(entries: readonly DatedEntry[], calendar: WorkCalendar): PlannedStep[] {
  const starts = entries.map(({ startDate }) => calendar.onOrAfter(startDate))
  const base = starts.toSorted()[0] ?? ''
  const spans = entries.map(({ endDate }, n) => {
    const start = starts[n] ?? base
    const first = calendar.count(base, start) - 1
    return { first, last: first + Math.max(1, calendar.count(start, endDate)) - 1 }
  })
  const indexes = new Map(entries.map(({ id }, n) => [id, n]))
  return entries.map(({ dependsOn: links }, n) => {
    const { first = 0, last = 0 } = spans[n] ?? {}
    const days = last - first + 1
    const found = links.flatMap(({ id, lagDays }) => {
      const entry = indexes.get(id)
      const before = entry === undefined ? undefined : spans[entry]
      if (entry === undefined || !before) return []
      const gap = first - before.last - 1
      return gap < -MAX_LAG ? [] : [{ entry, lagDays: Math.min(lagDays, gap), gap }]
    })
    // If a predecessor determines its start, the step has no start day of its own, so that it
    // follows the predecessor when the template is changed.
    const follows = found.some(({ lagDays, gap }) => lagDays === gap)
    const dependsOn = found.map(({ entry, lagDays }) => ({ entry, lagDays }))
    return { startDay: follows ? 0 : first, days, dependsOn }
  })
}

/** The largest lag in working days, in either direction. */
export const MAX_LAG = 365

/**
 * The index of the entry that a task with this deadline belongs to: the one that ends on that day,
 * or else the last one that ends before.
 */
export function entryOfDeadline(
  entries: readonly Pick<DatedEntry, 'endDate'>[],
  deadline: string | null,
): number | null {
  if (deadline === null) return null
  let found: number | null = null
  for (const [n, { endDate }] of entries.entries()) {
    const best = found === null ? '' : (entries[found]?.endDate ?? '')
    if (endDate <= deadline && endDate > best) found = n
  }
  return found
}
