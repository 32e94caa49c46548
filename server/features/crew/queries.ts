import type { CrewDay, CrewFilter } from '@plumbline/contract/crew.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gt,
  gte,
  inArray,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import { fullName } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { crewSchedule, movedCrewDays } from '../../schema/crew.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { entriesWithin, isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { lockJob, visibleTo } from '../jobs/queries.ts'

/** A crew day with fields of its entry, job and sub. */
const shape = {
  ...getTableColumns(crewSchedule),
  entryTitle: scheduleEntries.title,
  entryStatus: scheduleEntries.status,
  weatherDependent: scheduleEntries.weatherDependent,
  indoorWork: scheduleEntries.indoorWork,
  jobId: jobs.id,
  jobName: jobs.name,
  jobAddress: jobs.address,
  subcontractorName: fullName,
}
export type DayRow = typeof crewSchedule.$inferSelect &
  Pick<
    CrewDay,
    | 'entryTitle'
    | 'entryStatus'
    | 'weatherDependent'
    | 'indoorWork'
    | 'jobId'
    | 'jobName'
    | 'jobAddress'
    | 'subcontractorName'
  >

/** A crew day in the form that the API returns. */
const toDay = (row: DayRow): CrewDay => ({
  ...row,
  askedAt: row.askedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const byDay = [asc(crewSchedule.assignedDate), asc(crewSchedule.startTime), asc(crewSchedule.id)]

/** Crew days with their entries, jobs and subs. */
const readDays = (db: Db) =>
  db
    .select(shape)
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, crewSchedule.scheduleEntryId))
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .innerJoin(users, eq(users.id, crewSchedule.subcontractorId))

/**
 * A condition for the days on which the sub really comes: not those of a canceled entry, nor future
 * ones of a completed entry.
 */
const takesPlace = (now: Date): SQL =>
  sql`${scheduleEntries.status} <> 'cancelled'
    and (${scheduleEntries.status} <> 'completed' or ${crewSchedule.assignedDate} <= ${companyDay(now)})`

const within = ({ from, to }: Pick<CrewFilter, 'from' | 'to'>) =>
  and(
    from ? gte(crewSchedule.assignedDate, from) : undefined,
    to ? lte(crewSchedule.assignedDate, to) : undefined,
  )

/** The crew days in a period, by day: of all subs for an admin, only their own for a sub. */
export async function listDays(
  db: Db,
  person: Person,
  { subcontractorId, jobId, ...period }: CrewFilter,
  now: Date,
): Promise<CrewDay[]> {
  const rows = await readDays(db)
    .where(
      and(
        person.role === 'admin' ? undefined : eq(crewSchedule.subcontractorId, person.id),
        subcontractorId ? eq(crewSchedule.subcontractorId, subcontractorId) : undefined,
        jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
        within(period),
        takesPlace(now),
      ),
    )
    .orderBy(...byDay)
  return rows.map(toDay)
}

/** The crew days of an entry, by day. Only admins and the sub see the reason for declining. */
export async function daysOfEntry(db: Db, person: Person, entryId: string): Promise<CrewDay[]> {
  const rows = await readDays(db)
    .where(eq(crewSchedule.scheduleEntryId, entryId))
    .orderBy(...byDay)
  const mayKnow = (row: DayRow) => person.role === 'admin' || row.subcontractorId === person.id
  return rows.map((row) => toDay(mayKnow(row) ? row : { ...row, declineReason: null }))
}

/** The crew days with these ids, by day. */
export async function daysById(db: Db, ids: readonly string[]): Promise<CrewDay[]> {
  const rows = await readDays(db)
    .where(inArray(crewSchedule.id, [...ids]))
    .orderBy(...byDay)
  return rows.map(toDay)
}

/** The bookings of the given subs, or of all, in a period. */
export async function bookings(
  db: Db,
  subIds: readonly string[] | undefined,
  period: { readonly from: string; readonly to: string },
  now: Date,
): Promise<CrewDay[]> {
  const ofSubs = subIds && inArray(crewSchedule.subcontractorId, [...subIds])
  const rows = await readDays(db)
    .where(and(ofSubs, within(period), takesPlace(now)))
    .orderBy(...byDay)
  return rows.map(toDay)
}

/**
 * The open entries in a period that need a crew and have no crew day from today on, except declined
 * ones, by start. `wasCrewed` says whether they had a crew day that was not declined at any time.
 */
export function listUnattended(
  db: Db,
  { from, to, jobId }: Pick<CrewFilter, 'from' | 'to' | 'jobId'>,
  now: Date,
) {
  const { id, title, startDate, endDate, weatherDependent, indoorWork } = scheduleEntries
  const crewed = (days?: SQL) =>
    exists(
      db
        .select({ id: crewSchedule.id })
        .from(crewSchedule)
        .where(
          and(
            sql`${crewSchedule.scheduleEntryId} = ${outer(id)}`,
            sql`${crewSchedule.assignedDate} between ${outer(startDate)} and ${outer(endDate)}`,
            eq(crewSchedule.declined, false),
            days,
          ),
        ),
    )
  return db
    .select({
      ...{ id, jobId: jobs.id, jobName: jobs.name, title },
      ...{ startDate, endDate, weatherDependent, indoorWork },
      wasCrewed: sql<boolean>`${crewed()}`,
    })
    .from(scheduleEntries)
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(
      and(
        isOpen,
        eq(scheduleEntries.scheduleType, 'task'),
        entriesWithin({ from, to }),
        jobId ? eq(scheduleEntries.jobId, jobId) : undefined,
        not(crewed(sql`${crewSchedule.assignedDate} >= ${companyDay(now)}`)),
      ),
    )
    .orderBy(asc(startDate), asc(id))
}

/** One crew day, for an admin. */
export async function findDay(db: Db, id: string): Promise<CrewDay | undefined> {
  return (await daysById(db, [id]))[0]
}

/** The job of a crew day that the person may see: their own day, or one on a job of theirs. */
async function jobOfDay(db: Db, person: Person, id: string): Promise<string | undefined> {
  const seen = visibleTo(person)
  const [row] = await db
    .select({ jobId: jobs.id })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, crewSchedule.scheduleEntryId))
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .where(
      and(eq(crewSchedule.id, id), seen && or(seen, eq(crewSchedule.subcontractorId, person.id))),
    )
  return row?.jobId
}

/**
 * Crew days of one job by their ids, locked after the job. Undefined if the first one does not
 * exist.
 */
export async function lockDays(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<CrewDay[] | undefined> {
  // An entry never changes its job, nor a crew day its entry, so no lock is needed.
  const jobId = await jobOfDay(db, person, ids[0] ?? '')
  if (!jobId || !(await lockJob(db, jobId, 'no key update'))) return undefined
  const rows = await readDays(db)
    .where(and(inArray(crewSchedule.id, [...ids]), eq(jobs.id, jobId)))
    .orderBy(...byDay)
    .for('no key update', { of: crewSchedule })
  return rows.map(toDay)
}

/** One crew day, locked after its job. */
export async function lockDay(db: Db, person: Person, id: string): Promise<CrewDay | undefined> {
  return (await lockDays(db, person, [id]))?.[0]
}

const isOnJob = sql<boolean>`exists (
  select 1 from ${scheduleEntries} e join ${jobSubcontractors} m on m.job_id = e.job_id
  where e.id = ${outer(crewSchedule.scheduleEntryId)}
    and m.subcontractor_id = ${outer(crewSchedule.subcontractorId)})`

/** The crew days of locked entries, with whether their subs are still on the job. */
export function daysOfEntries(db: Db, entryIds: readonly string[]) {
  return db
    .select({ ...getTableColumns(crewSchedule), isOnJob })
    .from(crewSchedule)
    .where(inArray(crewSchedule.scheduleEntryId, [...entryIds]))
    .orderBy(asc(crewSchedule.assignedDate), asc(crewSchedule.id))
    .for('no key update')
}

/** The crew days that a move saved as they were before it, by entry id. */
export async function savedDays(db: Db, moveId: string) {
  const { moveId: _, crewDayId: id, ...columns } = getTableColumns(movedCrewDays)
  const rows = await db
    .select({ ...columns, id })
    .from(movedCrewDays)
    .where(eq(movedCrewDays.moveId, moveId))
    .orderBy(asc(movedCrewDays.assignedDate), asc(id))
  return groupBy(rows, ({ scheduleEntryId }) => scheduleEntryId)
}

/** The subs with crew days that a move saved. */
export async function savedSubs(db: Db, moveId: string): Promise<string[]> {
  const { subcontractorId: id } = movedCrewDays
  const rows = await db
    .selectDistinct({ id })
    .from(movedCrewDays)
    .where(eq(movedCrewDays.moveId, moveId))
  return rows.map((sub) => sub.id)
}

/** The fields of entries that their crew depends on. */
export function assignmentsOf(db: Db, entryIds: readonly string[]) {
  const { id, assignedSubcontractorId, status, startDate, endDate } = scheduleEntries
  const { weatherDependent, indoorWork } = scheduleEntries
  return db
    .select({
      id,
      assignedSubcontractorId,
      status,
      startDate,
      endDate,
      weatherDependent,
      indoorWork,
    })
    .from(scheduleEntries)
    .where(inArray(id, [...entryIds]))
}

/**
 * Deletes the crew days of a sub after today, on one job or on all, and the copies that moves saved
 * for their undo. The copies are deleted last, because a move that is running saves days while it
 * holds locks on them.
 */
export async function deleteUpcomingDays(
  db: Db,
  subId: string,
  { jobId, now }: { readonly jobId?: string | undefined; readonly now: Date },
) {
  const isUpcoming = (t: typeof crewSchedule | typeof movedCrewDays) =>
    and(
      eq(t.subcontractorId, subId),
      gt(t.assignedDate, companyDay(now)),
      jobId
        ? sql`${t.scheduleEntryId} in (
            select e.id from ${scheduleEntries} e where e.job_id = ${jobId})`
        : undefined,
    )
  await db.delete(crewSchedule).where(isUpcoming(crewSchedule))
  await db.delete(movedCrewDays).where(isUpcoming(movedCrewDays))
}

/** The first rows of a list, and the total number. */
interface Shortlist<T> {
  readonly count: number
  readonly first: readonly T[]
}

interface PeriodQuery {
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly limit: number
}

/** The number of unanswered crew days of open entries in a period. */
export async function countUnanswered(db: Db, period: Omit<PeriodQuery, 'limit'>): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, crewSchedule.scheduleEntryId))
    .where(
      and(
        eq(crewSchedule.confirmed, false),
        eq(crewSchedule.declined, false),
        within(period),
        isOpen,
      ),
    )
  return row?.count ?? 0
}

/** Whether somebody comes instead of a sub who declined, by the rule of the contract. */
const isCovered = sql`exists (
  select 1 from ${crewSchedule} o
  where o.schedule_entry_id = ${outer(crewSchedule.scheduleEntryId)}
    and o.assigned_date = ${outer(crewSchedule.assignedDate)}
    and not o.declined and o.created_at > ${outer(crewSchedule.updatedAt)})`

/** The declined crew days of open entries in a period that nobody covers, soonest first. */
export async function declinedDays(
  db: Db,
  { limit, ...period }: PeriodQuery,
): Promise<Shortlist<CrewDay>> {
  const rows = await db
    .select({ ...shape, total: sql<number>`(count(*) over ())::int` })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, crewSchedule.scheduleEntryId))
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .innerJoin(users, eq(users.id, crewSchedule.subcontractorId))
    .where(and(eq(crewSchedule.declined, true), within(period), isOpen, not(isCovered)))
    .orderBy(...byDay)
    .limit(limit)
  return { count: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => toDay(row)) }
}

/** A day on which a sub has two bookings at the same time. */
export interface DoubleBooking {
  /** One of the crew days, for looking up the ways to resolve the double booking. */
  readonly crewDayId: string
  readonly subcontractorId: string
  readonly subcontractorName: string
  readonly assignedDate: string
  /** The titles of the entries. */
  readonly entryTitles: readonly string[]
}

/** The days in a period on which subs are booked twice on open entries, soonest first. */
export async function doubleBookings(
  db: Db,
  { limit, ...period }: PeriodQuery,
): Promise<Shortlist<DoubleBooking>> {
  const c = crewSchedule
  const sameTime = sql`exists (
    select 1 from ${c} o join ${scheduleEntries} e on e.id = o.schedule_entry_id
    where o.subcontractor_id = ${outer(c.subcontractorId)} and o.assigned_date = ${outer(c.assignedDate)}
      and o.id <> ${outer(c.id)} and not o.declined
      and o.start_time < ${outer(c.endTime)} and ${outer(c.startTime)} < o.end_time
      and e.status not in ('completed', 'cancelled'))`
  const rows = await db
    .select({
      crewDayId: sql<string>`min(${c.id}::text)`,
      subcontractorId: c.subcontractorId,
      subcontractorName: sql<string>`min(${fullName})`,
      assignedDate: c.assignedDate,
      entryTitles: sql<
        string[]
      >`array_agg(${scheduleEntries.title}::text order by ${c.startTime}, ${c.id})`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(c)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, c.scheduleEntryId))
    .innerJoin(users, eq(users.id, c.subcontractorId))
    .where(and(eq(c.declined, false), within(period), isOpen, sameTime))
    .groupBy(c.subcontractorId, c.assignedDate)
    .orderBy(asc(c.assignedDate), asc(c.subcontractorId))
    .limit(limit)
  return { count: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => row) }
}
