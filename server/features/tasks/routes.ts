import { previousStep, taskRoutes } from '@plumbline/contract/tasks.ts'
import { eventOf, publish } from '../../events/publish.ts'
import { deleted, recordAudit } from '../../events/recordAudit.ts'
import type { Serve } from '../../http/serve.ts'
import { findJob } from '../jobs/queries.ts'
import { recordJoined, recordSubs } from '../jobs/service.ts'
import { insertComment, listComments, tookLastStep } from './comments.ts'
import { listTasks, totalTasks } from './list.ts'
import * as queries from './queries.ts'
import { requireChange } from './rules.ts'
import { changeTask, changeTasks, createTask, createTasks } from './service.ts'

export function routes(serve: Serve) {
  serve(taskRoutes.ofJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject }) => queries.listTasksOfJob(db, subject.id),
  })

  serve(taskRoutes.list, {
    handle: ({ db, person, query, now }) => listTasks(db, person, query, now),
  })

  serve(taskRoutes.totals, {
    handle: ({ db, person, query, now }) => totalTasks(db, person, query, now),
  })

  serve(taskRoutes.one, {
    find: ({ db, person, params }) => queries.findTask(db, person, params.id),
    handle: async ({ subject }) => queries.toTask(subject),
  })

  serve(taskRoutes.create, {
    handle: async ({ db, person, body, request }) => {
      const task = await createTask(db, person.id, body)
      await recordJoined(db, request, { ...task, subId: task.assigneeId })
      return task
    },
  })

  serve(taskRoutes.createSeveral, {
    handle: async ({ db, person, body, request }) => {
      const created = await createTasks(db, person.id, body)
      const { jobId, assigneeId } = body
      await recordJoined(db, request, { ...created, jobId, subId: assigneeId })
      return created
    },
  })

  serve(taskRoutes.update, {
    find: ({ db, person, params }) => queries.lockTask(db, person, params.id),
    handle: async ({ db, person, subject, body, request, now }) => {
      const isBack = person.role !== 'admin' && body.status === previousStep(subject.status)
      const isOwnStep = isBack && (await tookLastStep(db, subject.id, person.id, now))
      requireChange(person, { ...subject, isOwnStep }, body)
      const { jobId: _, ...change } = body
      if (Object.keys(change).length === 0) return { ...queries.toTask(subject), addedToJob: false }
      const task = await changeTask(db, person.id, subject, change)
      await recordJoined(db, request, { ...task, subId: task.assigneeId })
      return task
    },
  })

  serve(taskRoutes.updateSeveral, {
    handle: async ({ db, person, body, request }) => {
      const { changed, jobIds } = await changeTasks(db, person.id, body)
      const subIds = body.assigneeId ? [body.assigneeId] : []
      await recordSubs(db, request, 'job.subAdded', { jobIds, subIds })
      return { changed, joinedJobs: jobIds.length }
    },
  })

  serve(taskRoutes.remove, {
    find: ({ db, person, params }) => queries.lockTask(db, person, params.id),
    handle: async ({ db, person, subject, request }) => {
      await queries.deleteTask(db, subject.id)
      await recordAudit(db, request, deleted('task', subject.id, subject.name))
      await publish(db, person.id, eventOf('task.deleted', subject))
    },
  })

  serve(taskRoutes.conversation, {
    find: ({ db, person, params }) => queries.findTask(db, person, params.id),
    handle: ({ db, subject }) => listComments(db, subject.id),
  })

  serve(taskRoutes.comment, {
    find: ({ db, person, params }) => queries.holdTask(db, person, params.id),
    handle: async ({ db, person, subject, body }) => {
      const line = await insertComment(db, subject.id, person.id, body.message)
      await publish(db, person.id, eventOf('task.comment', subject))
      return line
    },
  })
}
