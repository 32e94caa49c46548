import type { NewPropertyPhoto, PropertyPhoto } from '@plumbline/contract/rentals.ts'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { fullName } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { afterCursor, cursorOf, type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import type { Picture } from '../../platform/files/pictures/store.ts'
import { users } from '../../schema/people.ts'
import { propertyPhotos } from '../../schema/rentals.ts'
import { lockProperty } from './properties.ts'

const shape = { ...getTableColumns(propertyPhotos), uploadedByName: fullName }

export type PropertyPhotoRow = typeof propertyPhotos.$inferSelect & { uploadedByName: string }

/** A picture whose files are stored but whose row is not written yet. */
export interface StoredPropertyPicture {
  readonly id: string
  readonly storageKey: string
  readonly picture: Picture
}

/** A photo of a property in the form that the API returns. */
export function toPropertyPhoto({ id, createdAt, ...row }: PropertyPhotoRow): PropertyPhoto {
  return {
    ...row,
    id,
    url: `/api/property-photos/${id}/image`,
    createdAt: createdAt.toISOString(),
  }
}

/** The photos of a property, newest first: all of them, or one page if there is a limit. */
export function listPropertyPhotos(
  db: Db,
  propertyId: string,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<List<PropertyPhoto>> {
  const where = eq(propertyPhotos.propertyId, propertyId)
  const { createdAt, id } = propertyPhotos
  const query = db
    .select({ ...shape, total: totalOf(propertyPhotos, where, limit) })
    .from(propertyPhotos)
    .innerJoin(users, eq(users.id, propertyPhotos.uploadedById))
    .where(and(where, after === undefined ? undefined : afterCursor(createdAt, id, after)))
    .orderBy(desc(createdAt), desc(id))
  return listOrPage(query, limit, toPropertyPhoto, (row) => cursorOf(row.createdAt, row.id))
}

/** A photo of a property. */
export async function findPropertyPhoto(
  db: Db,
  photoId: string,
): Promise<PropertyPhotoRow | undefined> {
  const [row] = await db
    .select(shape)
    .from(propertyPhotos)
    .innerJoin(users, eq(users.id, propertyPhotos.uploadedById))
    .where(eq(propertyPhotos.id, photoId))
  return row
}

/** The photo, locked until the transaction ends. Its property is locked first. */
export async function lockPropertyPhoto(db: Db, photoId: string) {
  await lockProperty(
    db,
    sql`(select p.property_id from ${propertyPhotos} p where p.id = ${photoId})`,
  )
  const [row] = await db
    .select()
    .from(propertyPhotos)
    .where(eq(propertyPhotos.id, photoId))
    .for('update')
  return row
}

/** Adds a photo to a locked property. */
export async function insertPropertyPhoto(
  db: Db,
  place: { readonly propertyId: string; readonly uploadedById: string },
  { caption = null }: z.output<typeof NewPropertyPhoto>,
  { id, storageKey, picture }: StoredPropertyPicture,
) {
  const { taken: _, ...facts } = picture
  await db.insert(propertyPhotos).values({ ...facts, ...place, id, storageKey, caption })
}

/** Deletes the row. The caller deletes the files after the commit. */
export async function deletePropertyPhoto(db: Db, photoId: string) {
  await db.delete(propertyPhotos).where(eq(propertyPhotos.id, photoId))
}

/** The storage keys of the pictures of a property. The keys of their files begin with these. */
export async function propertyPictureKeys(db: Db, propertyId: string): Promise<string[]> {
  const rows = await db
    .select({ key: propertyPhotos.storageKey })
    .from(propertyPhotos)
    .where(eq(propertyPhotos.propertyId, propertyId))
  return rows.map(({ key }) => key)
}
