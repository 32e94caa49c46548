import type { SettingsChange } from '@plumbline/contract/settings.ts'
import type { Company } from '../../access/company/queries.ts'
import type { AuditEntry } from '../../events/recordAudit.ts'

/** Switches and limits: the audit log has their values, of all other settings only the names. */
const OPEN = [
  'clientsSeeSubs',
  'subPhotosShared',
  'weeklyUpdates',
  'backupsKept',
  'personQuotaMb',
  'companyQuotaMb',
  'adminsNeedSecondFactor',
] as const satisfies readonly (keyof SettingsChange & keyof Company)[]

/** Whether a change takes away what protects the company: its backups, a limit of storage, the second factor of its admins. */
const losesProtection = (before: Company, after: Company) =>
  (before.backupsKept > 0 && after.backupsKept === 0) ||
  (before.personQuotaMb !== null && after.personQuotaMb === null) ||
  (before.companyQuotaMb !== null && after.companyQuotaMb === null) ||
  (before.adminsNeedSecondFactor && !after.adminsNeedSecondFactor)

/**
 * The entry of a change of the settings: which were changed, and the old and new values of switches and limits. None where all
 * are as before, nor for who puts the first steps away, which is no security event.
 */
export function changeOf(
  sent: readonly (keyof SettingsChange)[],
  before: Company,
  after: Company,
): AuditEntry[] {
  const isChanged = (name: keyof SettingsChange) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = sent.filter((name) => name !== 'checklistDismissed' && isChanged(name))
  if (changed.length === 0) return []
  const values = OPEN.filter((name) => changed.includes(name)).flatMap((name) => [
    [`${name}.from`, before[name]],
    [`${name}.to`, after[name]],
  ])
  const detail = { fields: changed.join(', '), ...Object.fromEntries(values) }
  return [{ action: 'settings.changed', detail, isWarning: losesProtection(before, after) }]
}

/** The entry of another logo, or none. */
export const logoChange: AuditEntry = { action: 'settings.changed', detail: { fields: 'logo' } }
