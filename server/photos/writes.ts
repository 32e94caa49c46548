import type { NewPhoto, PhotoChange } from '@plumbline/contract/photos.ts'
import type { Person } from '@plumbline/contract/policy.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { outer } from '../db/columns.ts'
import type { Db } from '../db/handle.ts'
import type { DateTaken } from '../files/pictures/dateTaken.ts'
import type { Picture } from '../files/pictures/store.ts'
import { visibleTo } from '../jobs/queries.ts'
import { jobs } from '../jobs/table.ts'
import { companyZone } from '../settings/queries.ts'
import { tasks } from '../tasks/table.ts'
import { type PhotoRow, shape } from './queries.ts'
import { photos } from './table.ts'

/** A camera's clock as a moment: by its own distance from UTC, else as if it hung where the company is. */
function momentOf({ local, offset }: DateTaken): SQL {
  return offset === null
    ? sql`(${local}::timestamp at time zone ${companyZone})`
    : sql`${`${local}${offset}`}::timestamptz`
}

// Read back with the write, so that a wrong link costs no statement of its own and rolls everything back.
const taskFits = sql<boolean>`(${photos.taskId} is null or exists (
  select 1 from ${tasks} t where t.id = ${outer(photos.taskId)} and t.job_id = ${outer(photos.jobId)}))`

/** A photo just written, and whether its job and its task are ones that the person may put it to. */
export type WrittenPhoto = PhotoRow & { jobFits: boolean; taskFits: boolean }

/** What is known of a photo before its row is written. */
export interface KeptPhoto {
  readonly id: string
  readonly storageKey: string
  readonly picture: Picture
}

/** Adds a photo to a job that the person sees, which is held. The caller checks that the links fit. */
export async function insertPhoto(
  db: Db,
  person: Person,
  { jobId = null, taskId = null, caption = null }: NewPhoto,
  { id, storageKey, picture }: KeptPhoto,
): Promise<WrittenPhoto> {
  const job = db.$with('job').as(
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(sql`${jobs.id} = ${jobId}::uuid`, visibleTo(person)))
      .for('key share'),
  )
  const { taken, ...facts } = picture
  const [row] = await db
    .with(job)
    .insert(photos)
    .values({
      ...facts,
      id,
      storageKey,
      taskId,
      caption,
      jobId: sql`(select id from job)`,
      uploadedById: person.id,
      url: `/api/photos/${id}/image`,
      takenAt: taken && momentOf(taken),
    })
    .returning({
      ...shape,
      taskFits,
      jobFits: sql<boolean>`${photos.jobId} is not distinct from ${jobId}::uuid`,
    })
  return row as WrittenPhoto
}

/** Changes the fields given of a photo that is locked. The caller checks that the task fits. */
export async function updatePhoto(db: Db, id: string, change: PhotoChange): Promise<WrittenPhoto> {
  const [row] = await db
    .update(photos)
    .set(change)
    .where(eq(photos.id, id))
    .returning({ ...shape, taskFits, jobFits: sql<boolean>`true` })
  return row as WrittenPhoto
}

/** Deletes the row; its files are the caller's to delete once that is committed. */
export async function deletePhoto(db: Db, id: string) {
  await db.delete(photos).where(eq(photos.id, id))
}
