import { and, inArray } from 'drizzle-orm'
import { recordAudit, type Source } from '../audit/record.ts'
import type { Db } from '../db/handle.ts'
import { fullName, nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { jobs } from './table.ts'

/** Records that subs were put on jobs or taken off: who is on a job reads it. */
export async function recordSubs(
  db: Db,
  source: Source,
  action: 'job.subAdded' | 'job.subRemoved',
  { jobIds, subIds }: { jobIds: readonly string[]; subIds: readonly string[] },
) {
  if (jobIds.length === 0 || subIds.length === 0) return
  const rows = await db
    .select({ subjectId: users.id, subject: fullName, job: jobs.name })
    .from(users)
    .innerJoin(jobs, and(inArray(jobs.id, [...jobIds]), inArray(users.id, [...subIds])))
  const entries = rows.map(({ job, ...subject }) => ({ action, ...subject, detail: { job } }))
  await recordAudit(db, source, ...entries)
}

/** Records that a sub was put on a job by being given work there, if they were. */
export async function recordJoined(
  db: Db,
  source: Source,
  {
    addedToJob,
    jobId,
    subId,
  }: { addedToJob: boolean; jobId: string | undefined; subId: string | null | undefined },
) {
  if (addedToJob && jobId && subId)
    await recordSubs(db, source, 'job.subAdded', { jobIds: [jobId], subIds: [subId] })
}

/** A job and its client, as far as the audit log names them. */
export interface ClientOfJob {
  readonly id: string
  readonly clientId: string | null
  readonly client: string | null
}

/** The clients of jobs. */
export function clientsOf(db: Db, jobIds: readonly string[]) {
  const { id, name, clientId } = jobs
  return db
    .select({ id, name, clientId, client: nameOf(clientId) })
    .from(jobs)
    .where(inArray(id, [...jobIds]))
}

/** Records which jobs have another client than before: they read it from now on, and the one before no longer does. */
export async function recordClients(db: Db, source: Source, before: readonly ClientOfJob[]) {
  const known = new Map(before.map((job) => [job.id, job]))
  const after = await clientsOf(db, [...known.keys()])
  const changed = after.filter(({ id, clientId }) => clientId !== known.get(id)?.clientId)
  const entries = changed.map(({ id, name, client }) => ({
    action: 'job.clientChanged' as const,
    subjectId: id,
    subject: name,
    detail: { from: known.get(id)?.client ?? null, to: client },
  }))
  await recordAudit(db, source, ...entries)
}
