import { invalid } from '@plumbline/contract/failures.ts'
import type { Db } from '../../platform/db/handle.ts'
import { findCompany } from '../company/queries.ts'
import type { UserRow } from '../people/queries.ts'
import { passwordProblem } from './passwords.ts'

type Named = Pick<UserRow, 'firstName' | 'lastName' | 'email'>

/** Refuses a weak password with a 400 that gives the reason for the field. */
export async function requireStrongPassword(
  db: Db,
  person: Named,
  password: string,
  field: string,
) {
  const company = await findCompany(db)
  const own = [
    person.firstName,
    person.lastName,
    person.email ?? '',
    company?.companyName ?? '',
    company?.holdingsName ?? '',
  ]
  const problem = passwordProblem(password, own)
  if (problem) throw invalid({ [field]: problem })
}
