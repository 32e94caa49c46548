import type { Services } from '../../http/services.ts'
import { signInChangedEmail } from '../../platform/mail/emails.ts'
import { companyName } from '../company/queries.ts'
import type { UserRow } from '../people/queries.ts'

/** Emails the person about a change to how they sign in. */
export async function mailChange({ mail, database }: Services, person: UserRow, change: string) {
  mail?.send(signInChangedEmail(person, await companyName(database.db), change))
}
