import { attentionRoutes } from '@plumbline/contract/attention.ts'
import { dashboardRoutes } from '@plumbline/contract/dashboard.ts'
import { query } from '../../api/query.ts'

/** The items that need the office. */
export const attentionQuery = query(attentionRoutes.read)

/** The figures of the person's first screen. */
export const dashboardQuery = query(dashboardRoutes.read)
