import { attentionRoutes } from '@plumbline/contract/attention.ts'
import { query } from '../../api/query.ts'

/** The items that need the office. */
export const attentionQuery = query(attentionRoutes.read)
