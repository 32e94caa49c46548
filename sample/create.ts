import { openPasswords } from '../server/access/auth/passwords.ts'
import { claimSetup } from '../server/access/auth/setupQueries.ts'
import type { Db } from '../server/platform/db/handle.ts'
import { credentials } from '../server/schema/auth.ts'
import { users } from '../server/schema/people.ts'
import { calendar } from './calendar.ts'
import { seededId } from './deterministic.ts'
import { loadSample, type SampleSignIn } from './load.ts'
import { dana, joinStamps, samplePassword } from './people.ts'
import type { StoredPhotos } from './photos.ts'

/** The owner whom `createSample` adds. */
export function ownerRow(now: Date, timeZone: string) {
  const { since, ...person } = dana
  const stamps = joinStamps(calendar(now, timeZone), since)
  return { ...person, ...stamps, id: seededId('person/owner'), role: 'admin' as const }
}

/**
 * Writes the sample company with its owner in the caller's transaction.
 * @returns everyone who can sign in, the owner first
 * @throws Failure when the company has been set up
 */
export async function createSample(
  db: Db,
  options: { now: Date; timeZone: string; photos: StoredPhotos; secret: string },
): Promise<SampleSignIn[]> {
  await claimSetup(db)
  const owner = ownerRow(options.now, options.timeZone)
  await db.insert(users).values(owner)
  const passwordHash = await openPasswords().hash(samplePassword)
  await db
    .insert(credentials)
    .values({ userId: owner.id, passwordHash, changedAt: owner.createdAt })
  const others = await loadSample(db, { ...options, ownerId: owner.id })
  const name = `${dana.firstName} ${dana.lastName}`
  return [{ role: 'admin', name, email: dana.email, password: samplePassword }, ...others]
}
