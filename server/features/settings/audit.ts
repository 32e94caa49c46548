import type { SettingsChange } from '@plumbline/contract/settings.ts'
import type { Company } from '../../access/company/queries.ts'
import type { AuditEntry } from '../../events/recordAudit.ts'

/** Switches and limits, whose values are logged. For all other settings only the name is logged. */
const LOGGED_VALUES = [
  'clientsSeeSubs',
  'subPhotosShared',
  'weeklyUpdates',
  'backupsKept',
  'personQuotaMb',
  'companyQuotaMb',
  'adminsNeedSecondFactor',
] as const satisfies readonly (keyof SettingsChange & keyof Company)[]

/**
 * Whether a change turns off a protection of the company: its backups, a storage limit, or the
 * second factor of its admins.
 */
const losesProtection = (before: Company, after: Company) =>
  (before.backupsKept > 0 && after.backupsKept === 0) ||
  (before.personQuotaMb !== null && after.personQuotaMb === null) ||
  (before.companyQuotaMb !== null && after.companyQuotaMb === null) ||
  (before.adminsNeedSecondFactor && !after.adminsNeedSecondFactor)

/**
 * The audit entry for a change of settings: the names of those changed, and the old and new values
 * of switches and limits. None when nothing changed. Dismissing the first steps is not recorded,
 * because it is not a security event.
 */
export function changeEntries(
  sent: readonly (keyof SettingsChange)[],
  before: Company,
  after: Company,
): AuditEntry[] {
  const isChanged = (name: keyof SettingsChange) =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changed = sent.filter((name) => name !== 'checklistDismissed' && isChanged(name))
  if (changed.length === 0) return []
  const values = LOGGED_VALUES.filter((name) => changed.includes(name)).flatMap((name) => [
    [`${name}.from`, before[name]],
    [`${name}.to`, after[name]],
  ])
  const detail = { fields: changed.join(', '), ...Object.fromEntries(values) }
  return [{ action: 'settings.changed', detail, isWarning: losesProtection(before, after) }]
}

/** The audit entry for a new or removed logo. */
export const logoChange: AuditEntry = { action: 'settings.changed', detail: { fields: 'logo' } }
