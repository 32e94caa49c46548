import { Failure } from '@plumbline/contract/failures.ts'
import { type Setup, sampleNames } from '@plumbline/contract/setup.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { insertUser, type UserRow } from '../people/queries.ts'
import { credentials } from '../schema/auth.ts'
import { users } from '../schema/people.ts'
import { settings } from '../schema/settings.ts'
import { addShippedTemplates } from '../templates/service.ts'

/** Whether the company has not been set up yet: there are no people and no settings. */
export async function setupNeeded(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ needed: boolean }>(
    sql`select not exists (select 1 from ${users}) and not exists (select 1 from ${settings}) as needed`,
  )
  return rows[0]?.needed ?? false
}

/**
 * Answers whether the company is set up. It stays so, hence the database is asked only until then; while it cannot be reached,
 * the answer is yes.
 */
export function setUpWatch(db: Db): () => Promise<boolean> {
  let isSetUp = false
  return async () => {
    if (isSetUp) return true
    try {
      isSetUp = !(await setupNeeded(db))
      return isSetUp
    } catch {
      return true
    }
  }
}

/** Of several concurrent setups one succeeds; the others get a 409. */
export async function claimSetup(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('plumbline set-up', 0))`)
  if (!(await setupNeeded(db))) throw new Failure('setUpAlready')
}

/** What the company is called: the names that were typed; the sample company has its own for those that were not. */
export function namesOf({ companyName, holdingsName, sample }: Setup) {
  const given = sample ? sampleNames : { companyName: '', holdingsName: null }
  return {
    companyName: companyName ?? given.companyName,
    holdingsName: holdingsName ?? given.holdingsName,
  }
}

/** Writes the company and its first admin, in the caller's transaction; once. */
export async function setUpCompany(
  db: Db,
  wanted: Setup & { timeZone: string },
  passwordHash: string,
  now: Date,
): Promise<UserRow> {
  await claimSetup(db)
  const { firstName, lastName, email } = wanted
  await db.insert(settings).values({
    ...namesOf(wanted),
    timeZone: wanted.timeZone,
    sample: wanted.sample,
  })
  // The sample company brings its own.
  if (!wanted.sample) await addShippedTemplates(db)
  const admin = await insertUser(db, { firstName, lastName, email, role: 'admin' })
  await db.insert(credentials).values({ userId: admin.id, passwordHash, changedAt: now })
  return admin
}
