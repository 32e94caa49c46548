import type { AuditAction } from '@plumbline/contract/audit.ts'
import { asLine } from '@plumbline/contract/text.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/handle.ts'
import { auditEntries } from './table.ts'

/** One security event. */
export interface AuditEntry {
  readonly action: AuditAction
  /** The person or thing it was done to, and its name. */
  readonly subjectId?: string | undefined
  readonly subject?: string | undefined
  /** A few plain facts; never a secret, a token or a message. */
  readonly detail?: Readonly<Record<string, string | number>> | undefined
  /** Who did it, where that is not the person who is signed in: someone who is just signing in, or nobody (null). */
  readonly actorId?: string | null
}

const LONGEST_SUBJECT = 300

/** What is deleted, and has no action of its own. */
type Deleted =
  | 'appointment'
  | 'bid'
  | 'receipt'
  | 'recurring expense'
  | 'rental property'
  | 'schedule entry'
  | 'task'
  | 'template'
  | 'tenant'

/** The entry of a deletion. */
export const deleted = (kind: Deleted, subjectId: string, subject: string | null): AuditEntry => ({
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
  'person.roleChanged',
  'data.exported',
  'backup.failed',
  'backup.restored',
]

/**
 * Writes security events to the audit log, in the caller's transaction: an entry exists exactly when its change does. The
 * program's own log has a line of each.
 */
export async function recordAudit(
  db: Db,
  request: Pick<FastifyRequest, 'person' | 'ip' | 'log'>,
  ...entries: readonly AuditEntry[]
) {
  if (entries.length === 0) return
  const rows = entries.map(({ action, subjectId, subject, detail, actorId }) => ({
    action,
    actorId: actorId === undefined ? (request.person?.id ?? null) : actorId,
    subjectId,
    subject: subject && asLine(subject).slice(0, LONGEST_SUBJECT),
    address: request.ip,
    detail,
  }))
  await db.insert(auditEntries).values(rows)
  for (const row of rows)
    request.log[WARNINGS.includes(row.action) ? 'warn' : 'info']({ audit: row }, 'Security event')
}
