import type { Person } from '@plumbline/contract/policy.ts'
import {
  type Task,
  type TaskFilter,
  type TaskOrder,
  type TaskStatus,
  type TaskTotals,
  taskStatuses,
} from '@plumbline/contract/tasks.ts'
import { and, asc, count, desc, eq, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { Order } from '../../platform/db/order.ts'
import { isMoment, type List, listOrPage, readCursor, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { tasks } from '../../schema/tasks.ts'
import { countOf } from '../counts/queries.ts'
import { ofJobFound } from '../jobs/queries.ts'
import { isDone, ownTasks, shape, type TaskRow, toTask } from './queries.ts'

async function matching(
  db: Db,
  person: Person,
  { search, status, active, jobId, assigneeId, mine, overdue }: TaskFilter,
  now: Date,
): Promise<SQL | undefined> {
  return and(
    person.role === 'admin' ? undefined : ownTasks(person),
    status ? eq(tasks.status, status) : undefined,
    // As the indexes have it that put the completed last.
    active || overdue ? not(isDone) : undefined,
    jobId ? eq(tasks.jobId, jobId) : undefined,
    assigneeId ? eq(tasks.assigneeId, assigneeId) : undefined,
    mine === 'true' ? eq(tasks.assigneeId, person.id) : undefined,
    overdue ? lt(tasks.deadline, now) : undefined,
    search
      ? or(
          contains(tasks.name, search),
          contains(tasks.description, search),
          await ofJobFound(db, tasks.jobId, search),
        )
      : undefined,
  )
}

/** What an order has before the deadline: its values, as a cursor names them and as the database knows them. */
interface Lead {
  readonly of: SQL
  readonly values: Readonly<Record<string, SQL>>
  readonly nameOf: (row: TaskRow) => string
}

const doneOrNot: Lead = {
  of: sql`(${isDone})`,
  values: { open: sql`false`, done: sql`true` },
  nameOf: ({ status }) => (status === 'completed' ? 'done' : 'open'),
}

/** A cursor has no room for the names of statuses, but for their places. */
const placeOf = (status: TaskStatus) => String(taskStatuses.indexOf(status))
const byStatus: Lead = {
  of: sql`${tasks.status}`,
  values: Object.fromEntries(taskStatuses.map((one) => [placeOf(one), sql`${one}`])),
  nameOf: ({ status }) => placeOf(status),
}

const NONE = 'none'

/**
 * By deadline, none last, or all of it the other way round, as an index is read backwards. The cursor holds the place, so that
 * the list goes on there wherever its task is by then.
 */
function deadlineOrder(isUp: boolean, lead?: Lead): Order<TaskRow> {
  const beyond = isUp ? sql`>` : sql`<`
  const turned = isUp ? asc : desc
  const read = (value: string) => {
    const end = lead ? value.indexOf('.') : -1
    return { first: lead?.values[value.slice(0, end)], deadline: value.slice(end + 1) }
  }
  const isPlace = (value: string) => {
    const { first, deadline } = read(value)
    return Boolean(first) === Boolean(lead) && (deadline === NONE || isMoment(deadline))
  }
  const afterDeadline = (deadline: string, id: string) => {
    const next = sql`${tasks.id} ${beyond} ${id}::uuid`
    const rest = sql`${tasks.deadline} is ${isUp ? sql`` : sql`not`} null`
    if (deadline === NONE) {
      const last = sql`(${tasks.deadline} is null and ${next})`
      return isUp ? last : sql`(${last} or ${rest})`
    }
    const later = sql`(${tasks.deadline}, ${tasks.id}) ${beyond} (${deadline}::timestamptz, ${id}::uuid)`
    return isUp ? sql`(${later} or ${rest})` : later
  }
  return {
    by: [...(lead ? [turned(lead.of)] : []), turned(tasks.deadline), turned(tasks.id)],
    after: (cursor) => {
      const { value, id } = readCursor(cursor, isPlace)
      const { first, deadline } = read(value)
      const later = afterDeadline(deadline, id)
      if (!lead || !first) return later
      // The first part is what an index finds.
      return sql`(${lead.of} ${beyond}= ${first} and (${lead.of} ${beyond} ${first} or ${later}))`
    },
    cursorOf: (row) => {
      const first = lead ? `${lead.nameOf(row)}.` : ''
      return `${first}${row.deadline?.toISOString() ?? NONE}_${row.id}`
    },
  }
}

const openFirst = deadlineOrder(true, doneOrNot)
const orders: Readonly<Record<TaskOrder, Order<TaskRow>>> = {
  deadline: deadlineOrder(true),
  '-deadline': deadlineOrder(false),
  // The names of the statuses are in the order of the alphabet where the completed come first.
  status: deadlineOrder(false, byStatus),
  '-status': deadlineOrder(true, byStatus),
}

/**
 * The matching tasks that the person may list, by deadline, none last, or sorted; with `openFirst` and no order the completed
 * ones after the others. All of them, or a page when the filter has a limit.
 */
export async function listTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<List<Task>> {
  const where = await matching(db, person, filter, now)
  const { limit, after, sort } = filter
  const order = !sort && filter.openFirst === 'true' ? openFirst : orders[sort ?? 'deadline']
  const query = db
    .select({ ...shape, total: totalOf(tasks, where, limit) })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .leftJoin(users, eq(users.id, tasks.assigneeId))
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, toTask, order.cursorOf)
}

const NO_TASKS: TaskTotals = { total: 0, pending: 0, inProgress: 0, completed: 0 }

const counted = (status: TaskStatus) =>
  sql<number>`(count(*) filter (where ${tasks.status} = ${status}))::int`

/** How many of the tasks that the person may list match, in all and by status. */
export async function totalTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<TaskTotals> {
  const { status, active, ...others } = filter
  if ((await matching(db, person, others, now)) === undefined)
    return totalAll(db, { status, active })
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

/** The same of all tasks, all with a status, or all that are not completed. */
async function totalAll(
  db: Db,
  { status, active }: Pick<TaskFilter, 'status' | 'active'>,
): Promise<TaskTotals> {
  const [row] = await db
    .select({
      total: countOf(),
      pending: countOf(eq(counts.status, 'not_started')),
      inProgress: countOf(eq(counts.status, 'in_progress')),
      completed: countOf(eq(counts.status, 'completed')),
    })
    .from(counts)
    .where(
      and(
        eq(counts.kind, 'task'),
        status ? eq(counts.status, status) : undefined,
        active ? ne(counts.status, 'completed') : undefined,
      ),
    )
  return row ?? NO_TASKS
}
