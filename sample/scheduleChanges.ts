import type {
  scheduleChanges,
  scheduleMoveJobs,
  scheduleMoves,
  weatherDays,
} from '../server/schema/schedule.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { type JobKey, jobId } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import type { PersonId, PersonKey } from './people.ts'
import { entryId } from './schedule.ts'
import { lastDayOf, stepOf, stepsOf } from './steps.ts'

/**
 * Changes of the schedules: job, step, author with day and time, the change, reason. `dates` gives
 * the first and last day that the step had before; another field its value before and after, people
 * by name.
 */
const changes = parseTable(`
  kitchen | Cabinet delivery | thiel -9 10:20 | dates: -5 > -5 | The truck broke down in Rockford
  kitchen | Cabinet install | thiel -9 10:24 | dates: -4 > 0 | Follows the cabinets
  kitchen | Countertop | thiel -9 10:31 | dates: 7 > 8 | Six working days after the template
  kitchen | Rough-in inspection | thiel -7 14:05 | status: scheduled > completed | Passed
  roof | Sheathing inspection | thiel -20 08:15 | dates: -20 > -20 | The inspector is out sick and nobody stands in
  roof | Flashing and valleys | thiel -1 07:50 | status: scheduled > delayed | Waits for the inspection
  basement | Drywall | park -31 09:40 | dates: -30 > -22 | Beam pocket had to be reframed first
  basement | Rough-in inspection | park -33 15:30 | status: delayed > completed | Passed at the second visit
  basement | Paint, lower level | park -5 12:10 | dates: -4 > -1 | The painters finish the kitchen on Alder Court first
  addition | Footings | thiel -4 06:55 | dates: -3 > -1 | Rain filled the trench
  dormer | Rough-in inspection | owner -3 11:45 | dates: -1 > -1 | The city moved it
  windows | Bay window and exterior trim | park -6 16:40 | assignedSubcontractorId: Tom Kowalski > Ruth Amundsen | Tom is needed on the cabinets
  garage | Wall framing | thiel -8 13:20 | dates: -4 > 0 | The truss plant is a week behind
  sunroom | Window package | owner -14 10:05 | dates: -12 > -12 | The factory moved its date
  sunroom | Masonry chimney | owner -11 17:15 | status: scheduled > cancelled | The owners chose an electric fireplace
  office | Drywall | owner -1 09:25 | assignedSubcontractorId: Terrence Bell > Sofia Marin | Terrence is full until the dormer is done
  porch | Porch roof | park -1 15:50 | percentComplete: 50 > 75
`).map(([job = '', title = '', head = '', what = '', reason = '']) => {
  const [by = '', day = '', time = ''] = head.split(' ')
  const [field = '', values = ''] = what.split(': ')
  const [from = '', to = ''] = values.split(' > ')
  return {
    job: job as JobKey,
    title,
    by: by as PersonKey,
    day: Number(day),
    time,
    field,
    from,
    to,
    reason: reason || null,
  }
})

/** The rows of the changes, one for each field. */
export function changeRows(calendar: Calendar, personId: PersonId) {
  return changes.flatMap(({ job, title, by, day, time, field, from, to, reason }) => {
    const step = stepOf(job, title)
    const fields: [type: string, before: string, after: string][] =
      field === 'dates'
        ? [
            ['startDate', calendar.day(Number(from)), calendar.day(step.at)],
            ['endDate', calendar.day(Number(to)), calendar.day(lastDayOf(step))],
          ]
        : [[field, from, to]]
    return fields.map(
      ([changeType, oldValue, newValue]) =>
        ({
          id: seededId(`change/${job}/${title}/${changeType}`),
          jobId: jobId(job),
          scheduleEntryId: entryId(job, title),
          changedById: personId(by),
          changeType,
          oldValue,
          newValue,
          reason,
          moveId: field === 'dates' ? moveId(job, title) : null,
          createdAt: calendar.at(day, time),
        }) satisfies typeof scheduleChanges.$inferInsert,
    )
  })
}

const moveId = (job: JobKey, title: string) => seededId(`move/${job}/${title}`)

/** The moves, with the working days by which each delayed its job: as many as its entry. */
export const moves = changes
  .filter(({ field }) => field === 'dates')
  .map((move) => {
    const step = stepOf(move.job, move.title)
    return { ...move, at: step.at, days: lastDayOf(step) - Number(move.to) }
  })

/** A move for each entry whose dates were changed. */
export const moveRows = (calendar: Calendar, personId: PersonId) =>
  moves.map(
    ({ job, title, by, day, time, reason }) =>
      ({
        id: moveId(job, title),
        movedById: personId(by),
        reason,
        createdAt: calendar.at(day, time),
      }) satisfies typeof scheduleMoves.$inferInsert,
  )

/** The effect of each move on the finish of its job. */
export const moveJobRows = (calendar: Calendar) =>
  moves.map(({ job, title, days }, n) => {
    const later = moves.slice(n + 1).filter((move) => move.job === job)
    const lastDay = Math.max(...stepsOf(job).map(lastDayOf))
    const finish = lastDay - later.reduce((sum, move) => sum + move.days, 0)
    return {
      moveId: moveId(job, title),
      jobId: jobId(job),
      finishBefore: calendar.day(finish - days),
      finishAfter: calendar.day(finish),
    } satisfies typeof scheduleMoveJobs.$inferInsert
  })

/** The day on which rain filled the trench. */
export const weatherRows = (calendar: Calendar, personId: PersonId) => [
  {
    day: calendar.day(-4),
    markedById: personId('thiel'),
    createdAt: calendar.at(-4, '06:50'),
  } satisfies typeof weatherDays.$inferInsert,
]

/** An event for each entry whose dates were moved. */
export const changeEvents = (calendar: Calendar, personId: PersonId) =>
  moves.map(({ job, title, by, day, time }) => {
    const step = stepOf(job, title)
    const [startDate, endDate] = [calendar.day(step.at), calendar.day(lastDayOf(step))]
    return {
      name: 'schedule.dates' as const,
      subjectId: entryId(job, title),
      jobId: jobId(job),
      detail: { title, startDate, endDate },
      actorId: personId(by),
      createdAt: calendar.at(day, time),
    }
  })
