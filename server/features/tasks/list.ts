import type { Person } from '@plumbline/contract/policy.ts'
import {
  type Task,
  type TaskFilter,
  type TaskOrder,
  type TaskStatus,
  type TaskTotals,
  taskStatuses,
} from '@plumbline/contract/tasks.ts'
import { and, asc, count, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { Order } from '../../platform/db/order.ts'
import {
  isMoment,
  type List,
  listOrPage,
  notCounted,
  readCursor,
  totalOf,
} from '../../platform/db/paging.ts'
import { wordsContain } from '../../platform/db/search.ts'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { tasks } from '../../schema/tasks.ts'
import { countOf } from '../counts/queries.ts'
import { jobMatches } from '../jobs/search.ts'
import { isDone, ownTasks, shape, type TaskRow, toTask } from './queries.ts'

/** The statuses of tasks that are not completed. A list of them is a condition for an index. */
const OPEN = taskStatuses.filter((status) => status !== 'completed')

/** The tasks in the states of the filter. The totals of all tasks are counted by these. */
function inState({ status, active, overdue }: TaskFilter, now: Date): SQL | undefined {
  return and(
    status ? eq(tasks.status, status) : undefined,
    active || overdue ? inArray(tasks.status, OPEN) : undefined,
    overdue ? lt(tasks.deadline, now) : undefined,
  )
}

/** The tasks of the person that the filter looks for, in any state. */
async function inAnyState(
  db: Db,
  person: Person,
  { search, jobId, assigneeId, mine, total, alike }: TaskFilter,
): Promise<SQL | undefined> {
  return and(
    person.role === 'admin' ? undefined : ownTasks(person),
    jobId ? eq(tasks.jobId, jobId) : undefined,
    assigneeId ? eq(tasks.assigneeId, assigneeId) : undefined,
    mine === 'true' ? eq(tasks.assigneeId, person.id) : undefined,
    search
      ? or(
          wordsContain(tasks.nameWords, search, { alike }),
          wordsContain(tasks.descriptionWords, search, { alike }),
          await jobMatches(db, tasks.jobId, search, total === 'false'),
        )
      : undefined,
  )
}

/**
 * The sort key of a list before the deadline. `values` maps names in cursors to database values.
 */
interface SortPrefix {
  readonly of: SQL
  readonly values: Readonly<Record<string, SQL>>
  readonly nameOf: (row: TaskRow) => string
}

const doneOrNot: SortPrefix = {
  of: sql`(${isDone})`,
  values: { open: sql`false`, done: sql`true` },
  nameOf: ({ status }) => (status === 'completed' ? 'done' : 'open'),
}

/** Cursors contain positions of statuses, because the names would be too long. */
const placeOf = (status: TaskStatus) => String(taskStatuses.indexOf(status))
const byStatus: SortPrefix = {
  of: sql`${tasks.status}`,
  values: Object.fromEntries(taskStatuses.map((one) => [placeOf(one), sql`${one}`])),
  nameOf: ({ status }) => placeOf(status),
}

const NONE = 'none'

/**
 * The order by deadline with tasks without one last, or its exact reverse, so that an index can be
 * read backwards. The cursor contains the sort position, so that the list continues there even if
 * the task has moved meanwhile.
 */
function deadlineOrder(isAscending: boolean, lead?: SortPrefix): Order<TaskRow> {
  const beyond = isAscending ? sql`>` : sql`<`
  const direction = isAscending ? asc : desc
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
    const rest = sql`${tasks.deadline} is ${isAscending ? sql`` : sql`not`} null`
    if (deadline === NONE) {
      const last = sql`(${tasks.deadline} is null and ${next})`
      return isAscending ? last : sql`(${last} or ${rest})`
    }
    const later = sql`(${tasks.deadline}, ${tasks.id}) ${beyond} (${deadline}::timestamptz, ${id}::uuid)`
    return isAscending ? sql`(${later} or ${rest})` : later
  }
  return {
    by: [...(lead ? [direction(lead.of)] : []), direction(tasks.deadline), direction(tasks.id)],
    after: (cursor) => {
      const { value, id } = readCursor(cursor, isPlace)
      const { first, deadline } = read(value)
      const later = afterDeadline(deadline, id)
      if (!lead || !first) return later
      // The first condition lets the database use an index.
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
  // The database sorts statuses alphabetically, with `completed` first, so the orders are reversed.
  status: deadlineOrder(false, byStatus),
  '-status': deadlineOrder(true, byStatus),
}

/**
 * The matching tasks that the person may list, sorted as requested or by deadline with tasks
 * without one last. With `openFirst` and no requested order, completed tasks come after the others.
 * All of them, or a page when the filter has a limit.
 */
export async function listTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<List<Task>> {
  const where = and(await inAnyState(db, person, filter), inState(filter, now))
  const { limit, after, sort, total } = filter
  const order = !sort && filter.openFirst === 'true' ? openFirst : orders[sort ?? 'deadline']
  const query = db
    .select({ ...shape, total: total ? notCounted : totalOf(tasks, where, limit) })
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

/** The number of matching tasks that the person may list, in all and by status. */
export async function totalTasks(
  db: Db,
  person: Person,
  filter: TaskFilter,
  now: Date,
): Promise<TaskTotals> {
  const found = await inAnyState(db, person, filter)
  if (found) return totalRows(db, and(found, inState(filter, now)))
  const { status, active, overdue } = filter
  if (!overdue) return totalAll(db, { status, active })
  // The counts are by UTC day, so the tasks of the day that is not over yet are counted themselves.
  const day = now.toISOString().slice(0, 10)
  const passed = await totalAll(db, { status, active: 'true' }, lt(counts.day, day))
  const overdueToday = and(inState(filter, now), gte(tasks.deadline, new Date(day)))
  const today = await totalRows(db, overdueToday)
  return {
    total: passed.total + today.total,
    pending: passed.pending + today.pending,
    inProgress: passed.inProgress + today.inProgress,
    completed: 0,
  }
}

async function totalRows(db: Db, where: SQL | undefined): Promise<TaskTotals> {
  const [row] = await db
    .select({
      total: count(),
      pending: counted('not_started'),
      inProgress: counted('in_progress'),
      completed: counted('completed'),
    })
    .from(tasks)
    .where(where)
  return row ?? NO_TASKS
}

/** The same totals for all tasks, the tasks with a status, or the tasks not completed. */
async function totalAll(
  db: Db,
  { status, active }: Pick<TaskFilter, 'status' | 'active'>,
  where?: SQL,
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
        where,
      ),
    )
  return row ?? NO_TASKS
}
