import { jobOrders, jobStatuses } from '@plumbline/contract/jobs.ts'
import { listSearch } from '../../lists/listSearch.ts'
import { day, id, newForm, oneOf, text } from '../../screens/screen.ts'

const manager = (value: unknown) => (value === 'none' ? value : id(value))

/** The order with that name, or undefined for any other text. */
export const parseOrder = oneOf(...jobOrders)

/** The search params of the screen of jobs. */
export const jobSearch = listSearch(
  {
    search: text,
    status: oneOf(...jobStatuses),
    active: oneOf('true'),
    late: oneOf('true'),
    managerId: manager,
    clientId: id,
    subcontractorId: id,
    endsFrom: day,
    endsTo: day,
    sort: parseOrder,
  },
  { open: oneOf('filter'), new: newForm('job') },
)
