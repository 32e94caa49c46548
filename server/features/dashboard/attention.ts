import {
  type Attention,
  type AttentionItem,
  MAX_ATTENTION_LISTED,
} from '@plumbline/contract/attention.ts'
import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { and, asc, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { type Company, companyDay, findCompany } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { pendingBids } from '../../schema/bids.ts'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { weeklyUpdates } from '../../schema/weeklyUpdates.ts'
import { followUpIsDue } from '../bids/queries.ts'
import { countOf } from '../counts/queries.ts'
import { isLate } from '../jobs/queries.ts'
import { readAttention, unassignedEntries } from '../schedule/service.ts'
import { totalTasks } from '../tasks/list.ts'
import { snooze, snoozedKeys } from './snoozes.ts'

/** The most items of a kind that are read, however many of them a person has snoozed. */
const MAX_READ = 50

interface Several {
  readonly isUrgent: boolean
  readonly count: number
  /** The day of the last item listed one by one, so that the count is sorted right after it. */
  readonly since?: string | undefined
}

/** One item that counts several of a kind, or none when the count is zero. */
function counted(
  kind: Extract<AttentionItem, { count: number }>['kind'],
  { isUrgent, count, since }: Several,
): AttentionItem[] {
  return count > 0 ? [{ kind, key: kind, isUrgent, since: since ?? null, count }] : []
}

async function lateJobs(db: Db, now: Date, limit: number): Promise<AttentionItem[]> {
  const { id, name, address } = jobs
  const first = await db
    .select({ id, name, address, since: sql<string>`${jobs.endDate}` })
    .from(jobs)
    .where(isLate(now))
    .orderBy(asc(jobs.endDate), asc(id))
    .limit(limit)
  const [late] = await db
    .select({ count: countOf() })
    .from(counts)
    .where(
      and(eq(counts.kind, 'job'), ne(counts.status, 'completed'), lt(counts.day, companyDay(now))),
    )
  return [
    ...first.map((job) => ({
      ...{ kind: 'lateJob' as const, key: `lateJob ${job.id}`, isUrgent: true },
      ...job,
    })),
    ...counted('moreLateJobs', {
      ...{ isUrgent: true, count: (late?.count ?? 0) - first.length },
      since: first.at(-1)?.since,
    }),
  ]
}

async function overdueTasks(db: Db, personId: string, now: Date): Promise<AttentionItem[]> {
  const admin = { id: personId, role: 'admin' } as const
  const { total } = await totalTasks(db, admin, { overdue: 'true' }, now)
  return counted('overdueTasks', { isUrgent: true, count: total })
}

async function followUps(db: Db, now: Date, limit: number): Promise<AttentionItem[]> {
  const { id, name, customerName, customerPhone, estimatedAmount } = pendingBids
  const rows = await db
    .select({
      ...{ id, name, customerName, customerPhone, estimatedAmount },
      since: sql<string>`${pendingBids.followUpDate}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(pendingBids)
    .where(followUpIsDue(now))
    .orderBy(asc(pendingBids.followUpDate), asc(id))
    .limit(limit)
  return [
    ...rows.map(({ total: _, ...bid }) => ({
      ...{ kind: 'followUp' as const, key: `followUp ${bid.id} ${bid.since}`, isUrgent: false },
      ...bid,
    })),
    ...counted('moreFollowUps', {
      ...{ isUrgent: false, count: (rows[0]?.total ?? 0) - rows.length },
      since: rows.at(-1)?.since,
    }),
  ]
}

/** The drafts of weekly updates that have not been sent, oldest week first. */
async function weeklyDrafts(db: Db, limit: number): Promise<AttentionItem[]> {
  const { id, jobId, week } = weeklyUpdates
  const rows = await db
    .select({ id, jobId, jobName: jobs.name, since: week })
    .from(weeklyUpdates)
    .innerJoin(jobs, eq(jobs.id, jobId))
    .where(isNull(weeklyUpdates.sentAt))
    .orderBy(asc(week), asc(id))
    .limit(limit)
  return rows.map((draft) => ({
    ...{ kind: 'weeklyDraft' as const, key: `weeklyDraft ${draft.id}`, isUrgent: false },
    ...draft,
  }))
}

/** The problems on the schedules: the first of each kind, and a count of the others. */
async function scheduleItems(
  db: Db,
  company: Company | undefined,
  { now, today, limit }: { readonly now: Date; readonly today: string; readonly limit: number },
): Promise<AttentionItem[]> {
  const found = await readAttention(db, company, { now, limit, causesOnly: true })
  const { doubleBookings, lateEntries, missedPredecessors, declined } = found
  const more = [doubleBookings, lateEntries, missedPredecessors].reduce(
    (sum, list) => sum + list.count - list.first.length,
    0,
  )
  return [
    ...doubleBookings.first.map(({ day, ...booking }) => ({
      ...{ kind: 'doubleBooking' as const, isUrgent: true, since: day },
      key: `doubleBooking ${booking.crewDayId}`,
      ...booking,
    })),
    ...lateEntries.first.map(({ daysLate, ...entry }) => ({
      ...{ kind: 'lateEntry' as const, key: `lateEntry ${entry.id}`, isUrgent: true },
      since: addDays(today, -daysLate),
      ...entry,
    })),
    ...missedPredecessors.first.map(({ id, title, jobName, startDate, predecessorTitle }) => ({
      ...{ kind: 'missedPredecessor' as const, key: `missedPredecessor ${id}`, isUrgent: true },
      ...{ since: startDate, id, title, jobName, predecessorTitle },
    })),
    ...counted('moreSchedule', { isUrgent: true, count: more }),
    ...declined.first.map((day) => ({
      ...{ kind: 'declinedDay' as const, isUrgent: false, since: day.day },
      key: `declinedDay ${day.entryId} ${day.day} ${day.subcontractorId}`,
      ...{ crewDayId: day.crewDayId, id: day.entryId, title: day.entryTitle, jobName: day.jobName },
      ...{ subcontractorName: day.subcontractorName, reason: day.reason },
    })),
    ...counted('unconfirmedDays', { isUrgent: false, count: found.unconfirmed }),
    ...(await unassignedEntries(db, today, limit)).map(({ startDate, ...entry }) => ({
      ...{ kind: 'unassignedEntry' as const, key: `unassignedEntry ${entry.id}` },
      ...{ isUrgent: false, since: startDate, ...entry },
    })),
  ]
}

/** Urgent items first, then the oldest first. */
const byUrgency = (a: AttentionItem, b: AttentionItem): number =>
  Number(b.isUrgent) - Number(a.isUrgent) ||
  (a.since ?? '9').localeCompare(b.since ?? '9') ||
  a.key.localeCompare(b.key)

/**
 * Everything that needs the attention of the office, the keys the person has snoozed, and the
 * current day in the company's time zone.
 */
async function readItems(db: Db, personId: string, now: Date) {
  const company = await findCompany(db)
  const today = dayIn(company?.timeZone ?? 'UTC', now)
  const snoozed = await snoozedKeys(db, personId, today)
  const limit = Math.min(MAX_ATTENTION_LISTED + snoozed.size, MAX_READ)
  const items = [
    ...(await lateJobs(db, now, limit)),
    ...(await overdueTasks(db, personId, now)),
    ...(await scheduleItems(db, company, { now, today, limit })),
    ...(await followUps(db, now, limit)),
    ...(await weeklyDrafts(db, limit)),
  ]
  return { items, snoozed, today }
}

/** The items that need attention at `now`, without the ones the person has snoozed. */
export async function findAttention(db: Db, personId: string, now: Date): Promise<Attention> {
  const { items, snoozed } = await readItems(db, personId, now)
  const shown = items.filter(({ key }) => !snoozed.has(key))
  return { items: shown.toSorted(byUrgency), snoozed: items.length - shown.length }
}

/**
 * Hides an item from the person until tomorrow.
 * @returns the day on which it is shown again
 * @throws Failure notFound when no item has that key
 */
export async function snoozeItem(
  db: Db,
  personId: string,
  { key, now }: { readonly key: string; readonly now: Date },
): Promise<string> {
  const { items, today } = await readItems(db, personId, now)
  if (!items.some((item) => item.key === key)) throw new Failure('notFound')
  const until = addDays(today, 1)
  await snooze(db, personId, { key, today, until })
  return until
}
