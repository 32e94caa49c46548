import { quickBooksRoutes } from '@plumbline/contract/quickBooks.ts'
import { pagedQuery, query } from '../../api/query.ts'

/** The numbers of things to export, and the changes since their export. */
export const quickBooksState = query(quickBooksRoutes.state)

/** The exports, page by page, the last ones first. */
export const quickBooksRuns = pagedQuery(quickBooksRoutes.list, {}, 20)
