import type { JobSubcontractor } from '@plumbline/contract/jobs.ts'
import type { Person, Role } from '@plumbline/contract/policy.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { fullName } from '../../access/people/names.ts'
import { isSeenBy } from '../../access/people/seen.ts'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { jobSubcontractors } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'

/** The facts about a person that matter when work is assigned to them. */
export interface LockedPerson {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly isInvited: boolean
}

/**
 * A person who has not left, locked so that they cannot leave or change until the transaction ends.
 * Their job must be locked before them, and the other entries of a schedule after them (decision
 * 9).
 */
export async function lockPerson(db: Db, id: string): Promise<LockedPerson | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      name: fullName,
      role: users.role,
      isInvited: users.isInvited,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share')
  return row
}

/**
 * Locks the subs with these ids who have not left, in the order of their ids, as
 * {@link lockPerson}.
 */
export function lockSubs(db: Db, ids: readonly string[]): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      and(inArray(users.id, [...ids]), eq(users.role, 'subcontractor'), isNull(users.deletedAt)),
    )
    .orderBy(asc(users.id))
    .for('share')
}

/** Whether the sub is on the job. */
export async function isOnJob(db: Db, jobId: string, subcontractorId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: jobSubcontractors.id })
    .from(jobSubcontractors)
    .where(
      and(
        eq(jobSubcontractors.jobId, jobId),
        eq(jobSubcontractors.subcontractorId, subcontractorId),
      ),
    )
  return row !== undefined
}

/** Puts a sub on jobs. Returns the ids of the jobs they were not on before. */
export async function insertJobSubcontractors(
  db: Db,
  jobIds: readonly string[],
  subcontractorId: string,
): Promise<string[]> {
  const rows = await db
    .insert(jobSubcontractors)
    .values(jobIds.map((jobId) => ({ jobId, subcontractorId })))
    .onConflictDoNothing()
    .returning({ jobId: jobSubcontractors.jobId })
  return rows.map(({ jobId }) => jobId)
}

/** Puts subs on one job. Returns the ids of the subs who were not on it before. */
export async function insertSubsOfJob(
  db: Db,
  jobId: string,
  subIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .insert(jobSubcontractors)
    .values(subIds.map((subcontractorId) => ({ jobId, subcontractorId })))
    .onConflictDoNothing()
    .returning({ subId: jobSubcontractors.subcontractorId })
  return rows.map(({ subId }) => subId)
}

/** Takes a sub off one job, or off all of theirs. Returns the ids of the jobs they were on. */
export async function deleteJobSubcontractors(
  db: Db,
  subcontractorId: string,
  jobId?: string,
): Promise<string[]> {
  const rows = await db
    .delete(jobSubcontractors)
    .where(
      and(
        eq(jobSubcontractors.subcontractorId, subcontractorId),
        jobId ? eq(jobSubcontractors.jobId, jobId) : undefined,
      ),
    )
    .returning({ jobId: jobSubcontractors.jobId })
  return rows.map((row) => row.jobId)
}

/** The full name of a person, whether they have left or not. */
export async function personName(db: Db, id: string): Promise<string> {
  const [row] = await db.select({ name: fullName }).from(users).where(eq(users.id, id))
  return row?.name ?? ''
}

/** The subs on a job whom the reader sees, by last name. */
export function listSubcontractors(
  db: Db,
  reader: Person,
  jobId: string,
): Promise<JobSubcontractor[]> {
  const { id, firstName, lastName, email, specialty } = users
  return db
    .select({ id, firstName, lastName, email, specialty })
    .from(jobSubcontractors)
    .innerJoin(users, eq(users.id, jobSubcontractors.subcontractorId))
    .where(and(eq(jobSubcontractors.jobId, jobId), isSeenBy(reader)))
    .orderBy(asc(inNaturalOrder(lastName)), asc(inNaturalOrder(firstName)), asc(id))
}
