import { absenceRoutes } from '@plumbline/contract/absences.ts'
import { crewRoutes } from '@plumbline/contract/crew.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { query } from '../api/query.ts'

export interface Period {
  readonly first: string
  readonly last: string
}
const between = ({ first, last }: Period) => ({ query: { from: first, to: last } })

/** The crew days of a period; a sub's own. */
export const crewQuery = (period: Period) => query(crewRoutes.list, between(period))

/** The days away in a period; a sub's own. */
export const absencesQuery = (period: Period) => query(absenceRoutes.list, between(period))

/** The open entries of a period without a crew. */
export const uncrewedQuery = ({ first, last }: Period, jobId: string | undefined) =>
  query(crewRoutes.uncrewed, { query: { from: first, to: last, jobId } })

/** The subs of the company. */
export const subsQuery = query(subcontractorRoutes.list)

/** The crew days of an entry. */
export const entryCrew = (id: string) => query(crewRoutes.ofEntry, { params: { id } })

/** The ways out of a double booking. */
export const waysQuery = (id: string) => query(crewRoutes.ways, { params: { id } })
