import { taskOrders, taskStatuses } from '@plumbline/contract/tasks.ts'
import { listSearch } from '../../lists/listSearch.ts'
import { id, newForm, oneOf, overlay, text } from '../../screens/screen.ts'
import type { TaskFilter } from './api.ts'

/** Parses the select next to the search: own tasks or those with a status. Undefined means all. */
export const parseShown = oneOf('mine', ...taskStatuses)

/** The search params of the screen of tasks. */
export const taskSearch = listSearch(
  {
    search: text,
    show: parseShown,
    overdue: oneOf('true'),
    active: oneOf('true'),
    jobId: id,
    sort: oneOf(...taskOrders),
  },
  { task: overlay(text), new: newForm('task') },
)

/** The filter described by the search params. */
export const filterOf = ({
  show,
  ...search
}: ReturnType<typeof taskSearch.filterOf>): TaskFilter => ({
  ...search,
  ...(show === 'mine' ? { mine: 'true' } : { status: show }),
})
