import type { scheduleBaselines, scheduleEntries } from '../server/schema/schedule.ts'
import type { Calendar } from './calendar.ts'
import { type JobKey, jobId } from './jobs.ts'
import type { PersonId } from './people.ts'
import { entryId } from './schedule.ts'
import { moves } from './scheduleChanges.ts'
import { lastDayOf, type Step, stepsOf } from './steps.ts'

/** The jobs whose schedule was saved as a baseline before anything moved. */
const promised: readonly JobKey[] = ['kitchen', 'addition', 'basement']

/**
 * The working days by which moves of a job have delayed a step: its own move, and those of the
 * steps before it.
 */
const daysLate = (job: JobKey, { at }: Step) =>
  moves.reduce((sum, move) => sum + (move.job === job && move.at <= at ? move.days : 0), 0)

/** The entries with their promised days. */
export function withBaselines(
  calendar: Calendar,
  rows: readonly (typeof scheduleEntries.$inferInsert)[],
) {
  const days = new Map(
    promised.flatMap((job) =>
      stepsOf(job)
        .filter(({ status }) => status !== 'cancelled')
        .map((step) => {
          const late = daysLate(job, step)
          const promise = {
            baselineStartDate: calendar.day(step.at - late),
            baselineEndDate: calendar.day(lastDayOf(step) - late),
          }
          return [entryId(job, step.title), promise] as const
        }),
    ),
  )
  return rows.map((row) => ({ ...row, ...days.get(row.id ?? '') }))
}

export const baselineRows = (calendar: Calendar, personId: PersonId) =>
  promised.map((job) => {
    const last = Math.max(...stepsOf(job).map((step) => lastDayOf(step) - daysLate(job, step)))
    return {
      jobId: jobId(job),
      finish: calendar.day(last),
      keptById: personId('owner'),
      createdAt: calendar.at(-40, '09:00'),
    } satisfies typeof scheduleBaselines.$inferInsert
  })
