import type { AuditAction, AuditFacts } from '@plumbline/contract/audit.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { asLine } from '@plumbline/contract/text.ts'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { whenCommitted } from '../platform/db/commits.ts'
import type { Db } from '../platform/db/handle.ts'
import { newId } from '../platform/db/ids.ts'
import { network } from '../platform/network.ts'
import { auditEntries, auditRepeats } from '../schema/audit.ts'

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
  readonly person: { readonly id: string; readonly role?: Role } | null
  readonly ip: string | null
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

type Row = typeof auditEntries.$inferInsert & { readonly id: string }

/** The facts that distinguish kinds of events of the same action. */
const kindsOf = ({ detail }: Row) => ['kind', 'method', 'at'].map((fact) => detail?.[fact])

/**
 * The facts that an event shares with its repetitions within an hour, which are only counted:
 * action, kind and person. Events of nobody also share their subject, so that wrong passwords are
 * counted by account, and those of somebody who signs in the network. Null for what is never
 * folded: events of admins and of the server, and refusals, which have a limit of their own.
 */
function foldOf(row: Row, { person, ip }: Source): readonly unknown[] | null {
  if (ip === null || person?.role === 'admin' || row.action === 'request.refused') return null
  const kind = [row.action, row.actorId, ...kindsOf(row)]
  if (row.actorId === null) return [...kind, row.subjectId]
  return person ? kind : [...kind, network(ip)]
}

/** An entry, and the events that it stands for. */
interface Folded {
  readonly row: Row
  times: number
}

/**
 * Inserts entries, unless the same kind of event has one in this hour: that one counts them. Of two
 * transactions at once, the second waits for the first.
 */
async function insertFolded(db: Db, folded: ReadonlyMap<string, Folded>) {
  const rows = [...folded]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { row, times }]) => ({ ...row, key, times }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
    key text, times int, id uuid, action text, "actorId" uuid, "subjectId" uuid, subject text,
    address text, detail jsonb)`
  await db.execute(sql`
    with repeats as (
      insert into ${auditRepeats} (fold, entry_id, times)
      select encode(sha256(convert_to(key || date_trunc('hour', now()), 'UTF8')), 'hex'), id, times
      from ${given} order by key
      on conflict (fold) do update
        set times = audit_repeats.times + excluded.times, last_at = excluded.last_at
      returning entry_id
    )
    insert into ${auditEntries} (id, action, actor_id, subject_id, subject, address, detail)
    select id, action, "actorId", "subjectId", subject, address, detail
    from ${given} join repeats on repeats.entry_id = given.id`)
}

/**
 * Inserts security events into the audit log.
 * @returns a function that writes a line for each to the server log, to be called once they are
 * committed
 */
export async function insertAudit(
  db: Db,
  source: Source,
  ...entries: AuditEntry[]
): Promise<() => void> {
  const { person, ip, log } = source
  const lines = entries.map(({ action, subjectId, subject, detail, actorId, isWarning }) => {
    const row: Row = {
      id: newId(),
      action,
      actorId: actorId === undefined ? (person?.id ?? null) : actorId,
      subjectId: subjectId ?? null,
      subject: subject === undefined ? null : asLine(subject).slice(0, MAX_SUBJECT_LENGTH),
      address: ip,
      detail: detail ?? null,
    }
    return { row, level: isWarning || WARNINGS.includes(action) ? 'warn' : 'info' } as const
  })
  const single: Row[] = []
  const folded = new Map<string, Folded>()
  for (const { row } of lines) {
    const fold = foldOf(row, source)
    if (fold === null) {
      single.push(row)
      continue
    }
    const key = JSON.stringify(fold)
    const first = folded.get(key)
    if (first) first.times++
    else folded.set(key, { row, times: 1 })
  }
  if (single.length > 0) await db.insert(auditEntries).values(single)
  if (folded.size > 0) await insertFolded(db, folded)
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
