import { crewHours } from '@plumbline/contract/crewDays.ts'
import { dayIn } from '@plumbline/contract/dates.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { isOpenEntry, PLAN_LIMIT, type ScheduleStatus } from '@plumbline/contract/schedule.ts'
import type { ScheduleDay } from '@plumbline/contract/scheduleWeek.ts'
import { type WorkCalendar, workCalendar } from '@plumbline/contract/workdays.ts'
import { and, asc, eq, gt, not, sql } from 'drizzle-orm'
import { defaultWeek, findCompany } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { isCrew } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { byStart, matching } from './queries.ts'

interface DayFilter {
  /** Today in the company's time zone if omitted. */
  readonly day?: string | undefined
  readonly status?: ScheduleStatus | undefined
  readonly jobId?: string | undefined
  readonly subcontractorId?: string | undefined
}

/** The entries of a day, with their bookings for it and after it. */
async function entriesOf(
  db: Db,
  person: Person,
  { day, ...filter }: DayFilter & { readonly day: string },
) {
  const e = scheduleEntries
  const c = crewSchedule
  const next = db
    .select({ day: c.assignedDate, startTime: c.startTime, subId: c.subcontractorId })
    .from(c)
    .where(and(eq(c.scheduleEntryId, e.id), not(c.declined), gt(c.assignedDate, day)))
    .orderBy(asc(c.assignedDate), asc(c.startTime), asc(c.id))
    .limit(1)
    .as('next')
  return db
    .select({
      ...{ id: e.id, status: e.status, startDate: e.startDate, endDate: e.endDate },
      isBooked: sql<boolean>`exists (select from ${c} c
        where c.schedule_entry_id = ${outer(e.id)} and c.assigned_date = ${day} and not c.declined)`,
      assignedName: nameOf(e.assignedSubcontractorId),
      next: { day: next.day, startTime: next.startTime, name: nameOf(next.subId) },
    })
    .from(e)
    .innerJoin(jobs, eq(jobs.id, e.jobId))
    .leftJoinLateral(next, sql`true`)
    .where(await matching(db, person, { ...filter, from: day, to: day }))
    .orderBy(...byStart)
    .limit(PLAN_LIMIT)
}

type DayEntry = Awaited<ReturnType<typeof entriesOf>>[number]

/** The next booking of an entry after a day, or without one its next working day. */
function comesAfter(
  day: string,
  { next, assignedName, endDate }: DayEntry,
  calendar: WorkCalendar,
) {
  if (next?.day) return { ...next, name: next.name ?? null }
  const workday = calendar.add(day, 1)
  if (workday > endDate) return null
  return { day: workday, startTime: crewHours.startTime, name: assignedName }
}

/**
 * Who works on a day, and who comes next: from the bookings of an entry, and from its working days
 * in the company's calendar.
 */
export async function readDay(
  db: Db,
  person: Person,
  filter: DayFilter,
  now: Date,
): Promise<ScheduleDay> {
  const company = await findCompany(db)
  const { day = dayIn(company?.timeZone ?? 'UTC', now) } = filter
  const calendar = workCalendar(company ?? defaultWeek)
  const entries = await entriesOf(db, person, { ...filter, day })
  const isWorkday = calendar.isWorkday(day)
  const hasNoWorkday = ({ startDate, endDate }: DayEntry) =>
    calendar.count(startDate, endDate) === 0
  const worked = entries.filter((entry) => isWorkday || entry.isBooked || hasNoWorkday(entry))
  const coming = entries
    .filter(isOpenEntry)
    .flatMap((entry) => comesAfter(day, entry, calendar) ?? [])
    .sort((one, other) =>
      `${one.day} ${one.startTime}`.localeCompare(`${other.day} ${other.startTime}`),
    )
  const [first] = coming
  const seesSubs = isCrew(person) || (company?.clientsSeeSubs ?? true)
  const names = new Set(coming.flatMap((one) => (one.day === first?.day ? (one.name ?? []) : [])))
  const [name = null] = seesSubs ? names : []
  return {
    workedIds: worked.map(({ id }) => id),
    back: first
      ? { day: first.day, startTime: first.startTime, name, others: name ? names.size - 1 : 0 }
      : null,
  }
}
