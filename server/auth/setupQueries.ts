import type { Setup } from '@plumbline/contract/auth.ts'
import { Failure } from '@plumbline/contract/failures.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { insertUser, type UserRow } from '../people/queries.ts'
import { users } from '../people/table.ts'
import { settings } from '../settings/table.ts'
import { addShippedTemplates } from '../templates/service.ts'
import { credentials } from './table.ts'

/** Whether the company has not been set up yet: there are no people and no settings. */
export async function setupNeeded(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ needed: boolean }>(
    sql`select not exists (select 1 from ${users}) and not exists (select 1 from ${settings}) as needed`,
  )
  return rows[0]?.needed ?? false
}

/** Of several concurrent setups one succeeds; the others get a 409. */
export async function claimSetup(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('plumbline set-up', 0))`)
  if (!(await setupNeeded(db))) throw new Failure('setUpAlready')
}

/** Writes the company and its first admin, in the caller's transaction; once. */
export async function setUpCompany(
  db: Db,
  wanted: Setup & { timeZone: string },
  passwordHash: string,
  now: Date,
): Promise<UserRow> {
  await claimSetup(db)
  const { companyName, firstName, lastName, email } = wanted
  await db.insert(settings).values({
    companyName,
    holdingsName: wanted.holdingsName ?? companyName,
    timeZone: wanted.timeZone,
    sample: wanted.sample,
  })
  // The sample company brings its own.
  if (!wanted.sample) await addShippedTemplates(db)
  const admin = await insertUser(db, { firstName, lastName, email, role: 'admin' })
  await db.insert(credentials).values({ userId: admin.id, passwordHash, changedAt: now })
  return admin
}
