import { dayIn } from '@plumbline/contract/dates.ts'
import type { User } from '@plumbline/contract/people.ts'
import { type Setup, sampleNames } from '@plumbline/contract/setup.ts'
import { usHolidays } from '@plumbline/contract/usHolidays.ts'
import type { AuthContext } from '../../access/auth/pages/formRoute.ts'
import { passwordProblem } from '../../access/auth/passwords.ts'
import { claimSetup } from '../../access/auth/setupQueries.ts'
import { signInSucceeded } from '../../access/auth/signInAudit.ts'
import { insertCompany } from '../../access/company/queries.ts'
import { subjectOf } from '../../access/people/names.ts'
import { insertUser, toUser } from '../../access/people/queries.ts'
import { publish } from '../../events/publish.ts'
import { recordAudit } from '../../events/recordAudit.ts'
import type { PreparedSample } from '../../http/services.ts'
import { startSession } from '../../http/session.ts'
import { credentials } from '../../schema/auth.ts'
import { addShippedTemplates } from '../templates/service.ts'

/** The names of the company as typed. For the sample company, missing ones have defaults. */
export function namesOf({ companyName, holdingsName, sample }: Setup) {
  const defaults = sample ? sampleNames : { companyName: '', holdingsName: null }
  return {
    companyName: companyName ?? defaults.companyName,
    holdingsName: holdingsName ?? defaults.holdingsName,
  }
}

const nameFields = ['companyName', 'holdingsName', 'firstName', 'lastName', 'email'] as const

/** The reason the first password is refused, if it is. It must not contain the submitted names. */
export const weakness = (
  password: string,
  named: { readonly [F in (typeof nameFields)[number]]?: string | null | undefined },
) =>
  passwordProblem(
    password,
    nameFields.map((name) => named[name] ?? ''),
  )

/** The holidays from a day until the end of the next year. */
function comingHolidays(today: string) {
  const year = Number(today.slice(0, 4))
  return [...usHolidays(year), ...usHolidays(year + 1)].filter(({ day }) => day >= today)
}

/**
 * Writes the company, its first admin and the rows of the sample, if any, in the caller's
 * transaction, and signs the admin in. Works only once.
 */
export async function setUpCompany(
  { db, now, services, request, reply }: AuthContext,
  wanted: Setup & { timeZone: string },
  passwordHash: string,
  sample?: PreparedSample,
): Promise<User> {
  await claimSetup(db)
  const { firstName, lastName, email } = wanted
  await insertCompany(db, {
    ...namesOf(wanted),
    timeZone: wanted.timeZone,
    sample: wanted.sample,
    holidays: comingHolidays(dayIn(wanted.timeZone, now)),
  })
  // The sample company has its own templates.
  if (!wanted.sample) await addShippedTemplates(db)
  const admin = await insertUser(db, { firstName, lastName, email, role: 'admin' })
  await db.insert(credentials).values({ userId: admin.id, passwordHash, changedAt: now })
  await sample?.load(db, admin.id)
  await startSession(db, services, request, reply, admin.id)
  const entry = { action: 'company.setUp', actorId: admin.id, ...subjectOf(admin) } as const
  await recordAudit(db, request, entry)
  await signInSucceeded(db, request, admin, 'setUp')
  await publish(db, admin.id, { name: 'person.joined', subjectId: admin.id })
  return toUser(admin, admin.role)
}
