import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { NewJob } from '@plumbline/contract/jobs.ts'
import { NewUser } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Db } from '../db/handle.ts'
import type { Reader, ValidRow } from './checkRows.ts'
import * as queries from './queries.ts'

/**
 * What is known of a valid row: `same` for what exists already, the reason why it cannot be added (about `field`, else the
 * key), or the value with what it refers to.
 */
export type Match<T> =
  | 'same'
  | { readonly reason: string; readonly field?: string }
  | { readonly value: T }

/** A kind of import: how its rows are read, matched with what exists, and added. */
export interface Kind<T> extends Reader<T> {
  /** What is known of the rows, by their numbers; one without a match is added as it is. */
  readonly match: (
    db: Db,
    valid: readonly ValidRow<T>[],
    now: Date,
  ) => Promise<ReadonlyMap<number, Match<T>>>
  readonly insert: (db: Db, values: readonly T[], now: Date) => Promise<number>
  readonly event: PlumblineEvent['name']
}

const roleNames: Readonly<Record<Role, string>> = {
  admin: 'an admin',
  subcontractor: 'a sub',
  client: 'a client',
}

const people = (kind: 'subcontractors' | 'customers', role: Role): Kind<NewUser> => ({
  kind,
  schema: NewUser,
  fixedValues: { role },
  keyOf: ({ email }) => email.toLowerCase(),
  key: 'email address',
  keyField: 'email',
  match: async (db, valid) => {
    const found = await queries.existingPeople(
      db,
      valid.map(({ row, value }) => ({ row, email: value.email })),
    )
    // Somebody of another role is a different person than the list means, so the row is a problem.
    const results = [...found].map(
      ([row, other]) =>
        [
          row,
          other === role
            ? 'same'
            : { reason: `This address belongs to ${roleNames[other]} already` },
        ] as const,
    )
    return new Map(results)
  },
  insert: queries.insertPeople,
  event: 'person.imported',
})

export const subcontractors = people('subcontractors', 'subcontractor')
export const customers = people('customers', 'client')

export const jobs: Kind<NewJob> = {
  kind: 'jobs',
  schema: NewJob,
  fixedValues: {},
  keyOf: ({ name, address }) => JSON.stringify([name.toLowerCase(), address.toLowerCase()]),
  key: 'name and address',
  keyField: null,
  match: async (db, valid) => {
    const rows = valid.map(({ row, value: { name, address } }) => ({ row, name, address }))
    return new Map([...(await queries.existingJobs(db, rows))].map((row) => [row, 'same'] as const))
  },
  insert: queries.insertJobs,
  event: 'job.imported',
}
