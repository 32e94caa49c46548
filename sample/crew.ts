import type { crewAbsences, crewSchedule } from '../server/schema/crew.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { daysOf, type JobKey, jobKeys, jobOf } from './jobs.ts'
import { type PersonId, type SubKey, subs } from './people.ts'
import { entryId } from './schedule.ts'
import { lastDayOf, type Step, stepsOf } from './steps.ts'

/** From this working day on crews are booked, also for what is done meanwhile. */
const FIRST = -4
/** Up to this one the subs have answered, but for those below. */
const ANSWERED = 10

const roles: Readonly<Record<string, string>> = {
  Carpentry: 'Carpenter',
  Electrical: 'Electrician',
  'Plumbing and heating': 'Plumber',
  'Concrete and masonry': 'Mason',
  'Roofing and siding': 'Roofer',
  'Drywall and painting': 'Painter',
  'Tile and flooring': 'Tile setter',
}

/** Asked, but not answered yet. */
const unanswered: readonly [SubKey, n: number][] = [
  ['ortiz', 1],
  ['ortiz', 2],
  ['bell', 1],
  ['jensen', 1],
  ['amundsen', 3],
  ['marin', 6],
]

const declined = { by: 'bianchi', n: 4, reason: 'The van is in the shop that day.' } as const

const is = (list: readonly [SubKey, number][], by: SubKey, n: number) =>
  list.some(([sub, on]) => sub === by && on === n)

/** Whether there is a crew to book: a sub is assigned, the job goes on, and the step is not over long since. */
function isBooked(job: JobKey, step: Step): boolean {
  const goesOn = ['not_started', 'in_progress', 'on_hold'].includes(jobOf(job).status)
  const isLeft = step.status !== 'cancelled' && lastDayOf(step) >= FIRST
  return step.by !== undefined && goesOn && isLeft
}

/** Every step with a sub from last week on, day by day, and one booking that clashes with another. */
export function crewRows(calendar: Calendar, personId: PersonId) {
  const booked = jobKeys.flatMap((job) =>
    stepsOf(job)
      .filter((step) => isBooked(job, step))
      .flatMap(({ title, by, at, days }) =>
        Array.from({ length: days }, (_, n) => at + n)
          .filter((n) => n >= FIRST)
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
    const refuses = by === declined.by && n === declined.n
    const isOpen = day === clash || refuses || is(unanswered, by, n)
    return {
      id: seededId(`crew/${job}/${title}/${by}/${n}`),
      scheduleEntryId: entryId(job, title),
      subcontractorId: personId(by),
      assignedDate: daysOf(calendar, job).day(n),
      startTime: 'startTime' in day ? day.startTime : '08:00',
      endTime: '17:00',
      role: roles[subs[by].specialty ?? ''] ?? null,
      confirmed: n <= ANSWERED && !isOpen,
      declined: refuses,
      declineReason: refuses ? declined.reason : null,
      askedAt: n <= ANSWERED && isOpen ? calendar.at(-1, '15:10') : null,
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof crewSchedule.$inferInsert
  })
}

/** Who is away on which working days. */
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
