import type { Person } from '@plumbline/contract/policy.ts'
import type { Services } from '../../http/services.ts'
import type { Db } from '../../platform/db/handle.ts'
import { sendsEmail } from '../../platform/mail/mail.ts'
import { type Company, requireCompany } from './queries.ts'

/** The circumstances of a write: its actor, and the company on whose day it happens. */
export interface Step {
  readonly actorId: string
  readonly company: Company
  readonly now: Date
  /** The secret under which links are made. */
  readonly secret: string
  /** Whether emails are sent here (`sendsEmail`). */
  readonly emails: boolean
}

interface Circumstances {
  readonly person: Person
  readonly now: Date
  readonly services: Pick<Services, 'settings'>
}

/** The circumstances of the write that a call makes. */
export async function stepOf(
  db: Db,
  { person, now, services: { settings } }: Circumstances,
): Promise<Step> {
  const company = await requireCompany(db)
  const { sessionSecret: secret } = settings
  return { actorId: person.id, company, now, secret, emails: sendsEmail(settings) }
}
