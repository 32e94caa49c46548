import type { AuditAction, AuditFacts } from '@plumbline/contract/audit.ts'
import { asLine } from '@plumbline/contract/text.ts'
import type { FastifyBaseLogger } from 'fastify'
import { whenCommitted } from '../platform/db/commits.ts'
import type { Db } from '../platform/db/handle.ts'
import { auditEntries } from '../schema/audit.ts'

/** One security event. */
export interface AuditEntry {
  readonly action: AuditAction
  /** The person or thing affected, and its name. */
  readonly subjectId?: string | undefined
  readonly subject?: string | undefined
  /** A few plain facts; never a secret, a token or a message. */
  readonly detail?: AuditFacts | undefined
  /** Whether somebody may have to look into it, regardless of its action. */
  readonly isWarning?: boolean
  /**
   * The person who did it, if not the one who is signed in: someone who is just signing in, or
   * nobody (null).
   */
  readonly actorId?: string | null
}

const MAX_SUBJECT_LENGTH = 300

/**
 * The entry for a deletion.
 * @param kind what it was, as the audit log says it, such as `schedule entry`
 */
export const deleted = (
  kind: string,
  subjectId: string | undefined,
  subject: string | null,
): AuditEntry => ({
  action: 'data.deleted',
  subjectId,
  subject: subject ?? undefined,
  detail: { kind },
})

/**
 * Actions that somebody may have to look into. They are logged at level `warn`, the default level;
 * the others at `info`.
 */
const WARNINGS: readonly AuditAction[] = [
  'signIn.failed',
  'signIn.locked',
  'secondFactor.disabled',
  'secondFactor.recoveryCodeUsed',
  'person.resetLinkCreated',
  'request.refused',
  'person.roleChanged',
  'person.signedOut',
  'data.exported',
  'backup.failed',
  'backup.restored',
]

/** The origin of an event: a request, or the server itself, which has no person and no address. */
export interface Source {
  readonly person: { readonly id: string } | null
  readonly ip: string | null
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

type Row = typeof auditEntries.$inferInsert

/**
 * Inserts security events into the audit log.
 * @returns a function that writes a line for each to the server log, to be called once they are
 * committed
 */
export async function insertAudit(
  db: Db,
  { person, ip, log }: Source,
  ...entries: AuditEntry[]
): Promise<() => void> {
  const lines = entries.map(({ action, subjectId, subject, detail, actorId, isWarning }) => {
    const row: Row = {
      action,
      actorId: actorId === undefined ? (person?.id ?? null) : actorId,
      subjectId,
      subject: subject && asLine(subject).slice(0, MAX_SUBJECT_LENGTH),
      address: ip,
      detail,
    }
    return { row, level: isWarning || WARNINGS.includes(action) ? 'warn' : 'info' } as const
  })
  if (lines.length > 0) await db.insert(auditEntries).values(lines.map(({ row }) => row))
  return () => {
    for (const { row, level } of lines) log[level]({ audit: row }, 'Security event')
  }
}

/**
 * Inserts security events in the caller's transaction and logs them once it is committed: entry and
 * log line exist exactly when the change does.
 */
export async function recordAudit(db: Db, source: Source, ...entries: AuditEntry[]) {
  whenCommitted(db, await insertAudit(db, source, ...entries))
}
