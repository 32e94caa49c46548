import type { propertyJobs, propertyPhotos } from '../server/schema/rentals.ts'
import type { Calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { jobId } from './jobs.ts'
import { parseTable } from './parseTable.ts'
import type { PersonId } from './people.ts'
import type { StoredPhotos } from './photos.ts'
import { type PropertyKey, propertyId } from './rentals.ts'

/**
 * Photos of the properties: property; picture; days ago; caption. They reuse pictures of the jobs.
 */
const photos = parseTable(`
  storefront | bakery-storefront-before | 160 | Before the new front
  storefront | bakery-storefront-done | 137 | The new front, owner and tenant paid half each
  galena | egress-flooring-done | 31 | Floor of the front room at the walk-through
  galena | powderRoom-vanity-done | 31 | Bath at the walk-through
  shannon | egress-framing-done | 12 | Closet wall opened
`).map(([home = '', picture = '', days = '', caption = ''], n) => ({
  id: seededId(`property-photo/${home}/${n}`),
  home: home as PropertyKey,
  picture,
  days: Number(days),
  caption,
}))

/** The pictures that the file store needs for them. */
export const propertyPictures: readonly { readonly id: string; readonly picture: string }[] = photos

/** @throws Error when the picture of a photo was not stored */
export function propertyPhotoRows(calendar: Calendar, personId: PersonId, stored: StoredPhotos) {
  return photos.map(({ id, home, picture, days, caption }) => {
    const file = stored.get(id)
    if (!file) throw new Error(`The picture ${picture} was not stored`)
    const { taken: _, ...facts } = file.picture
    return {
      ...facts,
      id,
      propertyId: propertyId(home),
      uploadedById: personId('owner'),
      storageKey: file.storageKey,
      caption,
      createdAt: calendar.hoursAgo(24 * days),
    } satisfies typeof propertyPhotos.$inferInsert
  })
}

/** The company's own jobs at a property. */
export function propertyJobRows(calendar: Calendar) {
  return [
    {
      jobId: jobId('bakery'),
      propertyId: propertyId('storefront'),
      createdAt: calendar.hoursAgo(24 * 165),
    },
  ] satisfies (typeof propertyJobs.$inferInsert)[]
}
