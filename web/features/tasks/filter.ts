import { taskOrders, taskStatuses } from '@plumbline/contract/tasks.ts'
import { id, oneOf, text } from '../../screens/screen.ts'
import type { TaskFilter } from './api.ts'

/** Parses the select next to the search: own tasks or those with a status. Undefined means all. */
export const parseShown = oneOf('mine', ...taskStatuses)
/** The order with that name, or undefined for any other text. */
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

/** The search params that clear the filter. */
export const NO_FILTER = { search: '', show: '', overdue: '', active: '', jobId: '' } as const

/** Whether the search params narrow the list. */
export const isNarrowed = ({ search, show, overdue, active, jobId }: Params) =>
  Boolean(search || show || overdue || active || jobId)

/** The filter described by the search params. */
export const filterOf = ({ search, show, jobId, overdue, active, sort }: Params): TaskFilter => ({
  ...{ search, jobId, overdue, active, sort },
  ...(show === 'mine' ? { mine: 'true' } : { status: show }),
})
