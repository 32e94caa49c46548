import { peopleRoutes } from '@plumbline/contract/people.ts'
import { subcontractorRoutes } from '@plumbline/contract/subcontractors.ts'
import { pagedQuery, query, TABLE_PAGE } from '../../api/query.ts'
import type { userSearch } from './search.ts'

/**
 * The filter and the order of the table of people. It contains everybody unless `tab` or `show`
 * selects one of the lists of cards.
 */
export type TableFilter = Partial<ReturnType<typeof userSearch.filterOf>>

/** The filter of lists of people. */
export type PeopleFilter = Pick<TableFilter, 'search' | 'role'>

/** The users, or the people whose invite is pending, page by page. */
export const peoplePages = (invited: boolean, filter: PeopleFilter) =>
  pagedQuery(peopleRoutes.list, { query: { invited: String(invited), ...filter } })

/** The subs, page by page. */
export const subPages = (search?: string) =>
  pagedQuery(subcontractorRoutes.list, { query: { search } })

/** The people who were added and never invited, page by page. */
export const uninvitedPages = (filter: PeopleFilter) =>
  pagedQuery(peopleRoutes.list, { query: { status: 'notInvited', ...filter } })

/** The filter of the table as query parameters. */
export const tableQuery = ({ tab, show, ...filter }: TableFilter) => ({
  ...filter,
  ...(tab ? { invited: 'true' as const } : show && { status: 'notInvited' as const }),
})

/** The people of the table, page by page. */
export const tablePages = (filter: TableFilter) =>
  pagedQuery(peopleRoutes.list, { query: tableQuery(filter) }, TABLE_PAGE)

/** The number of filtered people, in total and by role, regardless of their order. */
export const tableTotals = ({ sort: _, ...filter }: TableFilter) =>
  query(peopleRoutes.totals, { query: tableQuery(filter) })
