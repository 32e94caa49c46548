import { taskOrders, taskStatuses } from '@plumbline/contract/tasks.ts'
import { id, oneOf, text } from '../../screens/screen.ts'
import type { TaskFilter } from './api.ts'

/** What the choice beside the search shows: all, one's own, or those of a status. */
export const parseShown = oneOf('mine', ...taskStatuses)
/** The order of that name; undefined for any other text. */
export const parseOrder = oneOf(...taskOrders)

/** The filter of a list of tasks as search params of its screen. */
export const filterParams = {
  search: text,
  show: parseShown,
  overdue: oneOf('true'),
  active: oneOf('true'),
  jobId: id,
  sort: parseOrder,
}

type Params = { readonly [N in keyof typeof filterParams]: ReturnType<(typeof filterParams)[N]> }

/** The search params of no filter. */
export const NO_FILTER = { search: '', show: '', overdue: '', active: '', jobId: '' } as const

/** Whether the search params narrow the list. */
export const isNarrowed = ({ search, show, overdue, active, jobId }: Params) =>
  Boolean(search || show || overdue || active || jobId)

/** The filter that the search params ask for. */
export const filterOf = ({ search, show, jobId, overdue, active, sort }: Params): TaskFilter => ({
  ...{ search, jobId, overdue, active, sort },
  ...(show === 'mine' ? { mine: 'true' } : { status: show }),
})
