import { Failure } from '@plumbline/contract/failures.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { users } from '../../schema/people.ts'
import { settings } from '../../schema/settings.ts'

/** Whether the company has not been set up yet: there are no people and no settings. */
export async function setupNeeded(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ needed: boolean }>(
    sql`select not exists (select 1 from ${users}) and not exists (select 1 from ${settings}) as needed`,
  )
  return rows[0]?.needed ?? false
}

/**
 * Returns a check for whether the company is set up. Once it is, the database is no longer asked.
 * While the database cannot be reached, the result is true.
 */
export function setupChecker(db: Db): () => Promise<boolean> {
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

/** Makes sure that only one of several concurrent setups succeeds. The others get a 409. */
export async function claimSetup(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('plumbline set-up', 0))`)
  if (!(await setupNeeded(db))) throw new Failure('setUpAlready')
}
