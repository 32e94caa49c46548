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

/** A crew day with the names of what it refers to. */
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

/** A crew day as the API returns it. */
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

/** Nobody comes on the days of a cancelled entry, nor on those that are left of a completed one. */
const takesPlace = (now: Date): SQL =>
  sql`${scheduleEntries.status} <> 'cancelled'
    and (${scheduleEntries.status} <> 'completed' or ${crewSchedule.assignedDate} <= ${companyDay(now)})`

const within = ({ from, to }: Pick<CrewFilter, 'from' | 'to'>) =>
  and(
    from ? gte(crewSchedule.assignedDate, from) : undefined,
    to ? lte(crewSchedule.assignedDate, to) : undefined,
  )

/** The crew days of a period, by day: of all subs for an admin, a sub's own. */
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

/** The crew days of an entry, by day. Why somebody declined is for them and the admins. */
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

/** The bookings of some subs, or of all, in a period. */
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
 * The open entries of a period that need a crew, and nobody who has not declined comes on them from today on, by start; whether
 * anybody came before.
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

/** The job of a crew day that the person may see: one of their own, or of a job of theirs. */
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

/** Crew days of one job by their ids, locked, after the job is: undefined when the first of them is gone. */
export async function lockDays(
  db: Db,
  person: Person,
  ids: readonly string[],
): Promise<CrewDay[] | undefined> {
  // An entry never changes its job, nor a crew day its entry, so this needs no lock.
  const jobId = await jobOfDay(db, person, ids[0] ?? '')
  if (!jobId || !(await lockJob(db, jobId, 'no key update'))) return undefined
  const rows = await readDays(db)
    .where(and(inArray(crewSchedule.id, [...ids]), eq(jobs.id, jobId)))
    .orderBy(...byDay)
    .for('no key update', { of: crewSchedule })
  return rows.map(toDay)
}

/** One crew day, locked in the same way. */
export async function lockDay(db: Db, person: Person, id: string): Promise<CrewDay | undefined> {
  return (await lockDays(db, person, [id]))?.[0]
}

const isOnJob = sql<boolean>`exists (
  select 1 from ${scheduleEntries} e join ${jobSubcontractors} m on m.job_id = e.job_id
  where e.id = ${outer(crewSchedule.scheduleEntryId)}
    and m.subcontractor_id = ${outer(crewSchedule.subcontractorId)})`

/** The crew days of entries that are locked, and whether their subs are still on the job. */
export function daysOfEntries(db: Db, entryIds: readonly string[]) {
  return db
    .select({ ...getTableColumns(crewSchedule), isOnJob })
    .from(crewSchedule)
    .where(inArray(crewSchedule.scheduleEntryId, [...entryIds]))
    .orderBy(asc(crewSchedule.assignedDate), asc(crewSchedule.id))
    .for('no key update')
}

/** The crew days as they were before a move, by the ids of their entries. */
export async function keptDays(db: Db, moveId: string) {
  const { moveId: _, crewDayId: id, ...columns } = getTableColumns(movedCrewDays)
  const rows = await db
    .select({ ...columns, id })
    .from(movedCrewDays)
    .where(eq(movedCrewDays.moveId, moveId))
    .orderBy(asc(movedCrewDays.assignedDate), asc(id))
  return groupBy(rows, ({ scheduleEntryId }) => scheduleEntryId)
}

/** The subs whose crew days a move kept. */
export async function keptSubs(db: Db, moveId: string): Promise<string[]> {
  const { subcontractorId: id } = movedCrewDays
  const rows = await db
    .selectDistinct({ id })
    .from(movedCrewDays)
    .where(eq(movedCrewDays.moveId, moveId))
  return rows.map((sub) => sub.id)
}

/** What the crew of entries depends on. */
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
 * Deletes the crew days of a sub after today, on one job or on all; no undo of a move brings any back. A move that runs keeps
 * days while it holds theirs, so those that are kept are deleted after them.
 */
export async function deleteComingDays(
  db: Db,
  subId: string,
  { jobId, now }: { readonly jobId?: string | undefined; readonly now: Date },
) {
  const isComing = (t: typeof crewSchedule | typeof movedCrewDays) =>
    and(
      eq(t.subcontractorId, subId),
      gt(t.assignedDate, companyDay(now)),
      jobId
        ? sql`${t.scheduleEntryId} in (
            select e.id from ${scheduleEntries} e where e.job_id = ${jobId})`
        : undefined,
    )
  await db.delete(crewSchedule).where(isComing(crewSchedule))
  await db.delete(movedCrewDays).where(isComing(movedCrewDays))
}

/** A list for those who look after the whole: the first rows, and how many there are in all. */
interface Shortlist<T> {
  readonly count: number
  readonly first: readonly T[]
}

interface Look {
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  readonly limit: number
}

/** How many crew days of open entries nobody has answered yet. */
export async function countUnanswered(db: Db, period: Omit<Look, 'limit'>): Promise<number> {
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

/** The crew days of open entries that are declined, soonest first. */
export async function declinedDays(
  db: Db,
  { limit, ...period }: Look,
): Promise<Shortlist<CrewDay>> {
  const rows = await db
    .select({ ...shape, total: sql<number>`(count(*) over ())::int` })
    .from(crewSchedule)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, crewSchedule.scheduleEntryId))
    .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
    .innerJoin(users, eq(users.id, crewSchedule.subcontractorId))
    .where(and(eq(crewSchedule.declined, true), within(period), isOpen))
    .orderBy(...byDay)
    .limit(limit)
  return { count: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...row }) => toDay(row)) }
}

/** A day on which a sub has two bookings at the same time. */
export interface DoubleBooking {
  /** One of the crew days; the ways out are read of it. */
  readonly crewDayId: string
  readonly subcontractorId: string
  readonly subcontractorName: string
  readonly assignedDate: string
  /** The titles of the entries. */
  readonly entryTitles: readonly string[]
}

/** The days on which subs are booked twice on open entries, soonest first. */
export async function doubleBookings(
  db: Db,
  { limit, ...period }: Look,
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
