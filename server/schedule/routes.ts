import { invalid } from '@plumbline/contract/failures.ts'
import {
  clashWarnings,
  datesOutOfOrder,
  orderWarnings,
  scheduleRoutes,
  type WrittenEntry,
} from '@plumbline/contract/schedule.ts'
import type { Serve } from '../http/serve.ts'
import { holdJob } from '../jobs/queries.ts'
import * as queries from './queries.ts'
import { deleteEntry, insertEntry, type SavedEntry, updateEntry } from './writes.ts'

/** The fields after whose change the order of entries and the bookings of a sub are worth another look. */
const PLANNED = [
  'startDate',
  'endDate',
  'assignedSubcontractorId',
  'dependsOnIds',
  'blocksIds',
] as const

/** The reply to a write; somebody who is no sub rolls it back with a 400. */
function answered(
  { fits, clashes, ...entry }: SavedEntry,
  jobName: string,
  siblings: ReadonlyMap<string, queries.EntryRow>,
  change: object,
): WrittenEntry {
  if (!fits) throw invalid({ assignedSubcontractorId: 'Choose one of your subcontractors' })
  const planned = PLANNED.some((field) => field in change)
  const warnings = [
    ...orderWarnings(siblings, entry),
    ...clashWarnings(entry.assignedSubcontractorName, clashes),
  ]
  return {
    ...queries.toEntry({ ...entry, jobName }),
    addedToJob: entry.addedToJob,
    warnings: planned ? warnings : [],
  }
}

export function schedule(serve: Serve) {
  serve(scheduleRoutes.ofJob, {
    find: ({ db, person, params }) => queries.findScheduleOfJob(db, person, params.id),
    handle: async ({ subject }) => subject.entries,
  })

  serve(scheduleRoutes.list, {
    handle: ({ db, person, query }) => queries.listEntries(db, person, query),
  })

  serve(scheduleRoutes.create, {
    handle: async ({ db, person, body }) => {
      const job = await holdJob(db, body.jobId, 'no key update')
      if (!job) throw invalid({ jobId: 'Choose one of your jobs' })
      const linked = [...(body.dependsOnIds ?? []), ...(body.blocksIds ?? [])].length > 0
      const siblings = linked
        ? await queries.siblingsOf(db, job.id)
        : new Map<string, queries.EntryRow>()
      return answered(await insertEntry(db, person.id, body, siblings), job.name, siblings, body)
    },
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
      const entry = await updateEntry(db, person.id, subject, change)
      return answered(entry, subject.jobName, subject.siblings, change)
    },
  })

  serve(scheduleRoutes.remove, {
    find: ({ db, params }) => queries.lockEntry(db, params.id),
    handle: ({ db, person, subject }) => deleteEntry(db, person.id, subject),
  })

  serve(scheduleRoutes.changes, {
    find: ({ db, person, params }) => queries.findChanges(db, person, params.id),
    handle: async ({ subject }) => subject.changes,
  })

  serve(scheduleRoutes.templates, { handle: ({ db }) => queries.listTemplates(db) })
}
