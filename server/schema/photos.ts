import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { bytesOf, idColumn, moment, prose, stamps, word } from '../platform/db/columns.ts'
import { searchIndex } from '../platform/db/search.ts'
import type { FirstFiles } from '../platform/files/pictures/store.ts'
import { jobs } from './jobs.ts'
import { users } from './people.ts'
import { tasks } from './tasks.ts'

/** The moment under which a photo is shown and ordered, as `takenMoment` of the contract has it. */
export const takenMomentOf = (takenAt: AnyPgColumn, createdAt: AnyPgColumn) =>
  sql`least(${takenAt}, ${createdAt})`.mapWith(createdAt)

export const photos = pgTable(
  'photos',
  {
    id: idColumn(),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    uploadedById: uuid('uploaded_by_id')
      .notNull()
      .references(() => users.id),
    url: varchar('url', { length: 500 }).notNull(),
    caption: prose('caption'),
    /** Whether the client of the job sees it. */
    clientVisible: boolean('client_visible').notNull().default(true),
    /** The prefix of the keys of its files in the file store. */
    storageKey: varchar('storage_key', { length: 300 }).notNull().unique(),
    /**
     * Size in bytes and hash of each file, to find missing and changed ones. The large rendition is
     * made after the upload.
     */
    files: jsonb('files').$type<FirstFiles>().notNull(),
    /** The total size of its files. */
    bytes: bytesOf('files'),
    /** The type of the original file. */
    contentType: word('content_type').notNull(),
    /** The size of the picture in pixels, as it is displayed. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** When it was taken, according to the camera. */
    takenAt: moment('taken_at'),
    ...stamps('photos'),
  },
  (t) => [
    // Scanned backwards for the last taken first.
    index('photos_taken_idx').on(takenMomentOf(t.takenAt, t.createdAt), t.id),
    index('photos_job_taken_idx').on(t.jobId, takenMomentOf(t.takenAt, t.createdAt), t.id),
    // Counts the photos that a sub or a client sees without reading the table.
    index('photos_visible_idx').on(t.jobId, t.uploadedById, t.clientVisible),
    index('photos_task_idx').on(t.taskId),
    index('photos_uploader_idx').on(t.uploadedById, t.createdAt, t.id),
    index('photos_without_full_idx').on(t.id).where(sql`not jsonb_exists(${t.files}, 'full')`),
    index('photos_bytes_idx').on(t.uploadedById, t.bytes),
    searchIndex('photos_caption_words_idx', t.caption),
  ],
)
