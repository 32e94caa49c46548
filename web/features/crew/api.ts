import { absenceRoutes } from '@plumbline/contract/absences.ts'
import { crewRoutes } from '@plumbline/contract/crew.ts'
import { addDays } from '@plumbline/contract/dates.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { query } from '../../api/query.ts'

export interface Period {
  readonly first: string
  readonly last: string
}
const between = ({ first, last }: Period) => ({ query: { from: first, to: last } })

/** The crew days of a period. Subs get only their own. */
export const crewQuery = (period: Period) => query(crewRoutes.list, between(period))

/** The number of weeks ahead for which a sub sees their days. */
export const WEEKS_AHEAD = 8

/** The days a sub is booked on, from a day on. */
export const bookedDays = (from: string) =>
  crewQuery({ first: from, last: addDays(from, 7 * WEEKS_AHEAD) })

/** The days away in a period, of all subs or of one. Subs get only their own. */
export const absencesQuery = ({ first, last }: Period, subcontractorId?: string) =>
  query(absenceRoutes.list, { query: { from: first, to: last, subcontractorId } })

/** The number of days ahead for which the days away of a sub are listed. */
export const DAYS_AWAY_AHEAD = 365

/** The open entries of a period without a crew. */
export const uncrewedQuery = ({ first, last }: Period, jobId: string | undefined) =>
  query(crewRoutes.uncrewed, { query: { from: first, to: last, jobId } })

/** The subs of the company. */
export const subsQuery = query(subcontractorRoutes.list)

/** The crew days of an entry. */
export const entryCrew = (id: string) => query(crewRoutes.ofEntry, { params: { id } })

/** The ways to resolve a double booking. */
export const waysQuery = (id: string) => query(crewRoutes.ways, { params: { id } })
