import type { jobSubcontractors } from '../server/schema/jobs.ts'
import type { Calendar } from './calendar.ts'
import { crewRows } from './crew.ts'
import { seededId } from './deterministic.ts'
import { daysOf, jobId, jobKeys, jobOf } from './jobs.ts'
import { joinStamps, type PersonId, type SubKey, subs } from './people.ts'
import { entryRows } from './schedule.ts'
import { taskRows } from './tasks.ts'

/** Subs with a task, an entry or a crew day of a job are assigned to that job. */
export function staffRows(calendar: Calendar, personId: PersonId) {
  const entries = entryRows(calendar, personId)
  const jobOfEntry = new Map(entries.map((entry) => [entry.id, entry.jobId]))
  const assigned = new Set([
    ...entries.map((entry) => `${entry.jobId} ${entry.assignedSubcontractorId}`),
    ...taskRows(calendar, personId).map((task) => `${task.jobId} ${task.assigneeId}`),
    ...crewRows(calendar, personId).map(
      (day) => `${jobOfEntry.get(day.scheduleEntryId)} ${day.subcontractorId}`,
    ),
  ])
  return jobKeys.flatMap((job) => {
    const staffedAt = daysOf(calendar, job).at(jobOf(job).days[0] + 1, '11:30')
    return (Object.keys(subs) as SubKey[])
      .filter((sub) => assigned.has(`${jobId(job)} ${personId(sub)}`))
      .map((sub) => {
        const joinedAt = joinStamps(calendar, subs[sub].since).createdAt
        return {
          id: seededId(`staff/${job}/${sub}`),
          jobId: jobId(job),
          subcontractorId: personId(sub),
          createdAt: new Date(Math.max(joinedAt.getTime(), staffedAt.getTime())),
        } satisfies typeof jobSubcontractors.$inferInsert
      })
  })
}
