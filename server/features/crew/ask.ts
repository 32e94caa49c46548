import type { CrewDay } from '@plumbline/contract/crew.ts'
import { formatTimes } from '@plumbline/contract/crewDays.ts'
import { formatWeekday } from '@plumbline/contract/dates.ts'
import { asLine } from '@plumbline/contract/text.ts'
import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import { companyDays } from '../../access/company/service.ts'
import { publish } from '../../events/publish.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewSchedule } from '../../schema/crew.ts'
import { users } from '../../schema/people.ts'
import { isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { lockJobs } from '../jobs/queries.ts'
import { daysById } from './queries.ts'

/** A sub who is asked to confirm, with the days in question. */
export interface AskedSub {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string | null
  readonly days: readonly CrewDay[]
}

/** The unanswered crew days of open entries in a period, locked after their jobs. */
async function lockUnanswered(db: Db, from: string, to: string): Promise<string[]> {
  const { id, assignedDate, confirmed, declined, scheduleEntryId } = crewSchedule
  const isUnanswered = and(
    eq(confirmed, false),
    eq(declined, false),
    gte(assignedDate, from),
    lte(assignedDate, to),
    isOpen,
  )
  const onJobs = await db
    .selectDistinct({ id: scheduleEntries.jobId })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, scheduleEntryId))
    .where(isUnanswered)
  const jobIds = await lockJobs(
    db,
    onJobs.map((job) => job.id),
    'no key update',
  )
  const rows = await db
    .select({ id })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, scheduleEntryId))
    .where(and(isUnanswered, inArray(scheduleEntries.jobId, jobIds)))
    .orderBy(asc(id))
    .for('no key update', { of: crewSchedule })
  return rows.map((row) => row.id)
}

/**
 * Records that all subs with unanswered days in a period, from today on, are asked now. Returns
 * those subs.
 */
export async function askCrew(
  db: Db,
  actorId: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: Date,
): Promise<AskedSub[]> {
  const { today } = await companyDays(db, now)
  const ids = await lockUnanswered(db, from < today ? today : from, to)
  if (ids.length === 0) return []
  await db.update(crewSchedule).set({ askedAt: now }).where(inArray(crewSchedule.id, ids))
  const days = await daysById(db, ids)
  const { id, firstName, lastName, email, phone } = users
  const subs = await db
    .select({ id, firstName, lastName, email, phone })
    .from(users)
    .where(inArray(id, [...new Set(days.map((day) => day.subcontractorId))]))
    .orderBy(asc(id))
  await publish(
    db,
    actorId,
    ...subs.map((sub) => ({ name: 'crew.asked' as const, subjectId: sub.id })),
  )
  return subs.map((sub) => ({
    ...sub,
    days: days.filter((day) => day.subcontractorId === sub.id),
  }))
}

interface DayLines {
  /** The day on which they are read. */
  readonly today: string
  /** The most days that are listed. */
  readonly limit: number
  /** The link that answers a day. */
  readonly linkOf: (day: CrewDay) => string
}

/** The text of crew days for an email or a text message: two lines for a day, the second a link. */
export function dayLines(days: readonly CrewDay[], { today, limit, linkOf }: DayLines): string {
  const lines = days
    .slice(0, limit)
    .map(
      (day) =>
        `${formatWeekday(day.assignedDate, today)}, ${formatTimes(day)}: ${day.entryTitle}, ${day.jobName}, ${asLine(day.jobAddress)}\n${linkOf(day)}`,
    )
  const more = days.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
