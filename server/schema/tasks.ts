import { correspondenceTypes, taskStatuses } from '@plumbline/contract/tasks.ts'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, line, moment, oneOf, prose, stamps } from '../platform/db/columns.ts'
import { wordsIndex, wordsOfColumn } from '../platform/db/search.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'

export const tasks = pgTable(
  'tasks',
  {
    id: idColumn(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    name: line('name').notNull(),
    description: prose('description'),
    status: varchar('status', { length: 20, enum: taskStatuses }).notNull().default('not_started'),
    deadline: moment('deadline'),
    nameWords: wordsOfColumn('name_words', 'name'),
    descriptionWords: wordsOfColumn('description_words', 'description'),
    ...stamps('tasks'),
  },
  (t) => [
    check('tasks_status_check', oneOf(t.status, taskStatuses)),
    // Ascending puts the tasks without a deadline last, as the lists do.
    index('tasks_deadline_idx').on(t.deadline, t.id),
    // For lists that put completed tasks last.
    index('tasks_open_first_idx').on(sql`(${t.status} = 'completed')`, t.deadline, t.id),
    index('tasks_status_idx').on(t.status, t.deadline, t.id),
    index('tasks_job_idx').on(t.jobId, t.deadline, t.id),
    // Counts a person's tasks and jobs without reading the table.
    index('tasks_assignee_job_idx').on(t.assigneeId, t.jobId, t.status),
    index('tasks_assignee_idx').on(
      t.assigneeId,
      sql`(${t.status} = 'completed')`,
      t.deadline,
      t.id,
    ),
    wordsIndex('tasks_name_words_idx', t.nameWords),
    wordsIndex('tasks_description_words_idx', t.descriptionWords),
  ],
)

/** The conversation about a task. */
export const taskCorrespondence = pgTable(
  'task_correspondence',
  {
    id: idColumn(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    message: prose('message').notNull(),
    type: varchar('type', { length: 50, enum: correspondenceTypes }).notNull().default('comment'),
    createdAt: createdAt(),
  },
  (t) => [
    index('task_correspondence_task_idx').on(t.taskId, t.createdAt, t.id),
    index('task_correspondence_user_idx').on(t.userId),
  ],
)
