import {
  type ChangeOrder,
  type Contract,
  changeOrderRoutes,
} from '@plumbline/contract/changeOrders.ts'
import { query } from '../../api/query.ts'

/** The contract of a job with its change orders. */
export const contractQuery = (jobId: string) =>
  query(changeOrderRoutes.contract, { params: { id: jobId } })

/** A change order with its costs. */
export const changeOrderQuery = (id: string) => query(changeOrderRoutes.one, { params: { id } })

/** Whether nothing was signed and the job has no change orders. */
export const isBare = ({ isSigned, proposal, changes }: Contract): boolean =>
  !isSigned && proposal === null && changes.length === 0

/** The name of a change order among those of its job: `Change 2, Rotted subfloor`. */
export const changeName = ({
  number,
  title,
}: {
  readonly number: number
  readonly title: string
}): string => `Change ${number}, ${title}`

/** Whether there is something to send. */
export const hasContent = ({
  lines,
  daysAdded,
}: Pick<ChangeOrder, 'lines' | 'daysAdded'>): boolean => lines.length > 0 || daysAdded > 0
