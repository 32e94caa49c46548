import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { and, eq, inArray, isNull, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { WithSubquery } from 'drizzle-orm/subquery'
import type { Db } from '../../db/handle.ts'
import { newId } from '../../db/ids.ts'
import { announce, telling } from '../../live/record.ts'
import { nameOf } from '../../people/names.ts'
import { users } from '../../people/table.ts'
import { crewSchedule, scheduleChanges, scheduleEntries } from '../../schedule/table.ts'
import { jobRatings } from '../../subcontractors/table.ts'
import { taskCorrespondence, tasks } from '../../tasks/table.ts'
import { jobSubcontractors } from '../table.ts'

/** Parts of a statement that gives somebody work, and what may be read from them at its end. */
export interface Giving {
  readonly parts: WithSubquery[]
  /** Whether the person may be given the work; the caller rolls back otherwise. */
  readonly fits: SQL<boolean>
  /** The person's name. */
  readonly name: SQL<string | null>
  /** Whether they were not on the job, and are now. */
  readonly addedToJob: SQL<boolean>
}

const nobody: Giving = {
  parts: [],
  fits: sql`true`,
  name: sql`null::text`,
  addedToJob: sql`false`,
}

/**
 * Gives work on a job to a person of one of the roles, within a larger statement: `person` holds them as they are until
 * the transaction ends, so that nobody who is leaving is given work, and `joined` puts a sub on the job. The job must be
 * locked already, so that nobody is taken off it meanwhile.
 */
export function giving(
  db: Db,
  jobId: string,
  userId: string | null | undefined,
  roles: readonly Role[],
): Giving {
  if (!userId) return nobody
  const person = db.$with('person').as(
    db
      .select({
        id: users.id,
        role: users.role,
        name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as('name'),
      })
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          isNull(users.deletedAt),
          inArray(users.role, [...roles]),
          or(eq(users.role, 'subcontractor'), not(users.isInvited)),
        ),
      )
      .for('share'),
  )
  const joined = db.$with('joined', { id: sql<string>`id`.as('id') }).as(sql`
    insert into ${jobSubcontractors} (id, job_id, subcontractor_id)
    select ${newId()}::uuid, ${jobId}::uuid, id from ${person} where role = 'subcontractor'
    on conflict (job_id, subcontractor_id) do nothing returning id`)
  return {
    parts: [person, joined],
    fits: sql`exists (select from ${person})`,
    name: sql`(select name from ${person})`,
    addedToJob: sql`exists (select from ${joined})`,
  }
}

/**
 * Puts a sub on a job that is locked, and tells of it in the same statement; twice changes nothing. False when they are
 * no sub of ours: the caller rolls back.
 */
export async function putOnJob(
  db: Db,
  actorId: string,
  jobId: string,
  subcontractorId: string,
): Promise<boolean> {
  const { parts, fits } = giving(db, jobId, subcontractorId, ['subcontractor'])
  const people: PlumblineEvent = { name: 'job.people', subjectId: jobId, jobId }
  const told = db.$with('told', { id: sql<number>`id`.as('id') }).as(telling(actorId, [people]))
  const [row] = await db
    .with(...parts, told)
    .select({ fits, announced: sql`count(${announce(told.id)})` })
    .from(told)
  return row?.fits ?? false
}

/** Something a person is tied to a job by: being on it, an open task, an open entry. */
export interface Tie {
  readonly kind: 'membership' | 'task' | 'entry'
  readonly id: string
  readonly jobId: string
  /** The person's name. */
  readonly name: string
}

/** What ties a person to a job, or to any; what is finished stays theirs. The job must be held for it to stay so. */
export function tiesOf(db: Db, userId: string, jobId?: string): Promise<Tie[]> {
  const name = (column: Parameters<typeof nameOf>[0]) => sql<string>`${nameOf(column)}`
  return unionAll(
    db
      .select({
        kind: sql<Tie['kind']>`'membership'`,
        id: jobSubcontractors.id,
        jobId: jobSubcontractors.jobId,
        name: name(jobSubcontractors.subcontractorId),
      })
      .from(jobSubcontractors)
      .where(
        and(
          eq(jobSubcontractors.subcontractorId, userId),
          jobId ? eq(jobSubcontractors.jobId, jobId) : undefined,
        ),
      ),
    db
      .select({
        kind: sql<Tie['kind']>`'task'`,
        id: tasks.id,
        jobId: tasks.jobId,
        name: name(tasks.assigneeId),
      })
      .from(tasks)
      .where(
        and(
          eq(tasks.assigneeId, userId),
          ne(tasks.status, 'completed'),
          jobId ? eq(tasks.jobId, jobId) : undefined,
        ),
      ),
    db
      .select({
        kind: sql<Tie['kind']>`'entry'`,
        id: scheduleEntries.id,
        jobId: scheduleEntries.jobId,
        name: name(scheduleEntries.assignedSubcontractorId),
      })
      .from(scheduleEntries)
      .where(
        and(
          eq(scheduleEntries.assignedSubcontractorId, userId),
          notInArray(scheduleEntries.status, ['completed', 'cancelled']),
          jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
        ),
      ),
  )
}

/**
 * The ids of the jobs a sub is or was on, as a subquery: being on it, and what stays of those who were taken off (finished
 * tasks and entries, crew days, a rating). `id` is their id, or a column of an outer statement.
 */
export const jobsOf = (id: SQL) => sql`(
  select m.job_id from ${jobSubcontractors} m where m.subcontractor_id = ${id}
  union select t.job_id from ${tasks} t where t.assignee_id = ${id}
  union select e.job_id from ${scheduleEntries} e where e.assigned_subcontractor_id = ${id}
  union select e.job_id from ${crewSchedule} c join ${scheduleEntries} e on e.id = c.schedule_entry_id
    where c.subcontractor_id = ${id}
  union select r.job_id from ${jobRatings} r where r.subcontractor_id = ${id})`

const eventOf = {
  membership: 'job.people',
  task: 'task.changed',
  entry: 'schedule.changed',
} as const

/**
 * Cuts the ties in one statement, and says so in the conversations of the tasks, in the history of the entries and on
 * the live stream. `why` completes a sentence that starts with the name: `was taken off the job`.
 */
export async function release(
  db: Db,
  actorId: string,
  userId: string,
  ties: readonly Tie[],
  why: string,
) {
  const of = (kind: Tie['kind']) => ties.filter((tie) => tie.kind === kind)
  const idsOf = (kind: Tie['kind']) => of(kind).map((tie) => tie.id)
  const events = ties.map(
    ({ kind, id, jobId }): PlumblineEvent =>
      kind === 'membership'
        ? { name: eventOf[kind], subjectId: jobId, jobId, detail: { audience: userId } }
        : { name: eventOf[kind], subjectId: id, jobId },
  )
  if (events.length === 0) return
  const lines = of('task').map(({ id, name }) => ({
    taskId: id,
    userId: actorId,
    type: 'assignee' as const,
    message: `${name} ${why} and is no longer assigned`,
  }))
  const changes = of('entry').map(({ id, jobId, name }) => ({
    scheduleEntryId: id,
    jobId,
    changedById: actorId,
    changeType: 'assignedSubcontractorId',
    oldValue: name,
    reason: `${name} ${why}`,
  }))
  const told = db.$with('told', { id: sql<number>`id`.as('id') }).as(telling(actorId, events))
  const parts = [
    db.$with('off').as(
      db
        .delete(jobSubcontractors)
        .where(inArray(jobSubcontractors.id, idsOf('membership')))
        .returning(),
    ),
    db.$with('freed').as(
      db
        .update(tasks)
        .set({ assigneeId: null })
        .where(inArray(tasks.id, idsOf('task')))
        .returning(),
    ),
    db.$with('cleared').as(
      db
        .update(scheduleEntries)
        .set({ assignedSubcontractorId: null })
        .where(inArray(scheduleEntries.id, idsOf('entry')))
        .returning(),
    ),
    ...(lines.length > 0
      ? [db.$with('said').as(db.insert(taskCorrespondence).values(lines).returning())]
      : []),
    ...(changes.length > 0
      ? [db.$with('noted').as(db.insert(scheduleChanges).values(changes).returning())]
      : []),
    told,
  ]
  await db
    .with(...parts)
    .select({ announced: sql`count(${announce(told.id)})` })
    .from(told)
}
