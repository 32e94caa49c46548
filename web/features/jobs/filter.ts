import { jobOrders, jobStatuses } from '@plumbline/contract/jobs.ts'
import { day, id, oneOf, text } from '../../screens/screen.ts'
import type { JobFilter } from './api.ts'

const manager = (value: unknown) => (value === 'none' ? value : id(value))

/** The filter of a list of jobs as search params of its screen. */
export const filterParams = {
  search: text,
  status: oneOf(...jobStatuses),
  active: oneOf('true'),
  late: oneOf('true'),
  managerId: manager,
  clientId: id,
  subcontractorId: id,
  endsFrom: day,
  endsTo: day,
  sort: oneOf(...jobOrders),
}

/** The part of the search params that is the filter. */
export const filterOf = ({
  new: _,
  open: __,
  view: ___,
  columns: ____,
  ...filter
}: JobFilter & {
  new?: unknown
  open?: unknown
  view?: unknown
  columns?: unknown
}): JobFilter => filter
