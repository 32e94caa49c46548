import type { JobFacts, Person } from '@plumbline/contract/policy.ts'
import type { Task, TaskFilter, TaskTotals } from '@plumbline/contract/tasks.ts'
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  lt,
  ne,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { countOf } from '../counts/queries.ts'
import { counts } from '../counts/table.ts'
import { builtOnce } from '../db/builtOnce.ts'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import { isMoment, type List, listOrPage, readCursor, totalOf } from '../db/paging.ts'
import { contains } from '../db/search.ts'
import { forEachRole, ofJobFound, subcontractorIds, visibleTo } from '../jobs/queries.ts'
import { jobSubcontractors, jobs } from '../jobs/table.ts'
import { fullName, nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { companyZone } from '../settings/queries.ts'
import { taskCorrespondence, tasks } from './table.ts'

export type TaskRow = typeof tasks.$inferSelect & { assigneeName: string | null }
/** A task with the facts that its rights depend on. */
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

/** A person's own tasks, as a condition on `tasks`: assigned to them, on a job they are still on. */
export const ownTasks = (
  person: Person,
): SQL => sql`(${tasks.assigneeId} = ${person.id} and exists (
  select 1 from ${jobSubcontractors} js where js.job_id = ${outer(tasks.jobId)} and js.subcontractor_id = ${person.id}))`

async function matching(
  db: Db,
  person: Person,
  { search, status, jobId, assigneeId, mine, overdue }: TaskFilter,
  now: Date,
): Promise<SQL | undefined> {
  return and(
    person.role === 'admin' ? undefined : ownTasks(person),
    status ? eq(tasks.status, status) : undefined,
    jobId ? eq(tasks.jobId, jobId) : undefined,
    assigneeId ? eq(tasks.assigneeId, assigneeId) : undefined,
    mine === 'true' ? eq(tasks.assigneeId, person.id) : undefined,
    overdue ? and(ne(tasks.status, 'completed'), lt(tasks.deadline, now)) : undefined,
    search
      ? or(
          contains(tasks.name, search),
          contains(tasks.description, search),
          await ofJobFound(db, tasks.jobId, search),
        )
      : undefined,
  )
}

const byDeadline = [sql`${tasks.deadline} asc nulls last`, asc(tasks.id)]

/** Whether a task is completed, as the indexes have it that put the completed last. */
export const isDone = sql<boolean>`${tasks.status} = 'completed'`

const DONE = 'done.'
const cursorOf = ({ status, deadline, id }: TaskRow) =>
  `${status === 'completed' ? DONE : ''}${deadline?.toISOString() ?? 'none'}_${id}`
const deadlineIn = (value: string) => (value.startsWith(DONE) ? value.slice(DONE.length) : value)

/** What comes after a cursor in the order of deadlines, or of deadlines within the open and then within the done. */
function after(cursor: string, openFirst: boolean): SQL {
  const { value, id } = readCursor(
    cursor,
    (text) => deadlineIn(text) === 'none' || isMoment(deadlineIn(text)),
  )
  const deadline = deadlineIn(value)
  const later =
    deadline === 'none'
      ? sql`(${tasks.deadline} is null and ${tasks.id} > ${id}::uuid)`
      : sql`((${tasks.deadline}, ${tasks.id}) > (${deadline}::timestamptz, ${id}::uuid) or ${tasks.deadline} is null)`
  if (!openFirst) return later
  return value.startsWith(DONE) ? sql`(${isDone} and ${later})` : sql`(${isDone} or ${later})`
}

const shape = {
  ...getTableColumns(tasks),
  jobName: jobs.name,
  assigneeName: fullName,
}

/**
 * The matching tasks that the person may list, by deadline, none last; with `openFirst` the completed ones after the
 * others. All of them, or a page when the filter has a limit.
 */
export async function listTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<List<Task>> {
  const where = await matching(db, person, filter, now)
  const { limit, after: cursor } = filter
  const openFirst = filter.openFirst === 'true'
  const query = db
    .select({ ...shape, total: totalOf(tasks, where, limit) })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(and(where, cursor === undefined ? undefined : after(cursor, openFirst)))
    .orderBy(...(openFirst ? [isDone] : []), ...byDeadline)
  return listOrPage(query, limit, toTask, cursorOf)
}

const NO_TASKS: TaskTotals = { total: 0, pending: 0, inProgress: 0, completed: 0 }

const counted = (status: Task['status']) =>
  sql<number>`(count(*) filter (where ${tasks.status} = ${status}))::int`

/** How many of the tasks that the person may list match, in all and by status. */
export async function totalTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<TaskTotals> {
  const { status, ...others } = filter
  if ((await matching(db, person, others, now)) === undefined) return totalAll(db, status)
  const [row] = await db
    .select({
      total: count(),
      pending: counted('not_started'),
      inProgress: counted('in_progress'),
      completed: counted('completed'),
    })
    .from(tasks)
    .where(await matching(db, person, filter, now))
  return row ?? NO_TASKS
}

/** The same of all tasks, or all with a status. */
async function totalAll(db: Db, status: TaskFilter['status']): Promise<TaskTotals> {
  const [row] = await db
    .select({
      total: countOf(),
      pending: countOf(eq(counts.status, 'not_started')),
      inProgress: countOf(eq(counts.status, 'in_progress')),
      completed: countOf(eq(counts.status, 'completed')),
    })
    .from(counts)
    .where(and(eq(counts.kind, 'task'), status ? eq(counts.status, status) : undefined))
  return row ?? NO_TASKS
}

/** The same without a join, for statements that read or write tasks alone. */
const columns = { ...getTableColumns(tasks), assigneeName: nameOf(tasks.assigneeId) }

/** The tasks of a job, by deadline, none last. */
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

// A task never changes its job, so the job is found without a lock on the task.
const lockJobOf = forEachRole((role) =>
  builtOnce((db, value: TaskKey) =>
    db
      .select({
        jobName: jobs.name,
        clientId: jobs.clientId,
        subcontractorIds,
        timeZone: companyZone,
      })
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

const lockBy = (strength: 'key share' | 'update') =>
  builtOnce((db, value: (name: 'id') => Placeholder) =>
    db
      .select(columns)
      .from(tasks)
      .where(eq(tasks.id, value('id')))
      .for(strength),
  )
const lockTaskBy = { 'key share': lockBy('key share'), update: lockBy('update') }

/**
 * The task if the person may see its job. The job is locked first, then the task, until the transaction ends: `key share`
 * keeps it from being deleted, and no more.
 */
export async function lockTask(
  db: Db,
  person: Person,
  id: string,
  strength: keyof typeof lockTaskBy = 'update',
): Promise<FoundTask | undefined> {
  const [job] = await lockJobOf[person.role](db, { id, personId: person.id })
  if (!job) return undefined
  const [task] = await lockTaskBy[strength](db, { id })
  return task && { ...task, ...job }
}

/** Adds tasks to a job that is locked, in their order. Their assignees must be locked as well. */
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

/** Changes the fields given of a task that is locked. A new assignee must be locked as well. */
export async function updateTask(
  db: Db,
  id: string,
  change: PgUpdateSetSource<typeof tasks>,
): Promise<TaskRow> {
  const [row] = await db.update(tasks).set(change).where(eq(tasks.id, id)).returning(columns)
  return row as TaskRow
}

/** Unassigns a person's open tasks on one job or on all; answers those tasks. */
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

/** Deletes the task; the database deletes its conversation with it. */
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
