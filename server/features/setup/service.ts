import { type Setup, sampleNames } from '@plumbline/contract/setup.ts'
import { claimSetup } from '../../access/auth/setupQueries.ts'
import { insertUser, type UserRow } from '../../access/people/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { credentials } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { addShippedTemplates } from '../templates/service.ts'

/** The names of the company as typed. For the sample company, missing ones have defaults. */
export function namesOf({ companyName, holdingsName, sample }: Setup) {
  const defaults = sample ? sampleNames : { companyName: '', holdingsName: null }
  return {
    companyName: companyName ?? defaults.companyName,
    holdingsName: holdingsName ?? defaults.holdingsName,
  }
}

/** Writes the company and its first admin in the caller's transaction. Works only once. */
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
  // The sample company has its own templates.
  if (!wanted.sample) await addShippedTemplates(db)
  const admin = await insertUser(db, { firstName, lastName, email, role: 'admin' })
  await db.insert(credentials).values({ userId: admin.id, passwordHash, changedAt: now })
  return admin
}
