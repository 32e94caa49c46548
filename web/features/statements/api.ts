import type { Period } from '@plumbline/contract/statementBalances.ts'
import { statementRoutes } from '@plumbline/contract/statements.ts'
import { query } from '../../api/query.ts'

/** The days that are in the address. */
export interface AskedDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const set = ({ from, to }: AskedDays) => ({ ...(from && { from }), ...(to && { to }) })

/** The account of a customer in a period. */
export const statementQuery = (id: string, days: AskedDays) =>
  query(statementRoutes.one, { params: { id }, query: set(days) })

/** The addresses of the page to print and of the PDF. */
export function documentPaths(id: string, { from, to }: Period) {
  const path = `/api/customers/${id}/statement/document`
  const days = `from=${from}&to=${to}`
  return { print: `${path}?${days}&print=1`, pdf: `${path}.pdf?${days}` }
}
