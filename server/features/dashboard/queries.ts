import type { Dashboard, Lead } from '@plumbline/contract/dashboard.ts'
import type { EventName } from '@plumbline/contract/events.ts'
import { takenMoment } from '@plumbline/contract/photos.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { DAY_MS } from '@plumbline/contract/time.ts'
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { fullName, nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { counts } from '../../schema/counts.ts'
import { jobs } from '../../schema/jobs.ts'
import { events } from '../../schema/live.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { isOpen, scheduleEntries } from '../../schema/schedule.ts'
import { settings } from '../../schema/settings.ts'
import { tasks } from '../../schema/tasks.ts'
import { centsOf, countOf } from '../counts/queries.ts'
import { newestJobs } from '../jobs/queries.ts'
import { lastTakenFirst, visiblePhotos } from '../photos/queries.ts'
import { byStart, visibleEntries } from '../schedule/queries.ts'
import { seenSubOf } from '../schedule/workers.ts'
import { isDone, ownTasks } from '../tasks/queries.ts'
import { findChecklist } from './checklist.ts'

const WEEK_MS = 7 * DAY_MS
/** The most rows in a list on a dashboard. */
const MAX_ROWS = 5
const MAX_UPDATES = 40
/** The events about an entry that appear among its client's updates. */
const ENTRY_UPDATES = [
  'schedule.dates',
  'schedule.finished',
] as const satisfies readonly EventName[]
/** The events that appear among a client's updates. */
const CLIENT_UPDATES = [
  'job.progress',
  'job.dates',
  ...ENTRY_UPDATES,
  'schedule.moved',
  'photo.created',
  'update.sent',
] as const satisfies readonly EventName[]

export type Figures<R extends Dashboard['role']> = Extract<Dashboard, { role: R }>

const countWhere = (condition: SQL | undefined) =>
  sql<number>`(count(*) filter (where ${condition}))::int`

/** The contractor's totals over all jobs, in cents, and the newest jobs. */
export async function adminDashboard(db: Db, person: Person): Promise<Figures<'admin'>> {
  const [figures] = await db
    .select({
      totalApprovedAmount: centsOf(),
      activeJobs: countOf(inArray(counts.status, ['in_progress', 'not_started'])),
      completedJobs: countOf(eq(counts.status, 'completed')),
      totalJobs: countOf(),
      onHoldJobs: countOf(eq(counts.status, 'on_hold')),
    })
    .from(counts)
    .where(eq(counts.kind, 'job'))
  // A sum returns one row, even over no jobs at all.
  const jobFigures = figures as NonNullable<typeof figures>
  return {
    role: 'admin',
    ...jobFigures,
    recentJobs: await newestJobs(db, person, MAX_ROWS),
    checklist: await findChecklist(db, { personId: person.id, jobs: jobFigures.totalJobs }),
  }
}

const taskShape = {
  id: tasks.id,
  jobId: tasks.jobId,
  jobName: jobs.name,
  name: tasks.name,
  status: tasks.status,
  deadline: tasks.deadline,
}
const byDeadline = [sql`${tasks.deadline} asc nulls last`, asc(tasks.id)]
const toDashboardTask = <T extends { deadline: Date | null }>(task: T) => ({
  ...task,
  deadline: task.deadline?.toISOString() ?? null,
})

/**
 * The sub's own tasks: the number open, done and due within seven days of `now`, the first of them
 * with open ones before completed ones, and the one in progress, or else the one due first.
 */
export async function subcontractorDashboard(
  db: Db,
  person: Person,
  now: Date,
): Promise<Figures<'subcontractor'>> {
  const own = ownTasks(person)
  const soon = and(gte(tasks.deadline, now), lte(tasks.deadline, new Date(now.getTime() + WEEK_MS)))
  // Two statements, so that each is an index-only scan: one by status, one by deadline.
  const [figures] = await db
    .select({
      activeTasks: countWhere(ne(tasks.status, 'completed')),
      completedTasks: countWhere(eq(tasks.status, 'completed')),
    })
    .from(tasks)
    .where(own)
  const [week] = await db.select({ count: count() }).from(tasks).where(and(own, soon))
  const open = and(own, ne(tasks.status, 'completed'))
  const readTasks = () => db.select(taskShape).from(tasks).innerJoin(jobs, eq(jobs.id, tasks.jobId))
  const current = await readTasks()
    .where(open)
    .orderBy(isDone, ...byDeadline)
    .limit(MAX_ROWS)
  const completed =
    current.length === MAX_ROWS
      ? []
      : await readTasks()
          .where(and(own, isDone))
          .orderBy(sql`${tasks.deadline} desc nulls last`, desc(tasks.id))
          .limit(MAX_ROWS)
  const first =
    (await firstTask(db, and(own, eq(tasks.status, 'in_progress')))) ?? (await firstTask(db, open))
  const { activeTasks = 0, completedTasks = 0 } = figures ?? {}
  return {
    role: 'subcontractor',
    activeTasks,
    completedTasks,
    thisWeek: week?.count ?? 0,
    currentTasks: [...current, ...completed].slice(0, MAX_ROWS).map(toDashboardTask),
    now: first ? toDashboardTask(first) : null,
  }
}

/** The matching task that is due first, with what its sub needs to know of the job. */
async function firstTask(db: Db, where: SQL | undefined) {
  const [first] = await db
    .select({
      ...taskShape,
      jobAddress: jobs.address,
      jobNotes: jobs.notes,
      customerName: jobs.customerName,
      customerPhone: jobs.customerPhone,
      managerName: nameOf(jobs.projectManagerId),
      managerPhone: sql<
        string | null
      >`coalesce(${users.phone}, (select s.phone from ${settings} s))`,
    })
    .from(tasks)
    .innerJoin(jobs, eq(jobs.id, tasks.jobId))
    .leftJoin(users, eq(users.id, jobs.projectManagerId))
    .where(where)
    // The order of `tasks_assignee_idx`, so that only the first row is read.
    .orderBy(isDone, ...byDeadline)
    .limit(1)
  return first
}

const isAboutEntry = inArray(events.name, ENTRY_UPDATES)
/** The entry an event is about. `case` prevents a cast of subjects that are not UUIDs. */
const entryOfEvent = sql`case when ${isAboutEntry} then ${events.subjectId}::uuid end`
const isAboutPhoto = eq(events.name, 'photo.created')
const photoOfEvent = sql`case when ${isAboutPhoto} then ${events.subjectId}::uuid end`

/**
 * The state of a job for its client: the last photo, the entry in progress on the day `today`,
 * and the next entry.
 */
export async function findLead(
  db: Db,
  person: Person,
  jobId: string,
  today: string,
): Promise<Omit<Lead, 'finishMoved'>> {
  const { title, startDate, endDate, status } = scheduleEntries
  const ofJob = and(eq(scheduleEntries.jobId, jobId), visibleEntries(person), isOpen)
  const readEntries = () =>
    db
      .select({ title, startDate, endDate, subName: sql<string | null>`${fullName}` })
      .from(scheduleEntries)
      .innerJoin(jobs, eq(jobs.id, scheduleEntries.jobId))
      .leftJoin(users, eq(users.id, seenSubOf(person)))
  const isCurrent = or(eq(status, 'in_progress'), and(lte(startDate, today), gte(endDate, today)))
  const [current] = await readEntries()
    .where(and(ofJob, isCurrent))
    .orderBy(ne(status, 'in_progress'), ...byStart)
    .limit(1)
  const [next] = await readEntries()
    .where(and(ofJob, ne(status, 'in_progress'), gt(startDate, today)))
    .orderBy(...byStart)
    .limit(1)
  const [photo] = await db
    .select({
      id: photos.id,
      url: photos.url,
      takenAt: photos.takenAt,
      createdAt: photos.createdAt,
    })
    .from(photos)
    .where(and(eq(photos.jobId, jobId), visiblePhotos(person)))
    .orderBy(...lastTakenFirst)
    .limit(1)
  return {
    jobId,
    photo: photo
      ? { id: photo.id, url: photo.url, takenAt: takenMoment(photo).toISOString() }
      : null,
    current: current ?? null,
    next: next ?? null,
  }
}

/**
 * The latest updates on all jobs of the client. Updates about an entry or a photo are shown while
 * the client sees it, so not for an internal entry, a hidden photo, or a deleted one, which may
 * have been hidden. Changes to an entry while it is internal are not published as updates.
 */
export async function clientUpdates(
  db: Db,
  person: Person,
): Promise<Figures<'client'>['recentUpdates']> {
  const updates = await db
    .select({
      id: events.id,
      name: events.name,
      jobId: jobs.id,
      jobName: jobs.name,
      detail: events.detail,
      photo: { id: photos.id, url: photos.url, caption: photos.caption },
      createdAt: events.createdAt,
    })
    .from(events)
    .innerJoin(jobs, eq(jobs.id, events.jobId))
    .leftJoin(scheduleEntries, eq(scheduleEntries.id, entryOfEvent))
    .leftJoin(photos, eq(photos.id, photoOfEvent))
    .where(
      and(
        eq(jobs.clientId, person.id),
        inArray(events.name, CLIENT_UPDATES),
        or(not(isAboutEntry), visibleEntries(person)),
        or(not(isAboutPhoto), visiblePhotos(person)),
        // A move of internal entries alone has no detail and is not shown.
        or(ne(events.name, 'schedule.moved'), isNotNull(events.detail)),
      ),
    )
    .orderBy(desc(events.id))
    .limit(MAX_UPDATES)
  return updates.map((update) => ({ ...update, createdAt: update.createdAt.toISOString() }))
}
