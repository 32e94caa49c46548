import { type JobOrder, jobOrders } from '@plumbline/contract/jobs.ts'
import { oneOf } from '../../screens/screen.ts'
import type { JobFilter } from './api.ts'

/** Whether a filter narrows the list. */
export const isNarrowed = ({ sort: _, ...narrowing }: JobFilter) =>
  Object.values(narrowing).some(Boolean)

/** The search params that clear the filter. */
export const NO_FILTER = {
  search: '',
  status: '',
  active: '',
  late: '',
  managerId: '',
  clientId: '',
  subcontractorId: '',
  endsFrom: '',
  endsTo: '',
} as const

/** The orders to choose from, with their labels. */
export const orderLabels: readonly { readonly value: JobOrder | ''; readonly label: string }[] = [
  { value: '', label: 'Newest first' },
  { value: 'created', label: 'Oldest first' },
  { value: 'end', label: 'Soonest to end' },
  { value: '-end', label: 'Latest to end' },
  { value: 'start', label: 'Soonest to start' },
  { value: '-start', label: 'Latest to start' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'status', label: 'Status, not started first' },
  { value: '-status', label: 'Status, completed first' },
  { value: 'progress', label: 'Least progress first' },
  { value: '-progress', label: 'Most progress first' },
  { value: '-amount', label: 'Largest amount first' },
  { value: 'amount', label: 'Smallest amount first' },
]

/** The order with that name, or undefined for any other text. */
export const parseOrder = oneOf(...jobOrders)
