import type { events } from '../server/schema/live.ts'
import type { scheduleDependencies, scheduleEntries } from '../server/schema/schedule.ts'
import type { Calendar, Days } from './calendar.ts'
import { seededId, seededInt } from './deterministic.ts'
import { daysOf, type JobKey, jobId, jobKeys, jobOf } from './jobs.ts'
import type { PersonId } from './people.ts'
import { lastDayOf, type Step, stepsOf } from './steps.ts'

export const entryId = (job: JobKey, title: string) => seededId(`entry/${job}/${title}`)

/** The notes on a step for the office and the subs, by its title. */
const crewNotes: Partial<Record<JobKey, Readonly<Record<string, string>>>> = {
  kitchen: {
    'Cabinet install':
      'The drive stays free for the countertop truck. No boots past the dust wall.',
    'Our own punch list': 'Bring the touch-up paint from the basement and a bright lamp.',
  },
  deck: { Footings: 'The septic cover is under the leaves by the maple. No wheels on it.' },
}

/** The status of a step, by its days unless it has its own. */
function statusOf(step: Step, job: JobKey) {
  if (step.status) return step.status
  if (jobOf(job).status === 'completed' || lastDayOf(step) < 0) return 'completed'
  return step.at <= 0 ? 'in_progress' : 'scheduled'
}

export function entryRows(calendar: Calendar, personId: PersonId) {
  return jobKeys.flatMap((job) => {
    const days = daysOf(calendar, job)
    return stepsOf(job).map((step) => ({
      id: entryId(job, step.title),
      jobId: jobId(job),
      title: step.title,
      description: step.text,
      scheduleType: step.type,
      startDate: days.day(step.at),
      endDate: days.day(lastDayOf(step)),
      estimatedHours: step.hours,
      assignedSubcontractorId: step.by ? personId(step.by) : null,
      priority: step.priority,
      weatherDependent: step.outdoors,
      indoorWork: !step.outdoors,
      internal: step.internal,
      notes: crewNotes[job]?.[step.title] ?? null,
      dateFixed: step.fixed,
      ...progressOf(step, job, days),
    })) satisfies NewEntry[]
  })
}

/** Each step depends on the one before it, or on those it names. */
export function dependencyRows() {
  return jobKeys.flatMap((job) => {
    return stepsOf(job).flatMap((step) =>
      step.after.map((title) => ({
        jobId: jobId(job),
        entryId: entryId(job, step.title),
        dependsOnId: entryId(job, title),
        lagDays: step.lag,
      })),
    )
  }) satisfies (typeof scheduleDependencies.$inferInsert)[]
}

type NewEntry = typeof scheduleEntries.$inferInsert

/** The progress of a step so far. */
function progressOf(step: Step, job: JobKey, days: Days) {
  const status = statusOf(step, job)
  const createdAt = days.at(jobOf(job).days[0] + 1, '11:30')
  const started = { status, actualStartDate: days.day(step.at), createdAt }
  if (status === 'completed') {
    const actualHours =
      Math.round(step.hours * seededInt(`hours/${job}/${step.title}`, 85, 120) * 0.02) / 2
    const actualEndDate = days.day(lastDayOf(step))
    const updatedAt = days.at(lastDayOf(step), '16:20')
    return {
      ...started,
      percentComplete: 100,
      actualEndDate,
      actualHours,
      completionNotes: step.completionNotes,
      updatedAt,
    }
  }
  if (status === 'in_progress')
    return { ...started, percentComplete: step.percent, updatedAt: days.at(-1, '16:20') }
  return { status, percentComplete: 0, createdAt, updatedAt: createdAt }
}

/** An event for each completed entry. */
export const entryEvents = (calendar: Calendar, personId: PersonId) =>
  entryRows(calendar, personId)
    .filter(({ status }) => status === 'completed')
    .map(
      ({ id, jobId, title, updatedAt }) =>
        ({
          name: 'schedule.finished',
          subjectId: id,
          jobId,
          detail: { title },
          actorId: personId('owner'),
          createdAt: updatedAt,
        }) satisfies typeof events.$inferInsert,
    )
