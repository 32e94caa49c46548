import { z } from 'zod'
import { isDay, moment } from './dates.ts'
import { doneLast, misspelledToo, type OrderOf, ordersOf, pageQuery, uncounted } from './page.ts'
import { route } from './route.ts'
import { id, line, optionalId, optionalText, severalIds, text } from './text.ts'

export const taskStatuses = ['not_started', 'in_progress', 'completed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/**
 * The types of lines in a task's conversation: comments, and lines added automatically when
 * something changes.
 */
export const correspondenceTypes = ['comment', 'status', 'assignee', 'deadline'] as const
export type CorrespondenceType = (typeof correspondenceTypes)[number]

const status = z.enum(taskStatuses, 'Choose a status')
const INVALID_DEADLINE = 'Enter a date, or a date and time'

/** The status after this one; undefined after the last. */
export function nextStep(from: TaskStatus): TaskStatus | undefined {
  return taskStatuses[taskStatuses.indexOf(from) + 1]
}

/** The status before this one; undefined before the first. */
export function previousStep(from: TaskStatus): TaskStatus | undefined {
  return taskStatuses[taskStatuses.indexOf(from) - 1]
}

/** The number of minutes in which the assignee of a task may undo their own last step. */
export const STEP_UNDO_MINUTES = 5

/**
 * A deadline: a moment, or a calendar day until 23:59:59 in the company's time zone; empty and null
 * are none.
 */
const deadline = z.union(
  [
    z.literal('').transform(() => null),
    z.null(),
    z.string().refine(isDay, INVALID_DEADLINE),
    moment,
  ],
  INVALID_DEADLINE,
)

export const Task = z.object({
  id,
  jobId: id,
  jobName: z.string(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  status,
  deadline: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Task = z.infer<typeof Task>

/** A task after a write. */
export const WrittenTask = z.object({
  ...Task.shape,
  /** Whether this write added the assignee to the job. */
  addedToJob: z.boolean(),
})
export type WrittenTask = z.infer<typeof WrittenTask>

/** The maximum length of a task's name, in characters. */
export const MAX_TASK_NAME = 200

const fields = {
  name: line(MAX_TASK_NAME, 'Name is required'),
  description: optionalText(10_000).optional(),
  assigneeId: optionalId.optional(),
  status: status.optional(),
  deadline: deadline.optional(),
}

export const NewTask = z.object({ jobId: id, ...fields }, 'Send the task as an object')
export type NewTask = z.output<typeof NewTask>

/** The most tasks one request may create. */
export const MAX_TASKS = 100

/** Several tasks of one job, given by name, all for one person or for nobody. */
export const NewTasks = z.object(
  {
    jobId: id,
    tasks: z
      .array(z.object({ name: fields.name }, 'Send each task as an object'), 'Send a list of tasks')
      .min(1, 'Add at least one task')
      .max(MAX_TASKS, `At most ${MAX_TASKS} tasks`),
    assigneeId: fields.assigneeId,
  },
  'Send jobId and tasks',
)
export type NewTasks = z.output<typeof NewTasks>

/** Tasks after their creation. */
export const CreatedTasks = z.object({
  tasks: z.array(Task),
  /** Whether this write added the assignee to the job. */
  addedToJob: z.boolean(),
})
export type CreatedTasks = z.infer<typeof CreatedTasks>

/** Only the fields sent are changed; a task stays on its job. */
export const TaskChange = z.object(
  { ...fields, jobId: id.optional(), name: fields.name.optional() },
  'Send the change as an object',
)
export type TaskChange = z.output<typeof TaskChange>

/** The most tasks one request may change. */
export const MAX_TASKS_CHANGED = 1000

/**
 * One change of several tasks: their status, their assignee (null for nobody), or their deadline
 * (null for none).
 */
export const TasksChange = z
  .object(
    {
      ids: severalIds('tasks', MAX_TASKS_CHANGED),
      status: fields.status,
      assigneeId: fields.assigneeId,
      deadline: fields.deadline,
    },
    'Send the change as an object',
  )
  .refine(
    ({ ids: _, ...change }) =>
      Object.values(change).filter((one) => one !== undefined).length === 1,
    { path: ['status'], message: 'Choose a status, an assignee or a deadline' },
  )
export type TasksChange = z.output<typeof TasksChange>

/** The number of tasks changed, and the number of jobs the assignee was added to. */
const ChangedTasks = z.object({ changed: z.number().int(), joinedJobs: z.number().int() })
export type ChangedTasks = z.infer<typeof ChangedTasks>

/** The sort keys of a list of tasks. */
const taskSorts = ['deadline', 'status'] as const
export type TaskOrder = OrderOf<(typeof taskSorts)[number]>
export const taskOrders = ordersOf(taskSorts)

export const TaskFilter = z.object({
  ...pageQuery,
  ...uncounted,
  ...misspelledToo,
  ...doneLast,
  status: status.optional(),
  /** Only tasks that are not completed. */
  active: z.literal('true', 'active is true or absent').optional(),
  jobId: id.optional(),
  assigneeId: id.optional(),
  /** `true` for the tasks assigned to the requester. */
  mine: z.enum(['true', 'false'], 'mine is true or false').optional(),
  /** Only tasks that are not completed and past their deadline. */
  overdue: z.literal('true', 'overdue is true or absent').optional(),
  /**
   * By deadline by default; tasks without one come after all deadlines. Tasks of one status are
   * sorted by deadline, too.
   */
  sort: z.enum(taskOrders, 'Not a valid order').optional(),
})
export type TaskFilter = z.output<typeof TaskFilter>

/** The number of matching tasks, in total and by status. */
export const TaskTotals = z.object({
  total: z.number().int(),
  /** Not started. */
  pending: z.number().int(),
  inProgress: z.number().int(),
  completed: z.number().int(),
})
export type TaskTotals = z.infer<typeof TaskTotals>

/** One line of a task's conversation. */
export const TaskLine = z.object({
  id,
  taskId: id,
  userId: id,
  userName: z.string(),
  type: z.enum(correspondenceTypes),
  message: z.string(),
  createdAt: z.iso.datetime(),
})
export type TaskLine = z.infer<typeof TaskLine>

/** The maximum length of a comment, in characters. */
export const MAX_COMMENT = 4000

export const taskRoutes = {
  ofJob: route({
    method: 'GET',
    path: '/api/jobs/:id/tasks',
    summary: 'The tasks of a job, by deadline, none last',
    may: 'task.read',
    about: ['task'],
    keep: true,
    reply: z.array(Task),
  }),
  list: route({
    method: 'GET',
    path: '/api/tasks',
    summary: 'All tasks for an admin, their own for a sub; by deadline, none last, or sorted',
    may: 'task.list',
    about: ['task'],
    keep: true,
    query: TaskFilter,
    reply: z.array(Task),
  }),
  totals: route({
    method: 'GET',
    path: '/api/task-totals',
    summary: 'The counts of a filtered task list',
    may: 'task.list',
    about: ['task'],
    keep: true,
    query: TaskFilter,
    reply: TaskTotals,
  }),
  one: route({
    method: 'GET',
    path: '/api/tasks/:id',
    summary: 'One task',
    may: 'task.read',
    about: ['task'],
    keep: true,
    reply: Task,
  }),
  create: route({
    method: 'POST',
    path: '/api/tasks',
    summary: 'Create a task; a sub it is assigned to joins the job',
    may: 'task.create',
    body: NewTask,
    reply: WrittenTask,
    status: 201,
  }),
  createSeveral: route({
    method: 'POST',
    path: '/api/tasks/bulk',
    summary: 'Create tasks of one job by their names; a sub they are assigned to joins the job',
    may: 'task.create',
    body: NewTasks,
    reply: CreatedTasks,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/tasks/:id',
    summary: 'Change the fields sent; a sub may only advance the status of their own task',
    may: 'task.update',
    body: TaskChange,
    reply: WrittenTask,
    fails: ['invalidStatusChange', 'stale'],
  }),
  updateSeveral: route({
    method: 'POST',
    path: '/api/tasks/change',
    summary: 'Change one field of several tasks; a sub they are assigned to joins their jobs',
    may: 'task.create',
    body: TasksChange,
    reply: ChangedTasks,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/tasks/:id',
    summary: 'Delete a task with its conversation',
    may: 'task.delete',
    reply: z.void(),
    status: 204,
  }),
  conversation: route({
    method: 'GET',
    path: '/api/tasks/:id/correspondence',
    summary: 'Comments on a task and what happened to it, oldest first',
    may: 'task.read',
    about: ['task', 'comment'],
    keep: true,
    reply: z.array(TaskLine),
  }),
  comment: route({
    method: 'POST',
    path: '/api/tasks/:id/correspondence',
    summary: 'Comment on a task',
    may: 'task.comment',
    body: z.object({ message: text(MAX_COMMENT, 'Write a comment') }, 'Send message'),
    reply: TaskLine,
    status: 201,
  }),
}
