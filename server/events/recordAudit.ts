import type { AuditAction, AuditFacts } from '@plumbline/contract/audit.ts'
import { asLine } from '@plumbline/contract/text.ts'
import type { FastifyBaseLogger } from 'fastify'
import { whenCommitted } from '../platform/db/commits.ts'
import type { Db } from '../platform/db/handle.ts'
import { auditEntries } from '../schema/audit.ts'

/** One security event. */
export interface AuditEntry {
  readonly action: AuditAction
  /** The person or thing it was done to, and its name. */
  readonly subjectId?: string | undefined
  readonly subject?: string | undefined
  /** A few plain facts; never a secret, a token or a message. */
  readonly detail?: AuditFacts | undefined
  /** Whether somebody may have to look into it, beyond what its action says. */
  readonly isWarning?: boolean
  /** Who did it, where that is not the person who is signed in: someone who is just signing in, or nobody (null). */
  readonly actorId?: string | null
}

const LONGEST_SUBJECT = 300

/** What is deleted, and has no action of its own. */
type Deleted =
  | 'absence'
  | 'appointment'
  | 'bid'
  | 'crew day'
  | 'crew days'
  | 'lease change'
  | 'promise'
  | 'rating'
  | 'receipt'
  | 'recurring expense'
  | 'rental property'
  | 'schedule entry'
  | 'task'
  | 'template'
  | 'tenant'
  | 'weather day'
  | 'weekly update'

/** The entry of a deletion. */
export const deleted = (
  kind: Deleted,
  subjectId: string | undefined,
  subject: string | null,
): AuditEntry => ({
  action: 'data.deleted',
  subjectId,
  subject: subject ?? undefined,
  detail: { kind },
})

/** What somebody may have to look into: lines of level `warn`, which is the level by default. Those of the others are `info`. */
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

/** Where an event comes from: a request, or the program itself, which is nobody and has no address. */
export interface Source {
  readonly person: { readonly id: string } | null
  readonly ip: string | null
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

type Row = typeof auditEntries.$inferInsert

/**
 * Writes security events to the audit log.
 * @returns what writes a line of each to the program's own log: to be called once they are committed
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
      subject: subject && asLine(subject).slice(0, LONGEST_SUBJECT),
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
 * The same in the caller's transaction, of which the log has its lines once it is committed: entry and line exist exactly
 * when the change does.
 */
export async function recordAudit(db: Db, source: Source, ...entries: AuditEntry[]) {
  whenCommitted(db, await insertAudit(db, source, ...entries))
}
