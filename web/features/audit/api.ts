import { type AuditGroup, auditRoutes } from '@plumbline/contract/audit.ts'
import { pagedQuery } from '../../api/query.ts'

/** The audit log, newest first, page by page. */
export const auditPages = (filter: {
  group?: AuditGroup | undefined
  personId?: string | undefined
}) => pagedQuery(auditRoutes.list, { query: filter })
