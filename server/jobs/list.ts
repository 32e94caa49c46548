import type { Job, JobFilter } from '@plumbline/contract/jobs.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { jobReaders, reads } from '@plumbline/contract/readers.ts'
import { and, count, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { centsOf, countOf } from '../counts/queries.ts'
import { counts } from '../counts/table.ts'
import type { Db } from '../db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../db/paging.ts'
import { contains, phoneContains } from '../db/search.ts'
import { fullName } from '../people/names.ts'
import { users } from '../people/table.ts'
import { newestFirst, refersTo, shape, toJob, visibleTo } from './queries.ts'
import { jobSubcontractors, jobs } from './table.ts'

/** Whether a job is for a client whose name contains the word; for admins, who read it, also whose phone number does. */
const forClient = (db: Db, { role }: Person, word: string) =>
  refersTo(jobs.clientId, () => {
    const byPhone = [phoneContains(users.phone, word), phoneContains(users.secondPhone, word)]
    const fits = or(contains(fullName, word), ...(role === 'admin' ? byPhone : []))
    return db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'client'), fits))
  })

async function matching(
  db: Db,
  person: Person,
  { search, status }: JobFilter,
): Promise<SQL | undefined> {
  return and(
    visibleTo(person),
    status ? eq(jobs.status, status) : undefined,
    search
      ? or(
          contains(jobs.name, search),
          contains(jobs.address, search),
          contains(jobs.customerName, search),
          phoneContains(jobs.customerPhone, search),
          await forClient(db, person, search),
        )
      : undefined,
  )
}

/** The table and the condition by which the matching jobs are counted: all jobs of a sub without a look at the jobs. */
function countedJobs(
  person: Person,
  { search, status }: JobFilter,
  where: SQL | undefined,
): [PgTable, SQL | undefined] {
  return person.role === 'subcontractor' && !search && !status
    ? [jobSubcontractors, eq(jobSubcontractors.subcontractorId, person.id)]
    : [jobs, where]
}

/** The visible jobs that match, newest first: all of them, or a page when the filter has a limit. */
export async function listJobs(db: Db, person: Person, filter: JobFilter): Promise<List<Job>> {
  const where = await matching(db, person, filter)
  const { limit, after } = filter
  const query = db
    .select({ ...shape, total: totalOf(...countedJobs(person, filter, where), limit) })
    .from(jobs)
    .where(
      and(where, after === undefined ? undefined : afterCursor(jobs.createdAt, jobs.id, after)),
    )
    .orderBy(...newestFirst)
  return listOrPage(
    query,
    limit,
    ({ total: _, ...row }) => toJob(row, person),
    ({ createdAt, id }) => cursorOf(createdAt, id),
  )
}

/** Count of the matching jobs, and cents over those not completed (0 for those who see no amounts). */
export async function totalJobs(db: Db, person: Person, filter: JobFilter) {
  const { status, ...others } = filter
  if ((await matching(db, person, others)) === undefined) return totalAll(db, status)
  const where = await matching(db, person, filter)
  if (!reads(person.role, jobReaders.approvedAmount))
    return totalWithoutAmounts(db, countedJobs(person, filter, where))
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      activeApprovedAmount:
        sql<number>`coalesce(sum(${jobs.approvedAmount}) filter (where ${ne(jobs.status, 'completed')}), 0)`.mapWith(
          Number,
        ),
    })
    .from(jobs)
    .where(where)
  return row ?? { count: 0, activeApprovedAmount: 0 }
}

/** The same for those who read no amounts: indexes have what is counted, but not what is added up. */
async function totalWithoutAmounts(db: Db, [from, where]: ReturnType<typeof countedJobs>) {
  const [row] = await db.select({ count: count() }).from(from).where(where)
  return { count: row?.count ?? 0, activeApprovedAmount: 0 }
}

/** The same of all jobs, or all with a status. */
async function totalAll(db: Db, status: JobFilter['status']) {
  const ofStatus = status ? eq(counts.status, status) : undefined
  const [row] = await db
    .select({
      count: countOf(ofStatus),
      activeApprovedAmount: centsOf(and(ofStatus, ne(counts.status, 'completed'))),
    })
    .from(counts)
    .where(eq(counts.kind, 'job'))
  return row ?? { count: 0, activeApprovedAmount: 0 }
}
