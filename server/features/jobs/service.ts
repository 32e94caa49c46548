import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import type { JobChange, JobsChange, NewJob } from '@plumbline/contract/jobs.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { and, inArray } from 'drizzle-orm'
import { fullName, nameOf } from '../../access/people/names.ts'
import { publish } from '../../events/publish.ts'
import { recordAudit, type Source } from '../../events/recordAudit.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { changedCustomer, customerOf } from '../customers/matching.ts'
import {
  insertJobSubcontractors,
  insertSubsOfJob,
  type LockedPerson,
  lockPerson,
  lockSubs,
} from './people.ts'
import * as queries from './queries.ts'

/** Locks a person of one of the roles who has not left; undefined for anyone else. */
export async function lockPersonOf(
  db: Db,
  userId: string,
  roles: readonly Role[],
): Promise<LockedPerson | undefined> {
  const person = await lockPerson(db, userId)
  return person && roles.includes(person.role) ? person : undefined
}

/**
 * Like {@link lockPersonOf}, for assigning work, which an admin who has not joined yet cannot get.
 */
export async function lockAssignee(
  db: Db,
  userId: string,
  roles: readonly Role[],
): Promise<LockedPerson | undefined> {
  const person = await lockPersonOf(db, userId, roles)
  return person?.role === 'admin' && person.isInvited ? undefined : person
}

/** Locks the people with these ids who are subs and have not left. Returns their ids. */
export async function lockAssignedSubs(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await lockSubs(db, userIds)).map(({ id }) => id))
}

/** Locks the client of a job or a bid. Fails with 400 for anyone who is not a client. */
export async function requireClient(db: Db, clientId: string | null | undefined) {
  if (clientId && !(await lockAssignee(db, clientId, ['client'])))
    throw invalid({ clientId: 'Choose one of your clients' })
}

/**
 * Fails with 400 unless the client of a job is a client and its manager an admin who has joined.
 */
async function requirePeople(
  db: Db,
  { clientId, projectManagerId }: Pick<JobChange, 'clientId' | 'projectManagerId'>,
) {
  await requireClient(db, clientId)
  if (projectManagerId && !(await lockAssignee(db, projectManagerId, ['admin'])))
    throw invalid({ projectManagerId: 'Choose one of your project managers' })
}

/** Adds a job. Fails with 400 when its client or manager is not one. */
export async function createJob(db: Db, actorId: string, job: NewJob): Promise<queries.JobRow> {
  await requirePeople(db, job)
  const customerId = await customerOf(db, actorId, job)
  const row = await queries.insertJob(db, { ...job, customerId })
  await publish(db, actorId, { name: 'job.created', subjectId: row.id, jobId: row.id })
  return row
}

/** The event for a change, which the client reads among their updates. */
function eventOfChange(
  { id, progress: from }: Pick<queries.JobRow, 'id' | 'progress'>,
  change: JobChange,
): PlumblineEvent {
  const about = { subjectId: id, jobId: id }
  const { progress } = change
  // The client is notified later, once the progress has settled.
  if (progress !== undefined)
    return { ...about, name: 'job.progressChanged', detail: { progress, from } }
  if (change.startDate !== undefined || change.endDate !== undefined) {
    return {
      ...about,
      name: 'job.dates',
      detail: { startDate: change.startDate ?? null, endDate: change.endDate ?? null },
    }
  }
  return { ...about, name: 'job.changed' }
}

/**
 * Changes the given fields of a locked job. Fails with 400 when its new client or manager is not
 * one.
 */
export async function changeJob(
  db: Db,
  actorId: string,
  job: queries.JobRow,
  change: JobChange,
): Promise<queries.JobRow> {
  // Unchanged people are not locked: one of them may be leaving at this moment and wait for the
  // job.
  await requirePeople(db, {
    clientId: change.clientId === job.clientId ? null : change.clientId,
    projectManagerId:
      change.projectManagerId === job.projectManagerId ? null : change.projectManagerId,
  })
  const customerId = await changedCustomer(db, actorId, job, change)
  const row = await queries.updateJob(db, job.id, { ...change, customerId })
  const { clientId } = job
  const hasFormerClient = clientId !== null && clientId !== row.clientId
  await publish(
    db,
    actorId,
    eventOfChange(job, change),
    // Notifies the former client, who no longer sees the job.
    ...(hasFormerClient ? [{ ...peopleChanged(job.id), detail: { audience: clientId } }] : []),
  )
  return row
}

/** Gives a locked job the days of its schedule that it lacks. */
export async function fillDays(
  db: Db,
  actorId: string,
  id: string,
  days: Parameters<typeof queries.fillDays>[2],
) {
  const detail = await queries.fillDays(db, id, days)
  if (detail) await publish(db, actorId, { name: 'job.dates', subjectId: id, jobId: id, detail })
}

/**
 * Makes the same change to several jobs. Fails with 400 when one was deleted, the manager is not
 * one, or a job would end before it starts.
 * @returns the number of jobs changed
 */
export async function changeJobs(
  db: Db,
  actorId: string,
  { ids, status, endDate, projectManagerId }: JobsChange,
): Promise<number> {
  const found = await queries.managersOf(db, ids)
  if (found.length < new Set(ids).size)
    throw invalid({ ids: 'Some of these jobs were deleted. Choose them again' })
  // The manager's own jobs are not locked: a manager who is leaving at this moment waits for them,
  // and requirePeople below waits for the manager.
  const others = found.filter((job) => job.projectManagerId !== projectManagerId)
  const locked = await queries.lockJobs(
    db,
    others.map(({ id }) => id),
    'no key update',
  )
  await requirePeople(db, { projectManagerId })
  const completed = status === 'completed' && endDate ? { progress: 100, endDate } : {}
  if (completed.endDate) {
    const early = await queries.countStartingAfter(db, locked, completed.endDate)
    const jobs = early === 1 ? '1 of these jobs starts' : `${early} of these jobs start`
    if (early > 0) throw invalid({ endDate: `${jobs} after that day` })
  }
  const change: JobChange = { status, projectManagerId, ...completed }
  await queries.updateJobs(db, locked, change)
  const isLocked = new Set(locked)
  const changed = others.filter(({ id }) => isLocked.has(id))
  await publish(db, actorId, ...changed.map((job) => eventOfChange(job, change)))
  return locked.length
}

/** Whether a change makes a completed job one that is not, so that more may be owed of it. */
export const reopens = ({ status }: Pick<JobChange, 'status'>): boolean =>
  status !== undefined && status !== 'completed'

/** The event for a mark that a job was paid, which the office alone reads. */
const paid = (id: string): PlumblineEvent => ({
  ...{ name: 'job.paid', subjectId: id, jobId: id, readers: 'office' },
})

/** Marks a locked job as paid on a calendar day. */
export async function markPaid(db: Db, source: Source, job: queries.JobRow, day: string) {
  if (job.paidOn === day) return
  await queries.setPaid(db, [job.id], day)
  await recordAudit(db, source, {
    ...{ action: 'job.markedPaid', subjectId: job.id, subject: job.name, detail: { day } },
  })
  await publish(db, source.person?.id ?? null, paid(job.id))
}

/** Takes back the marks of locked jobs that they were paid. */
export async function unmarkPaid(db: Db, source: Source, ids: readonly string[]) {
  const marked = await queries.markedPaid(db, ids)
  if (marked.length === 0) return
  const markedIds = marked.map(({ id }) => id)
  await queries.setPaid(db, markedIds, null)
  const entries = marked.map(({ id, name, paidOn: day }) => ({
    ...({ action: 'job.unmarkedPaid', subjectId: id, subject: name, detail: { day } } as const),
  }))
  await recordAudit(db, source, ...entries)
  await publish(db, source.person?.id ?? null, ...markedIds.map(paid))
}

/**
 * Deletes a locked job with everything that belongs to it. Fails with 409 for one with invoices
 * that were issued.
 * @returns the storage keys of its photos, whose files the caller deletes after the commit
 */
export async function deleteJob(db: Db, actorId: string, job: queries.FoundJob): Promise<string[]> {
  if (await queries.isInvoiced(db, job.id)) throw new Failure('moneyRecorded')
  const keys = await queries.pictureKeys(db, job.id)
  await queries.deleteJob(db, job.id)
  // The event lists the people who could see the job: once it is deleted, nothing remains to check
  // their access against.
  const audience = [job.clientId, ...job.subcontractorIds].filter((id) => id !== null).join(' ')
  await publish(db, actorId, { name: 'job.deleted', subjectId: job.id, detail: { audience } })
  return keys
}

/** The event for a change to the people on a job. */
export const peopleChanged = (jobId: string): PlumblineEvent => ({
  name: 'job.people',
  subjectId: jobId,
  jobId,
})

/** Puts a sub on locked jobs. A second time changes nothing. The sub must be locked as well. */
export async function addToJobs(
  db: Db,
  actorId: string,
  jobIds: readonly string[],
  subcontractorId: string,
) {
  const joined = await insertJobSubcontractors(db, jobIds, subcontractorId)
  await publish(db, actorId, ...joined.map(peopleChanged))
  return joined
}

/** Like {@link addToJobs}, for one job. Returns true when the sub was not on it before. */
export async function addToJob(
  db: Db,
  actorId: string,
  jobId: string,
  subcontractorId: string,
): Promise<boolean> {
  return (await addToJobs(db, actorId, [jobId], subcontractorId)).length > 0
}

/** Puts locked subs on one locked job. Returns the ids of the subs who were not on it before. */
export async function addSubsToJob(
  db: Db,
  actorId: string,
  jobId: string,
  subIds: readonly string[],
): Promise<string[]> {
  if (subIds.length === 0) return []
  const joined = await insertSubsOfJob(db, jobId, subIds)
  if (joined.length > 0) await publish(db, actorId, peopleChanged(jobId))
  return joined
}

/** Makes locked people the clients of locked jobs, by the ids of the jobs. */
export async function setClients(db: Db, actorId: string, clients: ReadonlyMap<string, string>) {
  await queries.setClients(db, clients)
  await publish(db, actorId, ...[...clients.keys()].map(peopleChanged))
}

/**
 * Records in the audit log that subs were put on jobs or taken off, since that gives or ends
 * access.
 */
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

/** Records in the audit log that a sub was put on a job because work there was assigned to them. */
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

/** A job and the client that the audit log names for it. */
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

/**
 * Records in the audit log which jobs have a new client: access passes from the former client to
 * the new one.
 */
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
