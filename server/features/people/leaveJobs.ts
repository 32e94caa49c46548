import { Failure } from '@plumbline/contract/failures.ts'
import { jobRoutes } from '@plumbline/contract/jobs.ts'
import { eventOf, publish } from '../../events/publish.ts'
import type { Serve } from '../../http/serve.ts'
import type { Db } from '../../platform/db/handle.ts'
import { deleteUpcomingDays } from '../crew/queries.ts'
import { deleteJobSubcontractors, isOnJob, personName } from '../jobs/people.ts'
import { findJob } from '../jobs/queries.ts'
import { peopleChanged, recordSubs } from '../jobs/service.ts'
import { insertChanges, unassignEntries } from '../schedule/queries.ts'
import { insertLines, unassignTasks } from '../tasks/queries.ts'

/**
 * Removes a person from one job, which must be locked, or from all of theirs, in which case the
 * person must be locked. Their open tasks and entries there are unassigned and their upcoming crew
 * days deleted. Finished work stays assigned to them. Task conversations and schedule histories
 * record it: `why` completes a sentence that starts with their name, such as
 * `was taken off the job`.
 */
export async function unassign(
  db: Db,
  actorId: string,
  userId: string,
  { jobId, why, now }: { jobId?: string; why: string; now: Date },
) {
  const name = await personName(db, userId)
  const leftJobIds = await deleteJobSubcontractors(db, userId, jobId)
  const openTasks = await unassignTasks(db, userId, jobId)
  const openEntries = await unassignEntries(db, userId, jobId)
  await deleteUpcomingDays(db, userId, { jobId, now })
  await insertLines(
    db,
    openTasks.map(({ id }) => ({
      taskId: id,
      userId: actorId,
      type: 'assignee',
      message: `${name} ${why} and is no longer assigned`,
    })),
  )
  await insertChanges(
    db,
    openEntries.map((entry) => ({
      scheduleEntryId: entry.id,
      jobId: entry.jobId,
      changedById: actorId,
      changeType: 'assignedSubcontractorId',
      oldValue: name,
      reason: `${name} ${why}`,
    })),
  )
  await publish(
    db,
    actorId,
    ...leftJobIds.map((id) => ({ ...peopleChanged(id), detail: { audience: userId } })),
    ...openTasks.map((task) => eventOf('task.changed', task)),
    ...openEntries.map((entry) => ({
      ...eventOf('schedule.changed', entry),
      // Clients learn nothing of internal entries.
      ...(entry.internal && { readers: 'crew' as const }),
    })),
  )
}

/** Taking a sub off one job. */
export function leaveJobs(serve: Serve) {
  serve(jobRoutes.removeSubcontractor, {
    find: ({ db, person, params }) => findJob(db, person, params.id, { lock: true }),
    handle: async ({ db, person, subject, params, now, request }) => {
      if (!(await isOnJob(db, subject.id, params.userId))) throw new Failure('notFound')
      await unassign(db, person.id, params.userId, {
        jobId: subject.id,
        why: 'was taken off the job',
        now,
      })
      const removed = { jobIds: [subject.id], subIds: [params.userId] }
      await recordSubs(db, request, 'job.subRemoved', removed)
    },
  })
}
