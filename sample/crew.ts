import type { crewAbsences, crewSchedule } from '../server/schema/crew.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { daysOf, type JobKey, jobKeys, jobOf } from './jobs.ts'
import { type PersonId, type SubKey, subs } from './people.ts'
import { entryId } from './schedule.ts'
import { lastDayOf, type Step, stepsOf } from './steps.ts'

/** The first working day with crew days, including work that is done by now. */
const FIRST_DAY = -4
/** The last working day for which the subs have answered, except for those below. */
const LAST_ANSWERED_DAY = 10

const roles: Readonly<Record<string, string>> = {
  Carpentry: 'Carpenter',
  Electrical: 'Electrician',
  'Plumbing and heating': 'Plumber',
  'Concrete and masonry': 'Mason',
  'Roofing and siding': 'Roofer',
  'Drywall and painting': 'Painter',
  'Tile and flooring': 'Tile setter',
}

/** Crew days for which the sub was asked and has not answered yet. */
const unanswered: readonly [SubKey, n: number][] = [
  ['ortiz', 1],
  ['ortiz', 2],
  ['bell', 1],
  ['jensen', 1],
  ['amundsen', 3],
  ['marin', 6],
]

const declined = { by: 'bianchi', n: 4, reason: 'The van is in the shop that day.' } as const

const includes = (list: readonly [SubKey, number][], by: SubKey, n: number) =>
  list.some(([sub, on]) => sub === by && on === n)

/**
 * Whether a crew is booked: a sub is assigned, the job is not completed, and the step did not end
 * long ago.
 */
function isBooked(job: JobKey, step: Step): boolean {
  const isUnfinished = ['not_started', 'in_progress', 'on_hold'].includes(jobOf(job).status)
  const isRecent = step.status !== 'cancelled' && lastDayOf(step) >= FIRST_DAY
  return step.by !== undefined && isUnfinished && isRecent
}

/**
 * The crew days of every step with a sub from last week on, and one booking that clashes with
 * another.
 */
export function crewRows(calendar: Calendar, personId: PersonId) {
  const booked = jobKeys.flatMap((job) =>
    stepsOf(job)
      .filter((step) => isBooked(job, step))
      .flatMap(({ title, by, at, days }) =>
        Array.from({ length: days }, (_, n) => at + n)
          .filter((n) => n >= FIRST_DAY)
          .map((n) => ({ job, title, by: by as SubKey, n })),
      ),
  )
  // Cabinets in Elgin and a bay window in Geneva on the same afternoon.
  const clash = {
    job: 'windows',
    title: 'Bay window and exterior trim',
    by: 'kowalski',
    n: 1,
    startTime: '13:00',
  } as const
  return [...booked, clash].map((day) => {
    const { job, title, by, n } = day
    const createdAt = calendar.at(Math.min(n, 0) - 6, '14:45')
    const isDeclined = by === declined.by && n === declined.n
    const isOpen = day === clash || isDeclined || includes(unanswered, by, n)
    return {
      id: seededId(`crew/${job}/${title}/${by}/${n}`),
      scheduleEntryId: entryId(job, title),
      subcontractorId: personId(by),
      assignedDate: daysOf(calendar, job).day(n),
      startTime: 'startTime' in day ? day.startTime : '08:00',
      endTime: '17:00',
      role: roles[subs[by].specialty ?? ''] ?? null,
      confirmed: n <= LAST_ANSWERED_DAY && !isOpen,
      declined: isDeclined,
      declineReason: isDeclined ? declined.reason : null,
      askedAt: n <= LAST_ANSWERED_DAY && isOpen ? calendar.at(-1, '15:10') : null,
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof crewSchedule.$inferInsert
  })
}

/** The absences by sub, with their first and last working day. */
const absences: readonly [SubKey, first: number, last: number, reason: string | null][] = [
  ['novak', -1, -1, 'Code class in Springfield'],
  ['kowalski', 38, 39, 'Daughter’s wedding'],
]

export const absenceRows = (calendar: Calendar, personId: PersonId) =>
  absences.map(([by, first, last, reason]) => {
    const createdAt = calendar.at(-9, '09:20')
    return {
      id: seededId(`absence/${by}/${first}`),
      subcontractorId: personId(by),
      startDate: calendar.day(first),
      endDate: calendar.day(last),
      reason,
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof crewAbsences.$inferInsert
  })
