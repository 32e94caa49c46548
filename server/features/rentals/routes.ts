import type { Serve } from '../../http/serve.ts'
import { expenseRoutes } from './expenseRoutes.ts'
import { incomeRoutes } from './incomeRoutes.ts'
import { propertyRoutes } from './propertyRoutes.ts'
import { reportRoutes } from './reportRoutes.ts'
import { tenantRoutes } from './tenantRoutes.ts'

/**
 * The routes of the rental portfolio: properties, tenants with their leases and deposits, income,
 * expenses, and the reports.
 */
export function routes(serve: Serve) {
  propertyRoutes(serve)
  tenantRoutes(serve)
  incomeRoutes(serve)
  expenseRoutes(serve)
  reportRoutes(serve)
}
