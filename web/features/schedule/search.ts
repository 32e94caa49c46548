import { addDays, daysBetween, sundayOf } from '@plumbline/contract/dates.ts'
import type { May } from '../../api/me.ts'
import { day, id, newForm, oneOf, overlay, searchParams } from '../../screens/screen.ts'
import { type PlanFilter, planQuery, upcomingQuery } from './api.ts'

export const views = ['calendar', 'gantt', 'list', 'daily'] as const
export type View = (typeof views)[number]

export const zooms = ['days', 'weeks', 'months'] as const
export type Zoom = (typeof zooms)[number]

/** The statuses to filter by. */
export const filterStatuses = ['scheduled', 'in_progress', 'completed', 'delayed'] as const

/** The id of a sub, or `all`, which shows a sub the entries of other subs on their jobs, too. */
export const subFilter = (value: unknown) => (value === 'all' ? value : id(value))

/** The search parameters of the Schedule screen. */
export const validateSearch = searchParams({
  view: oneOf(...views),
  /** A day of the shown period. Today if omitted. */
  date: day,
  status: oneOf(...filterStatuses),
  jobId: id,
  sub: subFilter,
  /** The entry whose details are open. */
  entry: overlay(id),
  tab: oneOf('history'),
  zoom: oneOf(...zooms),
  group: oneOf('job'),
  /** The critical path is shown in the chart unless it is turned off. */
  path: oneOf('off'),
  /** `3` unfolds the week after next. */
  weeks: oneOf('3'),
  /** `1` opens the list of problems. */
  attention: overlay(oneOf('1')),
  /** The day that is about to be marked as bad for outdoor work. */
  weather: overlay(day),
  new: newForm('entry'),
  /** The days of a new entry. */
  from: day,
  to: day,
})
export type Search = ReturnType<typeof validateSearch>

type Filters = Pick<Search, 'status' | 'jobId' | 'sub'>

/** The id of a sub, whose own entries are shown first. Undefined for other people. */
export const ownIdOf = (may: May, person: { readonly id: string }): string | undefined =>
  may('schedule.own') ? person.id : undefined

/** The filters of the queries. Subs see their own entries until they choose all. */
export function filterOf({ status, jobId, sub }: Filters, ownId: string | undefined): PlanFilter {
  return { status, jobId, subcontractorId: sub === 'all' ? undefined : (ownId ?? sub) }
}

/** Whether a filter is on. */
export const isFiltered = ({ status, jobId, sub }: Filters) => Boolean(status || jobId || sub)

export interface Period {
  readonly first: string
  readonly last: string
  /** The number of days by which Previous and Next go. */
  readonly step: number
}

const lengths = { days: 42, weeks: 182, months: 730 } as const
const steps = { days: 14, weeks: 56, months: 182 } as const
/** The number of days shown before the chosen day. */
const lead = { days: 0, weeks: 28, months: 91 } as const

/** The period that a view shows around a day. */
export function periodOf(view: View, date: string, zoom: Zoom = 'days'): Period {
  if (view === 'daily') return { first: date, last: date, step: 1 }
  const sunday = sundayOf(date)
  if (view === 'calendar') return { first: sunday, last: addDays(sunday, 6), step: 7 }
  const first = sundayOf(addDays(sunday, -lead[zoom]))
  return { first, last: addDays(first, lengths[zoom] - 1), step: steps[zoom] }
}

/** The number of days of a period. */
export const lengthOf = ({ first, last }: Period): number => daysBetween(first, last) + 1

/** The number of weeks the calendar loads: the shown one and those below it. */
const CALENDAR_WEEKS = 3

/** The query of a view. The list has no period. */
export function queryOf(view: View, search: Search, date: string, ownId: string | undefined) {
  const filter = filterOf(search, ownId)
  if (view === 'list') return planQuery(filter)
  const { first, last } = periodOf(view, date, search.zoom)
  return planQuery({
    ...filter,
    from: first,
    to: view === 'calendar' ? addDays(first, 7 * CALENDAR_WEEKS - 1) : last,
  })
}

/** The query of the entries that start after a day. */
export const upcomingOf = (search: Search, date: string, ownId: string | undefined) =>
  upcomingQuery(addDays(date, 1), filterOf(search, ownId))
