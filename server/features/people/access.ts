import { endResets, signOutEverywhere } from '../../access/auth/service.ts'
import { subjectOf } from '../../access/people/names.ts'
import type { UserRow } from '../../access/people/queries.ts'
import type { accessChange } from '../../access/people/rules.ts'
import type { AuditEntry } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'

/**
 * Ends the access that a person got under another address or role: their reset links, their
 * calendar link, and all their sessions except the one to keep. The caller removes an invite link
 * when it changes their row.
 */
export async function endAccess(
  db: Db,
  userId: string,
  { now, keep }: { readonly now: Date; readonly keep: string | null },
) {
  await endResets(db, userId, now)
  await signOutEverywhere(db, userId, keep)
}

/** The audit entries for a change of role or email address. */
export function accessEntries(
  before: UserRow,
  after: UserRow,
  changes: ReturnType<typeof accessChange>,
): AuditEntry[] {
  const entry = (action: AuditEntry['action'], from: string | null, to: string | null) => ({
    action,
    ...subjectOf(after),
    detail: { from: from ?? 'none', to: to ?? 'none' },
  })
  return [
    ...(changes.role ? [entry('person.roleChanged', before.role, after.role)] : []),
    ...(changes.email ? [entry('person.emailChanged', before.email, after.email)] : []),
  ]
}
