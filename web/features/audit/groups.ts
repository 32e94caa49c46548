import type { AuditGroup } from '@plumbline/contract/audit.ts'

/** The labels of the event groups in the filter. */
export const groupLabels: Readonly<Record<AuditGroup, string>> = {
  signIn: 'Signing in',
  account: 'Passwords and links',
  people: 'People and roles',
  company: 'Settings',
  deletion: 'Deletions',
  data: 'Imports, downloads and backups',
  refused: 'Refused attempts',
}
