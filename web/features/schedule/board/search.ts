import { addDays, sundayOf } from '@plumbline/contract/dates.ts'
import { day, id, oneOf, overlay, searchParams, text } from '../../../screens/screen.ts'
import type { Period } from '../../crew/api.ts'

/** The kinds of problems, as a filter. */
export const shows = ['clashes', 'unconfirmed', 'declined', 'uncrewed'] as const
export type Show = (typeof shows)[number]

/** The search parameters of the crew board. */
export const validateSearch = searchParams({
  /** A day of the first shown week. Today if omitted. */
  date: day,
  weeks: oneOf('4', '8'),
  trade: text,
  jobId: id,
  show: oneOf(...shows),
  /** The crew day whose double booking is open. */
  clash: overlay(id),
  /** The entry without a crew for which a sub is chosen. */
  book: overlay(id),
  /** The crew day that a sub declined, for which another one is chosen. */
  give: overlay(id),
  /** `1` if the screen before opened that choice. It is shown again afterwards. */
  back: oneOf('1'),
  /** The entry whose details are open. */
  entry: overlay(id),
  tab: oneOf('history'),
  /** The sub whose days away are open. */
  away: overlay(id),
  /** On a phone: the sub whose days are shown. */
  sub: id,
})
export type Search = ReturnType<typeof validateSearch>

/** The number of shown weeks. */
export const weeksOf = ({ weeks }: Pick<Search, 'weeks'>) => Number(weeks ?? 2)

/** The shown weeks, from a Sunday to a Saturday. */
export function periodOf(search: Pick<Search, 'date' | 'weeks'>, today: string): Period {
  const first = sundayOf(search.date ?? today)
  return { first, last: addDays(first, 7 * weeksOf(search) - 1) }
}
