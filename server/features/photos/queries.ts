import {
  type NewPhoto,
  type Photo,
  type PhotoChange,
  type PhotoFilter,
  type PhotoSharing,
  takenMoment,
} from '@plumbline/contract/photos.ts'
import type { Person, PhotoFacts } from '@plumbline/contract/policy.ts'
import { photoReaders, readAs, reads } from '@plumbline/contract/readers.ts'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { companyZone, subPhotosShared } from '../../access/company/queries.ts'
import { nameOf } from '../../access/people/names.ts'
import { seenIdOf, seenName, seenNameOf } from '../../access/people/seen.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import type { DateTaken } from '../../platform/files/inspect.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'
import { expectedOf, type FirstFiles, type Picture } from '../../platform/files/pictures/store.ts'
import { changeOrders } from '../../schema/changeOrders.ts'
import { jobSubcontractors, jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { photos, takenMomentOf } from '../../schema/photos.ts'
import { proposalPhotos, proposals } from '../../schema/proposals.ts'
import { tasks } from '../../schema/tasks.ts'
import { isOfCustomer, jobNameOf } from '../jobs/queries.ts'

/**
 * The photos the person may see, as a condition on `photos`; undefined (no condition) for admins.
 */
export function visiblePhotos({ id, role }: Person): SQL | undefined {
  if (role === 'admin') return undefined
  const theirs =
    role === 'client'
      ? sql`select j.id from ${jobs} j where j.client_id = ${id}`
      : sql`select js.job_id from ${jobSubcontractors} js where js.subcontractor_id = ${id}`
  return and(
    role === 'client' ? photos.clientVisible : undefined,
    or(sql`${photos.jobId} in (${theirs})`, and(isNull(photos.jobId), eq(photos.uploadedById, id))),
  )
}

const { files, storageKey, bytes: _, ...shown } = getTableColumns(photos)
/** The columns of a photo that screens show. */
const columns = { ...shown, size: sql<number>`(${files}->'original'->>'size')::int` }

const taken = takenMomentOf(photos.takenAt, photos.createdAt)
/** The order of lists: the last taken first. */
export const lastTakenFirst = [desc(taken), desc(photos.id)] as const

/** The day a photo was taken in the company's time zone. */
export const dayTaken = sql<string>`(${taken} at time zone ${companyZone})::date::text`

const shape = {
  ...columns,
  day: dayTaken,
  files,
  storageKey,
  jobName: jobNameOf(photos.jobId) as SQL<string | null>,
  uploadedByName: nameOf(photos.uploadedById),
}

type ShownPhoto = Omit<typeof photos.$inferSelect, 'files' | 'storageKey' | 'bytes'> & {
  readonly size: number
  readonly jobName: string | null
  readonly uploadedByName: string | null
}
/**
 * A photo with the location of its files, the list of the existing ones, and the day it was taken
 * in the company's time zone.
 */
export type PhotoRow = ShownPhoto &
  Pick<typeof photos.$inferSelect, 'files' | 'storageKey'> & { readonly day: string }
/** A photo with the facts that permissions depend on. */
export type FoundPhoto = PhotoRow & PhotoFacts

/** A picture whose files are stored, before its row is written. */
export interface StoredPicture<Files = FirstFiles> {
  readonly id: string
  readonly storageKey: string
  readonly picture: Picture<Files>
}

/** The photo as the person may see it. */
export function toPhoto(row: ShownPhoto, { role }: Person): Photo {
  const photo = {
    ...row,
    uploadedByName: row.uploadedByName ?? '',
    takenAt: row.takenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
  return readAs(role, photo, photoReaders)
}

/** The photos of a task. Matches nothing for a person who may not read that field. */
const ofTask = ({ role }: Person, taskId: string): SQL =>
  reads(role, photoReaders.taskId) ? eq(photos.taskId, taskId) : sql`false`

function matching(
  person: Person,
  { search, jobId, customerId, taskId }: PhotoFilter,
): SQL | undefined {
  return and(
    visiblePhotos(person),
    customerId
      ? sql`${photos.jobId} in (select id from ${jobs} where ${isOfCustomer(person, customerId)})`
      : undefined,
    jobId ? eq(photos.jobId, jobId) : undefined,
    taskId ? ofTask(person, taskId) : undefined,
    search ? contains(photos.caption, search) : undefined,
  )
}

/** The columns for lists, which join jobs and people once instead of looking them up per row. */
const listedFor = (reader: Person) => ({
  ...columns,
  jobName: jobs.name,
  uploadedById: seenIdOf(reader, photos.uploadedById),
  uploadedByName: seenName(reader),
})

/**
 * The visible photos that match, the last taken first: all of them, or a page when the filter
 * has a limit.
 */
export async function listPhotos(
  db: Db,
  person: Person,
  filter: PhotoFilter,
): Promise<List<Photo>> {
  const where = matching(person, filter)
  const { limit, after } = filter
  const query = db
    .select({ ...listedFor(person), total: totalOf(photos, where, limit) })
    .from(photos)
    .leftJoin(jobs, eq(jobs.id, photos.jobId))
    .leftJoin(users, eq(users.id, photos.uploadedById))
    .where(and(where, after === undefined ? undefined : afterCursor(taken, photos.id, after)))
    .orderBy(...lastTakenFirst)
  const toItem = (row: ShownPhoto) => toPhoto(row, person)
  return listOrPage(query, limit, toItem, (row) => cursorOf(takenMoment(row), row.id))
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
  const uploader = {
    uploadedById: seenIdOf(person, photos.uploadedById),
    uploadedByName: seenNameOf(person, photos.uploadedById),
  }
  const [row] = await db
    .select({ ...shape, ...uploader, ...facts })
    .from(photos)
    .where(and(eq(photos.id, id), visiblePhotos(person)))
  return row
}

/**
 * The photo if the person may see it. Its job is locked first, then the photo, until the
 * transaction ends.
 */
export async function lockPhoto(
  db: Db,
  person: Person,
  id: string,
): Promise<FoundPhoto | undefined> {
  const jobId = sql`(select p.job_id from ${photos} p where p.id = ${id})`
  await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, jobId)).for('key share')
  const [row] = await db
    .select({ ...shape, ...facts })
    .from(photos)
    .where(and(eq(photos.id, id), visiblePhotos(person)))
    .for('update')
  return row
}

/** Whether the task exists and is on the job. */
export async function isTaskOf(db: Db, jobId: string, taskId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, taskId), eq(tasks.jobId, jobId)))
  return row !== undefined
}

/** The time on a camera's clock, by its own offset from UTC, or else in the company's time zone. */
function momentOf({ local, offset }: DateTaken): SQL {
  return offset === null
    ? sql`(${local}::timestamp at time zone ${companyZone})`
    : sql`${`${local}${offset}`}::timestamptz`
}

/**
 * Adds a photo. Its job must be locked, and its task must be on that job. Without `clientVisible`,
 * the client sees an admin's photo, and a sub's photo if the settings say so at the time.
 */
export async function insertPhoto(
  db: Db,
  { id: uploadedById, role }: Person,
  { jobId = null, taskId = null, caption = null, clientVisible }: NewPhoto,
  { id, storageKey, picture }: StoredPicture,
): Promise<PhotoRow> {
  const { taken: local, ...facts } = picture
  const [row] = await db
    .insert(photos)
    .values({
      ...facts,
      id,
      storageKey,
      jobId,
      taskId,
      caption,
      clientVisible: clientVisible ?? (role === 'admin' ? true : subPhotosShared),
      uploadedById,
      url: `/api/photos/${id}/image`,
      takenAt: local && momentOf(local),
    })
    .returning(shape)
  return row as PhotoRow
}

/** Changes the given fields of a locked photo. Its task must be on its job. */
export async function updatePhoto(db: Db, id: string, change: PhotoChange): Promise<PhotoRow> {
  const [row] = await db.update(photos).set(change).where(eq(photos.id, id)).returning(shape)
  return row as PhotoRow
}

/**
 * The photos with these ids that the person may see, locked until the transaction ends. Their jobs
 * and the other job are locked first, then the photos, each in the order of their ids.
 */
export async function lockPhotos(
  db: Db,
  person: Person,
  ids: readonly string[],
  otherJobId?: string,
): Promise<FoundPhoto[]> {
  const these = inArray(photos.id, [...ids])
  const ofThese = inArray(jobs.id, db.select({ jobId: photos.jobId }).from(photos).where(these))
  await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(otherJobId === undefined ? ofThese : or(ofThese, eq(jobs.id, otherJobId)))
    .orderBy(asc(jobs.id))
    .for('key share')
  return db
    .select({ ...shape, ...facts })
    .from(photos)
    .where(and(these, visiblePhotos(person)))
    .orderBy(asc(photos.id))
    .for('update')
}

/** The photos with these ids that the person may see, the last taken first. */
export function findPhotos(db: Db, person: Person, ids: readonly string[]): Promise<FoundPhoto[]> {
  return db
    .select({ ...shape, ...facts })
    .from(photos)
    .where(and(inArray(photos.id, [...ids]), visiblePhotos(person)))
    .orderBy(...lastTakenFirst)
}

/** Makes the same change to locked photos. */
export async function updatePhotos(
  db: Db,
  ids: readonly string[],
  change: { readonly caption: string | null } | { readonly jobId: string; readonly taskId: null },
) {
  await db
    .update(photos)
    .set(change)
    .where(inArray(photos.id, [...ids]))
}

/**
 * Shows locked photos to the clients of their jobs, or hides them.
 * @returns the photos that changed
 */
export async function sharePhotos(
  db: Db,
  { ids, clientVisible }: PhotoSharing,
): Promise<Pick<PhotoRow, 'id' | 'jobId' | 'uploadedById'>[]> {
  return db
    .update(photos)
    .set({ clientVisible })
    .where(and(inArray(photos.id, ids), ne(photos.clientVisible, clientVisible)))
    .returning({ id: photos.id, jobId: photos.jobId, uploadedById: photos.uploadedById })
}

/**
 * The location of a photo's files and the list of the existing ones. `lock` locks the photo's row.
 */
export async function findFiles(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<Pick<PhotoRow, 'storageKey' | 'files'> | undefined> {
  const query = db
    .select({ storageKey: photos.storageKey, files: photos.files })
    .from(photos)
    .where(eq(photos.id, id))
  const [row] = await (lock ? query.for('no key update') : query)
  return row
}

/** Records the files of a locked photo. The photo itself is unchanged, so its version stays. */
export async function setFiles(db: Db, id: string, files: FirstFiles) {
  await db.update(photos).set({ files, updatedAt: photos.updatedAt }).where(eq(photos.id, id))
}

/** Up to `limit` photos that have no large rendition yet. */
export function photosWithoutFull(db: Db, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: photos.id })
    .from(photos)
    .where(sql`not jsonb_exists(${photos.files}, 'full')`)
    .limit(limit)
}

/**
 * Whether one of the photos is in a version that waits for a customer or was approved by one, or in
 * a change order that the office approved.
 */
export async function areSent(db: Db, ids: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ sent: boolean }>(sql`
    select exists (
      select from ${proposalPhotos} s join ${proposals} p on p.id = s.proposal_id
      where s.photo_id = any(${sql.param([...ids])}::uuid[]) and p.status in ('sent', 'approved')
    ) or exists (
      select from ${photos} f join ${changeOrders} c on c.job_id = f.job_id
      where f.id = any(${sql.param([...ids])}::uuid[]) and c.status = 'approved'
        and f.id = any(c.photo_ids)
    ) as sent`)
  return rows[0]?.sent ?? false
}

/** Deletes the rows. The caller deletes their files after the commit. */
export async function deletePhotos(db: Db, ids: readonly string[]) {
  await db.delete(photos).where(inArray(photos.id, [...ids]))
}

const BATCH_SIZE = 1000

/** Every file that photos refer to, for the check of the file store. */
export async function* photoFiles(db: Db): AsyncGenerator<ExpectedFile> {
  for (let last: string | undefined; ; ) {
    const rows = await db
      .select({ id: photos.id, storageKey: photos.storageKey, files: photos.files })
      .from(photos)
      .where(last === undefined ? undefined : gt(photos.id, last))
      .orderBy(photos.id)
      .limit(BATCH_SIZE)
    for (const { storageKey, files } of rows) yield* expectedOf(storageKey, files)
    last = rows.at(-1)?.id
    if (rows.length < BATCH_SIZE) return
  }
}
