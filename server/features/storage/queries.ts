import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { photos } from '../../schema/photos.ts'
import { propertyPhotos, rentalExpenses } from '../../schema/rentals.ts'

/** The number of people listed with the largest uploads. */
const MAX_UPLOADERS = 5

/** Every photo with its size in bytes and the person who uploaded it. */
const allPhotos = sql`(select ${photos.uploadedById} as person_id, ${photos.bytes} as bytes from ${photos}
  union all select ${propertyPhotos.uploadedById}, ${propertyPhotos.bytes} from ${propertyPhotos}) p`

const receiptBytes = sql`(select coalesce(sum((f.value->>'size')::bigint), 0)::float8
  from ${rentalExpenses} cross join lateral jsonb_each(${rentalExpenses.receiptFiles}) f
  where ${rentalExpenses.receiptKey} is not null)`

/** Storage used in bytes, by all photos, by all receipts, and by the photos of one person. */
export async function usedBytes(db: Db, personId: string) {
  const { rows } = await db.execute<{ photos: number; receipts: number; person: number }>(sql`
    select coalesce(sum(p.bytes), 0)::float8 as photos, ${receiptBytes} as receipts,
      coalesce(sum(p.bytes) filter (where p.person_id = ${personId}), 0)::float8 as person
    from ${allPhotos}`)
  return rows[0] ?? { photos: 0, receipts: 0, person: 0 }
}

interface Uploader extends Record<string, unknown> {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly bytes: number
}

/** The people whose photos use the most storage. */
export async function largestUploaders(db: Db): Promise<Uploader[]> {
  const { rows } = await db.execute<Uploader>(sql`
    select ${users.id}, ${users.firstName} as "firstName", ${users.lastName} as "lastName",
      sum(p.bytes)::float8 as bytes
    from ${allPhotos} join ${users} on ${users.id} = p.person_id
    group by ${users.id} order by sum(p.bytes) desc, ${users.id} limit ${MAX_UPLOADERS}`)
  return rows
}
