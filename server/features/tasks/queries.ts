import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import type { Task } from '@plumbline/contract/tasks.ts'
import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { companyZone } from '../../access/company/queries.ts'
import { fullName, nameOf } from '../../access/people/names.ts'
import { builtOnce } from '../../platform/db/builtOnce.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { taskCorrespondence, tasks } from '../../schema/tasks.ts'
import { forEachRole, subcontractorIds, visibleTo } from '../jobs/queries.ts'

// The texts for searches are as long as those that they are made of.
const { nameWords: _, descriptionWords: __, ...own } = getTableColumns(tasks)

export type TaskRow = Omit<typeof tasks.$inferSelect, 'nameWords' | 'descriptionWords'> & {
  assigneeName: string | null
}
/** A task with the facts that permissions depend on. */
export type FoundTask = TaskRow & JobFacts & { jobName: string; timeZone: string }

/** A task as the API returns it. */
export function toTask(row: TaskRow & { jobName: string }): Task {
  return {
    ...row,
    deadline: row.deadline?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/**
 * A person's own tasks, as a condition on `tasks`: assigned to them, on a job they are still on.
 */
export const ownTasks = (
  person: Person,
): SQL => sql`(${tasks.assigneeId} = ${person.id} and exists (
  select 1 from ${jobSubcontractors} js where js.job_id = ${outer(tasks.jobId)} and js.subcontractor_id = ${person.id}))`

const byDeadline = [sql`${tasks.deadline} asc nulls last`, asc(tasks.id)]

/** Whether a task is completed: the expression of the indexes that put completed tasks last. */
export const isDone = sql<boolean>`${tasks.status} = 'completed'`

/** The columns of a task, for queries that join its job and its assignee. */
export const shape = {
  ...own,
  jobName: jobs.name,
  assigneeName: fullName,
}

/** The columns of a task, for statements that read or write tasks without a join. */
const columns = { ...own, assigneeName: nameOf(tasks.assigneeId) }

/** The tasks of a job by deadline, those without one last. */
export async function listTasksOfJob(db: Db, jobId: string): Promise<Task[]> {
  const rows = await db
    .select(shape)
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(eq(tasks.jobId, jobId))
    .orderBy(...byDeadline)
  return rows.map(toTask)
}

type TaskKey = (name: 'id' | 'personId') => Placeholder

const readTask = forEachRole((role) =>
  builtOnce((db, value: TaskKey) =>
    db
      .select({ ...shape, clientId: jobs.clientId, subcontractorIds })
      .from(tasks)
      .innerJoin(jobs, eq(jobs.id, tasks.jobId))
      .leftJoin(users, eq(users.id, tasks.assigneeId))
      .where(and(eq(tasks.id, value('id')), visibleTo({ role, id: value('personId') }))),
  ),
)

/** The task if the person may see its job. */
export async function findTask(
  db: Db,
  person: Person,
  id: string,
): Promise<(TaskRow & JobFacts & { jobName: string }) | undefined> {
  const [row] = await readTask[person.role](db, { id, personId: person.id })
  return row
}

const jobFacts = {
  jobName: jobs.name,
  clientId: jobs.clientId,
  subcontractorIds,
  timeZone: companyZone,
}

// A task never changes its job, so the job is found without a lock on the task.
const lockJobOf = forEachRole((role) =>
  builtOnce((db, value: TaskKey) =>
    db
      .select(jobFacts)
      .from(jobs)
      .where(
        and(
          eq(jobs.id, sql`(select t.job_id from ${tasks} t where t.id = ${value('id')})`),
          visibleTo({ role, id: value('personId') }),
        ),
      )
      .for('key share'),
  ),
)

const lockRow = builtOnce((db, value: (name: 'id') => Placeholder) =>
  db
    .select(columns)
    .from(tasks)
    .where(eq(tasks.id, value('id')))
    .for('update'),
)

/**
 * The task if the person may see its job. The job is locked first, then the task, until the
 * transaction ends.
 */
export async function lockTask(db: Db, person: Person, id: string): Promise<FoundTask | undefined> {
  const [job] = await lockJobOf[person.role](db, { id, personId: person.id })
  if (!job) return undefined
  const [task] = await lockRow(db, { id })
  return task && { ...task, ...job }
}

// Postgres locks the rows in the order of `of`, and reads a task again that was changed meanwhile.
const lockWithJob = forEachRole((role) =>
  builtOnce((db, value: TaskKey) =>
    db
      .select({ ...columns, ...jobFacts })
      .from(tasks)
      .innerJoin(jobs, eq(jobs.id, tasks.jobId))
      .where(and(eq(tasks.id, value('id')), visibleTo({ role, id: value('personId') })))
      .for('key share', { of: [jobs, tasks] }),
  ),
)

/**
 * The task if the person may see its job. The job and then the task are locked against deletion
 * until the transaction ends, while others write.
 */
export async function holdTask(db: Db, person: Person, id: string): Promise<FoundTask | undefined> {
  const [task] = await lockWithJob[person.role](db, { id, personId: person.id })
  return task
}

/** The job, assignee, status and deadline of each of the tasks that exist. */
export const factsOf = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: tasks.id,
      jobId: tasks.jobId,
      assigneeId: tasks.assigneeId,
      status: tasks.status,
      deadline: tasks.deadline,
    })
    .from(tasks)
    .where(inArray(tasks.id, [...ids]))

/** Locks several tasks of locked jobs in the order of their ids. Returns the ones that exist. */
export const lockTasks = (db: Db, ids: readonly string[]): Promise<TaskRow[]> =>
  db
    .select(columns)
    .from(tasks)
    .where(inArray(tasks.id, [...ids]))
    .orderBy(asc(tasks.id))
    .for('update')

/** Adds tasks to a locked job, in the given order. Their assignees must be locked as well. */
export async function insertTasks(
  db: Db,
  rows: readonly (typeof tasks.$inferInsert)[],
): Promise<TaskRow[]> {
  if (rows.length === 0) return []
  return db
    .insert(tasks)
    .values([...rows])
    .returning(columns)
}

/** Changes the given fields of a locked task. A new assignee must be locked as well. */
export async function updateTask(
  db: Db,
  id: string,
  change: PgUpdateSetSource<typeof tasks>,
): Promise<TaskRow> {
  const [row] = await db.update(tasks).set(change).where(eq(tasks.id, id)).returning(columns)
  return row as TaskRow
}

/** Changes the given fields of several locked tasks. A new assignee must be locked as well. */
export function updateTasks(
  db: Db,
  ids: readonly string[],
  change: PgUpdateSetSource<typeof tasks>,
): Promise<TaskRow[]> {
  return db
    .update(tasks)
    .set(change)
    .where(inArray(tasks.id, [...ids]))
    .returning(columns)
}

/** Unassigns a person's open tasks on one job or on all. Returns those tasks. */
export function unassignTasks(db: Db, userId: string, jobId?: string) {
  return db
    .update(tasks)
    .set({ assigneeId: null })
    .where(
      and(
        eq(tasks.assigneeId, userId),
        ne(tasks.status, 'completed'),
        jobId ? eq(tasks.jobId, jobId) : undefined,
      ),
    )
    .returning({ id: tasks.id, jobId: tasks.jobId })
}

/** Deletes the task. The database deletes its conversation with it. */
export async function deleteTask(db: Db, id: string) {
  await db.delete(tasks).where(eq(tasks.id, id))
}

/** Adds lines to conversations. */
export async function insertLines(
  db: Db,
  lines: readonly (typeof taskCorrespondence.$inferInsert)[],
) {
  if (lines.length > 0) await db.insert(taskCorrespondence).values([...lines])
}
