import type { Photo, PhotoFilter } from '@plumbline/contract/photos.ts'
import type { Person, PhotoFacts } from '@plumbline/contract/policy.ts'
import { and, desc, eq, getTableColumns, gt, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import {
  afterCursor,
  cursorOf,
  type ListPage,
  likePattern,
  listOrPage,
  totalOf,
} from '../db/paging.ts'
import type { ExpectedFile } from '../files/integrity.ts'
import { expectedOf } from '../files/pictures/store.ts'
import { jobSubcontractors, jobs } from '../jobs/table.ts'
import { nameOf } from '../people/names.ts'
import { users } from '../people/table.ts'
import { photos } from './table.ts'

/** The photos the person may see, as a condition on `photos`; undefined (no condition) for admins. */
function visibleTo({ id, role }: Person): SQL | undefined {
  if (role === 'admin') return undefined
  const theirs =
    role === 'client'
      ? sql`select j.id from ${jobs} j where j.client_id = ${id}`
      : sql`select js.job_id from ${jobSubcontractors} js where js.subcontractor_id = ${id}`
  return or(
    sql`${photos.jobId} in (${theirs})`,
    and(isNull(photos.jobId), eq(photos.uploadedById, id)),
  )
}

export const shape = {
  ...getTableColumns(photos),
  jobName: sql<string | null>`(select j.name from ${jobs} j where j.id = ${outer(photos.jobId)})`,
  uploadedByName: nameOf(photos.uploadedById),
}

export type PhotoRow = typeof photos.$inferSelect & {
  jobName: string | null
  uploadedByName: string | null
}
/** A photo with the facts that its rights depend on. */
export type FoundPhoto = PhotoRow & PhotoFacts

/** The photo as the person may see it: a client never hears of tasks. */
export function toPhoto(row: PhotoRow, { role }: Person): Photo {
  return {
    ...row,
    taskId: role === 'client' ? null : row.taskId,
    uploadedByName: row.uploadedByName ?? '',
    size: row.files.original.size,
    takenAt: row.takenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function matching(person: Person, { search, jobId, taskId }: PhotoFilter): SQL | undefined {
  return and(
    visibleTo(person),
    jobId ? eq(photos.jobId, jobId) : undefined,
    taskId ? (person.role === 'client' ? sql`false` : eq(photos.taskId, taskId)) : undefined,
    search ? ilike(photos.caption, likePattern(search)) : undefined,
  )
}

/** The same for many rows, which are joined to their jobs and people once. */
const listed = {
  ...getTableColumns(photos),
  jobName: jobs.name,
  uploadedByName: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
}

/** The visible photos that match, newest first: all of them, or a page when the filter has a limit. */
export async function listPhotos(
  db: Db,
  person: Person,
  filter: PhotoFilter,
): Promise<Photo[] | ListPage<Photo>> {
  const where = matching(person, filter)
  const { limit, after } = filter
  const query = db
    .select({ ...listed, total: totalOf(photos, where, limit) })
    .from(photos)
    .leftJoin(jobs, eq(jobs.id, photos.jobId))
    .leftJoin(users, eq(users.id, photos.uploadedById))
    .where(
      and(where, after === undefined ? undefined : afterCursor(photos.createdAt, photos.id, after)),
    )
    .orderBy(desc(photos.createdAt), desc(photos.id))
  const toItem = (row: PhotoRow) => toPhoto(row, person)
  return listOrPage(query, limit, toItem, ({ createdAt, id }) => cursorOf(createdAt, id))
}

const facts = {
  clientId: sql<
    string | null
  >`(select j.client_id from ${jobs} j where j.id = ${outer(photos.jobId)})`,
  subcontractorIds: sql<string[]>`array(
    select js.subcontractor_id from ${jobSubcontractors} js where js.job_id = ${outer(photos.jobId)})`,
}

/** The photo if the person may see it. */
export async function findPhoto(
  db: Db,
  person: Person,
  id: string,
): Promise<FoundPhoto | undefined> {
  const [row] = await db
    .select({ ...shape, ...facts })
    .from(photos)
    .where(and(eq(photos.id, id), visibleTo(person)))
  return row
}

/** The photo if the person may see it. First its job is held, then it stays as it is, until the transaction ends. */
export async function lockPhoto(
  db: Db,
  person: Person,
  id: string,
): Promise<FoundPhoto | undefined> {
  const job = db
    .$with('job')
    .as(
      db
        .select({ id: jobs.id })
        .from(jobs)
        .where(sql`${jobs.id} = (select p.job_id from ${photos} p where p.id = ${id})`)
        .for('key share'),
    )
  const [row] = await db
    .with(job)
    .select({ ...shape, ...facts })
    .from(photos)
    .leftJoin(job, eq(job.id, photos.jobId))
    .where(and(eq(photos.id, id), visibleTo(person)))
    .for('update', { of: photos })
  return row
}

const BATCH = 1000

/** Every file that a photo counts on, for the check of the file store. */
export async function* photoFiles(db: Db): AsyncGenerator<ExpectedFile> {
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id: photos.id, storageKey: photos.storageKey, files: photos.files })
      .from(photos)
      .where(last === undefined ? undefined : gt(photos.id, last))
      .orderBy(photos.id)
      .limit(BATCH)
    for (const { storageKey, files } of rows) yield* expectedOf(storageKey, files)
    last = rows.at(-1)?.id
    if (rows.length < BATCH) return
  }
}
