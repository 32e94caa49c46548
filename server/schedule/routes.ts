import { invalid } from '@plumbline/contract/failures.ts'
import { keyDateRoutes } from '@plumbline/contract/keyDates.ts'
import { datesOutOfOrder, scheduleRoutes } from '@plumbline/contract/schedule.ts'
import type { Serve } from '../http/serve.ts'
import { findJob } from '../jobs/queries.ts'
import * as history from './history.ts'
import { listKeyDates } from './keyDates.ts'
import * as queries from './queries.ts'
import { changeEntry, createEntry, deleteEntry } from './service.ts'

export function schedule(serve: Serve) {
  serve(scheduleRoutes.ofJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, person, subject }) => queries.listEntries(db, person, { jobId: subject.id }),
  })

  serve(scheduleRoutes.list, {
    handle: ({ db, person, query }) => queries.listEntries(db, person, query),
  })

  serve(scheduleRoutes.plan, {
    handle: ({ db, person, query }) => queries.readPlan(db, person, query),
  })

  serve(scheduleRoutes.one, {
    find: ({ db, person, params }) => queries.findEntry(db, person, params.id),
    handle: async ({ subject }) => subject.entry,
  })

  serve(scheduleRoutes.create, {
    handle: ({ db, person, body }) => createEntry(db, person.id, body),
  })

  serve(scheduleRoutes.update, {
    find: ({ db, params }) => queries.lockEntry(db, params.id),
    handle: async ({ db, person, subject, body }) => {
      const { jobId, ...change } = body
      if (jobId !== undefined && jobId !== subject.jobId)
        throw invalid({ jobId: 'An entry stays on its job' })
      const problem = datesOutOfOrder(subject, change)
      if (problem) throw invalid(problem)
      const { reason: _, ...fields } = change
      if (Object.keys(fields).length === 0)
        return { ...queries.toEntry(subject), addedToJob: false, warnings: [] }
      return changeEntry(db, person.id, subject, change)
    },
  })

  serve(scheduleRoutes.remove, {
    find: ({ db, params }) => queries.lockEntry(db, params.id),
    handle: ({ db, person, subject }) => deleteEntry(db, person.id, subject),
  })

  serve(scheduleRoutes.changes, {
    find: ({ db, person, params }) => history.findChanges(db, person, params.id),
    handle: async ({ subject }) => subject.changes,
  })

  serve(scheduleRoutes.changesOfJob, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject, query }) => history.listChangesOfJob(db, subject.id, query),
  })

  serve(scheduleRoutes.daysLost, {
    find: ({ db, person, params }) => findJob(db, person, params.id),
    handle: ({ db, subject }) => history.daysLost(db, subject.id),
  })

  serve(keyDateRoutes.list, {
    handle: ({ db, person, query }) => listKeyDates(db, person, query),
  })
}
