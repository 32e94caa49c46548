import { changeOrderRoutes } from '@plumbline/contract/changeOrders.ts'
import { query } from '../../api/query.ts'

/** A change order as it was last sent to the customer. */
export const offerQuery = (id: string) => query(changeOrderRoutes.offer, { params: { id } })
