import { invalid } from '@plumbline/contract/failures.ts'
import { taskRoutes, type WrittenTask } from '@plumbline/contract/tasks.ts'
import type { Serve } from '../http/serve.ts'
import { holdJob } from '../jobs/queries.ts'
import { record } from '../live/record.ts'
import * as queries from './queries.ts'
import { requireChange } from './rules.ts'
import { insertTask, type SavedTask, updateTask } from './writes.ts'

/** The reply to a write; an assignee who may not be given tasks rolls it back with a 400. */
function answered({ fits, ...task }: SavedTask, jobName: string): WrittenTask {
  if (!fits) throw invalid({ assigneeId: 'Choose one of your subcontractors or admins' })
  return { ...queries.toTask({ ...task, jobName }), addedToJob: task.addedToJob }
}

/** A task that brought somebody onto the job changes its people as well. */
function eventsOf(name: 'task.created' | 'task.changed', { id, jobId, addedToJob }: WrittenTask) {
  const people = addedToJob ? ([{ name: 'job.people', subjectId: jobId, jobId }] as const) : []
  return [{ name, subjectId: id, jobId }, ...people]
}

export function tasks(serve: Serve) {
  serve(taskRoutes.ofJob, {
    find: ({ db, person, params }) => queries.findTasksOfJob(db, person, params.id),
    handle: async ({ subject }) => subject.tasks,
  })

  serve(taskRoutes.list, {
    handle: ({ db, person, query }) => queries.listTasks(db, person, query),
  })

  serve(taskRoutes.totals, {
    handle: ({ db, person, query }) => queries.totalTasks(db, person, query),
  })

  serve(taskRoutes.one, {
    find: ({ db, person, params }) => queries.findTask(db, person, params.id),
    handle: async ({ subject }) => queries.toTask(subject),
  })

  serve(taskRoutes.create, {
    handle: async ({ db, person, body }) => {
      const job = await holdJob(db, body.jobId, 'key share')
      if (!job) throw invalid({ jobId: 'Choose one of your jobs' })
      const task = answered(await insertTask(db, body, job.timeZone), job.name)
      await record(db, person.id, ...eventsOf('task.created', task))
      return task
    },
  })

  serve(taskRoutes.update, {
    find: ({ db, person, params }) => queries.lockTask(db, person, params.id),
    handle: async ({ db, person, subject, body }) => {
      requireChange(person, subject, body)
      const { jobId: _, ...change } = body
      if (Object.keys(change).length === 0) return { ...queries.toTask(subject), addedToJob: false }
      const task = answered(await updateTask(db, person.id, subject, change), subject.jobName)
      await record(db, person.id, ...eventsOf('task.changed', task))
      return task
    },
  })

  serve(taskRoutes.remove, {
    find: ({ db, person, params }) => queries.lockTask(db, person, params.id),
    handle: async ({ db, person, subject }) => {
      await queries.deleteTask(db, subject.id)
      await record(db, person.id, {
        name: 'task.deleted',
        subjectId: subject.id,
        jobId: subject.jobId,
      })
    },
  })

  serve(taskRoutes.conversation, {
    find: ({ db, person, params }) => queries.findConversation(db, person, params.id),
    handle: async ({ subject }) => subject.lines,
  })

  serve(taskRoutes.comment, {
    find: ({ db, person, params }) => queries.lockTask(db, person, params.id),
    handle: async ({ db, person, subject, body }) => {
      const line = await queries.insertComment(db, subject.id, person.id, body.message)
      await record(db, person.id, {
        name: 'task.comment',
        subjectId: subject.id,
        jobId: subject.jobId,
      })
      return line
    },
  })
}
