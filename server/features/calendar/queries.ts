import { addDays, dayIn } from '@plumbline/contract/dates.ts'
import { type JobFacts, mayEver, type Person } from '@plumbline/contract/policy.ts'
import { DAY_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { type AnyColumn, and, asc, between, eq, gte, lte, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { bidAppointments, pendingBids } from '../../schema/bids.ts'
import { jobs } from '../../schema/jobs.ts'
import { scheduleEntries } from '../../schema/schedule.ts'
import { tasks } from '../../schema/tasks.ts'
import { subcontractorIds } from '../jobs/queries.ts'
import { visibleEntries } from '../schedule/queries.ts'
import { isWorkedOnBy } from '../schedule/workers.ts'
import { ownTasks } from '../tasks/queries.ts'
import type { CalendarItem } from './ics.ts'

/** The most items of one kind in a calendar. The ones nearest to now are chosen. */
const MAX_ITEMS = 5000
const DAYS_BACK = 90
const DAYS_AHEAD = 730
/** In characters. The rest can be read on the screen that the event links to. */
const MAX_DESCRIPTION_LENGTH = 2000
/** The duration of the event for a deadline that has a time of day. */
const DEADLINE_MINUTES = 15

/** Whether a time is in the period that a calendar covers. */
const isNear = (moment: AnyColumn, now: Date) =>
  between(
    moment,
    new Date(now.getTime() - DAYS_BACK * DAY_MS),
    new Date(now.getTime() + DAYS_AHEAD * DAY_MS),
  )

const distance = (moment: AnyColumn, now: Date) =>
  sql`abs(extract(epoch from ${moment} - ${now.toISOString()}::timestamptz))`

const shortened = (text: AnyColumn) =>
  sql<string | null>`case when length(${text}) <= ${MAX_DESCRIPTION_LENGTH} then ${text}
    else left(${text}, ${MAX_DESCRIPTION_LENGTH - 1}) || '…' end`

const e = scheduleEntries
/** The fields of an entry that everyone on a job may read: no priority, hours or crew notes. */
const entryShape = {
  id: e.id,
  title: e.title,
  description: shortened(e.description),
  place: jobs.name,
  address: jobs.address,
  createdAt: e.createdAt,
  updatedAt: e.updatedAt,
  status: e.status,
  firstDay: e.startDate,
  lastDay: e.endDate,
}

type Row<Own> = Omit<CalendarItem, 'kind' | 'path' | 'cancelled' | 'when'> & Own

const entryItem = ({
  status,
  firstDay,
  lastDay,
  ...row
}: Row<{ status: string; firstDay: string; lastDay: string }>): CalendarItem => ({
  ...row,
  kind: 'entry',
  path: `/schedule?entry=${row.id}`,
  cancelled: status === 'cancelled',
  when: { firstDay, lastDay },
})

/** The entries that the person may see. For a sub, only the ones they work on. */
async function listEntries(db: Db, person: Person, now: Date, timeZone: string) {
  const today = dayIn(timeZone, now)
  const rows = await db
    .select(entryShape)
    .from(e)
    .innerJoin(jobs, eq(jobs.id, e.jobId))
    .where(
      and(
        visibleEntries(person),
        mayEver(person.role, 'schedule.own') ? isWorkedOnBy(person, person.id) : undefined,
        ne(e.status, 'cancelled'),
        gte(e.endDate, addDays(today, -DAYS_BACK)),
        lte(e.startDate, addDays(today, DAYS_AHEAD)),
      ),
    )
    .orderBy(sql`abs(${e.startDate} - ${today}::date)`, asc(e.id))
    .limit(MAX_ITEMS)
  return rows.map(entryItem)
}

/** An entry of a job that the person may see, with the facts of the job. */
export async function findEntry(
  db: Db,
  person: Person,
  id: string,
): Promise<(JobFacts & { item: CalendarItem }) | undefined> {
  const [row] = await db
    .select({ entry: entryShape, clientId: jobs.clientId, subcontractorIds })
    .from(e)
    .innerJoin(jobs, eq(jobs.id, e.jobId))
    .where(and(eq(e.id, id), visibleEntries(person)))
  return row && { ...row, item: entryItem(row.entry) }
}

const a = bidAppointments
const appointmentShape = {
  id: a.id,
  title: a.title,
  description: shortened(a.description),
  place: pendingBids.name,
  address: pendingBids.address,
  createdAt: a.createdAt,
  updatedAt: a.updatedAt,
  bidId: a.bidId,
  status: a.status,
  at: a.scheduledDate,
  minutes: a.duration,
}

const appointmentItem = ({
  bidId,
  status,
  at,
  minutes,
  ...row
}: Row<{ bidId: string; status: string; at: Date; minutes: number }>): CalendarItem => ({
  ...row,
  kind: 'appointment',
  path: `/pending-bids/${bidId}`,
  cancelled: status === 'cancelled',
  when: { at, minutes },
})

async function listAppointments(db: Db, now: Date) {
  const rows = await db
    .select(appointmentShape)
    .from(a)
    .innerJoin(pendingBids, eq(pendingBids.id, a.bidId))
    .where(and(ne(a.status, 'cancelled'), isNear(a.scheduledDate, now)))
    .orderBy(distance(a.scheduledDate, now), asc(a.id))
    .limit(MAX_ITEMS)
  return rows.map(appointmentItem)
}

/** An appointment of a bid. */
export async function findAppointment(db: Db, id: string): Promise<CalendarItem | undefined> {
  const [row] = await db
    .select(appointmentShape)
    .from(a)
    .innerJoin(pendingBids, eq(pendingBids.id, a.bidId))
    .where(eq(a.id, id))
  return row && appointmentItem(row)
}

/** A deadline in the last minute of a day is an all-day event. Any other has a time. */
function deadlineTimes(at: Date, timeZone: string): CalendarItem['when'] {
  const day = dayIn(timeZone, at)
  const isEndOfDay = dayIn(timeZone, new Date(at.getTime() + MINUTE_MS)) !== day
  return isEndOfDay ? { firstDay: day, lastDay: day } : { at, minutes: DEADLINE_MINUTES }
}

/** The deadlines of a sub's own open tasks. */
async function listDeadlines(
  db: Db,
  person: Person,
  now: Date,
  timeZone: string,
): Promise<CalendarItem[]> {
  const rows = await db
    .select({
      id: tasks.id,
      title: tasks.name,
      description: shortened(tasks.description),
      place: jobs.name,
      address: jobs.address,
      createdAt: tasks.createdAt,
      updatedAt: tasks.updatedAt,
      deadline: tasks.deadline,
    })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .where(and(ownTasks(person), ne(tasks.status, 'completed'), isNear(tasks.deadline, now)))
    .orderBy(distance(tasks.deadline, now), asc(tasks.id))
    .limit(MAX_ITEMS)
  return rows.map(({ deadline, ...row }) => ({
    ...row,
    kind: 'task',
    path: `/tasks?task=${row.id}`,
    cancelled: false,
    // The condition excludes tasks without a deadline.
    when: deadlineTimes(deadline ?? now, timeZone),
  }))
}

/** The items of a person's calendar: only what they may see, and nothing that was canceled. */
export async function listItems(
  db: Db,
  person: Person,
  now: Date,
  timeZone: string,
): Promise<CalendarItem[]> {
  const lists = await Promise.all([
    listEntries(db, person, now, timeZone),
    mayEver(person.role, 'bid.list') ? listAppointments(db, now) : [],
    mayEver(person.role, 'schedule.own') ? listDeadlines(db, person, now, timeZone) : [],
  ])
  return lists.flat()
}
