import type { crewSchedule } from '../server/crew/table.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { jobKeys, jobOf } from './jobs.ts'
import { type PersonId, type SubKey, subs } from './people.ts'
import { entryId } from './schedule.ts'
import { stepsOf } from './steps.ts'

/** The working days around today for which crews are booked. */
const FIRST = -4
const LAST = 6

const roles: Readonly<Record<string, string>> = {
  Carpentry: 'Carpenter',
  Electrical: 'Electrician',
  'Plumbing and heating': 'Plumber',
  'Concrete and masonry': 'Mason',
  'Roofing and siding': 'Roofer',
  'Drywall and painting': 'Painter',
  'Tile and flooring': 'Tile setter',
}

/** Booked, but not confirmed yet. */
const open: readonly [SubKey, n: number][] = [
  ['ortiz', 1],
  ['ortiz', 2],
  ['bell', 1],
  ['jensen', 1],
  ['marin', 6],
]

/** Every booked step near today, day by day, and one booking that clashes with another. */
export function crewRows(calendar: Calendar, personId: PersonId) {
  const underWay = jobKeys.filter((job) => ['in_progress', 'on_hold'].includes(jobOf(job).status))
  const booked = underWay.flatMap((job) =>
    stepsOf(job).flatMap(({ title, by, at, days, status }) =>
      by === undefined || status !== undefined
        ? []
        : Array.from({ length: days }, (_, n) => at + n)
            .filter((n) => n >= FIRST && n <= LAST)
            .map((n) => ({ job, title, by, n })),
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
    return {
      id: seededId(`crew/${job}/${title}/${by}/${n}`),
      scheduleEntryId: entryId(job, title),
      subcontractorId: personId(by),
      assignedDate: calendar.day(n),
      startTime: 'startTime' in day ? day.startTime : '08:00',
      endTime: '17:00',
      role: roles[subs[by].specialty ?? ''] ?? null,
      confirmed: day !== clash && !open.some(([sub, on]) => sub === by && on === n),
      createdAt,
      updatedAt: createdAt,
    } satisfies typeof crewSchedule.$inferInsert
  })
}
