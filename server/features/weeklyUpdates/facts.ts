import { addDays } from '@plumbline/contract/dates.ts'
import { groupBy } from '@plumbline/contract/groupBy.ts'
import { MAX_UPDATE_PHOTOS } from '@plumbline/contract/weeklyUpdates.ts'
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Company } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { scheduleChanges, scheduleEntries, scheduleMoves } from '../../schema/schedule.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { byStart } from '../schedule/queries.ts'
import type { ChangeRecord, EntryRecord, WeekRecords } from './rules.ts'

/** The records of a job, with the newest photos of the week that its client sees. */
export interface JobRecords extends WeekRecords {
  readonly jobId: string
  readonly photoIds: readonly string[]
}

/** The entries of the jobs that clients see, by start. */
function entriesOf(db: Db, jobIds: string[], clientsSeeSubs: boolean) {
  const e = scheduleEntries
  return db
    .select({
      jobId: e.jobId,
      id: e.id,
      title: e.title,
      startDate: e.startDate,
      endDate: e.endDate,
      status: e.status,
      percentComplete: e.percentComplete,
      actualEndDate: e.actualEndDate,
      createdAt: e.createdAt,
      subName: clientsSeeSubs ? nameOf(e.assignedSubcontractorId) : sql<null>`null`,
    })
    .from(e)
    .where(and(inArray(e.jobId, jobIds), eq(e.internal, false)))
    .orderBy(...byStart)
}

/** The changes of the end dates and statuses of these entries since a time, oldest first. */
function changesOf(db: Db, jobIds: string[], since: Date) {
  const c = scheduleChanges
  // The change was not undone and does not undo another one.
  const stands = sql<boolean>`(${c.moveId} is null or exists (
    select from ${scheduleMoves} m where m.id = ${outer(c.moveId)} and m.undoes_id is null
      and not exists (select from ${scheduleMoves} undo where undo.undoes_id = m.id)))`
  return db
    .select({
      jobId: c.jobId,
      entryId: c.scheduleEntryId,
      changeType: c.changeType,
      oldValue: c.oldValue,
      newValue: c.newValue,
      reason: c.reason,
      stands,
      createdAt: c.createdAt,
    })
    .from(c)
    .innerJoin(scheduleEntries, eq(scheduleEntries.id, c.scheduleEntryId))
    .where(
      and(
        inArray(c.jobId, jobIds),
        eq(scheduleEntries.internal, false),
        gte(c.createdAt, since),
        inArray(c.changeType, ['endDate', 'status']),
      ),
    )
    .orderBy(asc(c.createdAt), asc(c.id))
}

/** The beginning of a calendar day in the company's time zone. */
const beginningOf = (day: string, timeZone: string) =>
  sql`(${day}::timestamp at time zone ${timeZone})`

/** The jobs with the time from which an update reports on them. */
function jobsOf(db: Db, jobIds: string[], week: string, timeZone: string) {
  const last = sql`(select w.created_at from ${weeklyUpdates} w
    where w.job_id = ${outer(jobs.id)} and w.week = ${addDays(week, -7)})`
  return db
    .select({
      jobId: jobs.id,
      jobName: jobs.name,
      endDate: jobs.endDate,
      managerName: nameOf(jobs.projectManagerId),
      clientFirstName: sql<string | null>`(
        select u.first_name from ${users} u where u.id = ${outer(jobs.clientId)})`,
      since: sql<Date>`least(${last}, ${beginningOf(addDays(week, -6), timeZone)})`.mapWith(
        jobs.createdAt,
      ),
    })
    .from(jobs)
    .where(inArray(jobs.id, jobIds))
    .orderBy(asc(jobs.id))
}

/**
 * The number of photos visible to clients that were added to each job since its given time and
 * taken from that day on, and the ids of the last of them. Older pictures that were uploaded late
 * are no news of the week.
 */
async function photosOf(
  db: Db,
  sinceByJob: ReadonlyMap<string, Date>,
  until: string,
  zone: string,
) {
  const ids = sql.param([...sinceByJob.keys()])
  const taken = sql`least(p.taken_at, p.created_at)`
  const moments = sql.param([...sinceByJob.values()].map((since) => since.toISOString()))
  const { rows } = await db.execute<{ jobId: string; count: number; ids: string[] }>(sql`
    select s.job_id as "jobId", count(*)::int as count,
      (array_agg(p.id order by ${taken} desc, p.id desc))[1:${sql.raw(String(MAX_UPDATE_PHOTOS))}] as ids
    from unnest(${ids}::uuid[], ${moments}::timestamptz[]) as s (job_id, since)
    join ${photos} p on p.job_id = s.job_id and p.client_visible
      and p.created_at >= s.since and p.created_at < ${beginningOf(until, zone)}
      and ${taken} >= date_trunc('day', s.since, ${zone})
    group by s.job_id`)
  return new Map(rows.map((row) => [row.jobId, row]))
}

/**
 * The records of a week of the jobs that their clients may see, in the order of the job ids, in
 * four statements for all jobs. Internal entries are not read at all.
 */
export async function readWeek(
  db: Db,
  jobIds: readonly string[],
  week: string,
  { timeZone, companyName, clientsSeeSubs }: Company,
): Promise<JobRecords[]> {
  if (jobIds.length === 0) return []
  const ids = [...jobIds]
  const found = await jobsOf(db, ids, week, timeZone)
  const earliest = new Date(Math.min(...found.map(({ since }) => since.getTime())))
  const entries = groupBy(await entriesOf(db, ids, clientsSeeSubs), ({ jobId }) => jobId)
  const changes = groupBy(await changesOf(db, ids, earliest), ({ jobId }) => jobId)
  const sinceByJob = new Map(found.map(({ jobId, since }) => [jobId, since]))
  const pictures = await photosOf(db, sinceByJob, addDays(week, 1), timeZone)
  return found.map((job) => {
    const shown = pictures.get(job.jobId)
    return {
      ...job,
      week,
      timeZone,
      companyName,
      entries: (entries.get(job.jobId) ?? []) satisfies readonly EntryRecord[],
      changes: (changes.get(job.jobId) ?? []) satisfies readonly ChangeRecord[],
      photos: shown?.count ?? 0,
      photoIds: shown?.ids ?? [],
    }
  })
}
