import type { PlumblineEvent } from '@plumbline/contract/events.ts'
import { NewJob } from '@plumbline/contract/jobs.ts'
import { NewUser } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import type { Db } from '../db/handle.ts'
import type { Good, Reader } from './check.ts'
import * as queries from './queries.ts'

/** A kind of import: how its rows are read, found again, and added. */
export interface Kind<T> extends Reader<T> {
  /** The rows that stand in the way: `same` for what is there already, else the reason. */
  readonly there: (
    db: Db,
    good: readonly Good<T>[],
  ) => Promise<ReadonlyMap<number, 'same' | { readonly reason: string }>>
  readonly insert: (db: Db, values: readonly T[]) => Promise<number>
  readonly event: PlumblineEvent['name']
}

const called: Readonly<Record<Role, string>> = {
  admin: 'an admin',
  subcontractor: 'a sub',
  client: 'a client',
}

const people = (kind: 'subcontractors' | 'customers', role: Role): Kind<NewUser> => ({
  kind,
  schema: NewUser,
  given: { role },
  keyOf: ({ email }) => email.toLowerCase(),
  key: 'e-mail address',
  keyField: 'email',
  there: async (db, good) => {
    const found = await queries.peopleThere(
      db,
      good.map(({ row, value }) => ({ row, email: value.email })),
    )
    // Somebody of another role is not who the list means, so nobody is told that they are there.
    const judged = [...found].map(
      ([row, other]) =>
        [
          row,
          other === role ? 'same' : { reason: `This address belongs to ${called[other]} already` },
        ] as const,
    )
    return new Map(judged)
  },
  insert: queries.insertPeople,
  event: 'person.imported',
})

export const subcontractors = people('subcontractors', 'subcontractor')
export const customers = people('customers', 'client')

export const jobs: Kind<NewJob> = {
  kind: 'jobs',
  schema: NewJob,
  given: {},
  keyOf: ({ name, address }) => JSON.stringify([name.toLowerCase(), address.toLowerCase()]),
  key: 'name and address',
  keyField: null,
  there: async (db, good) => {
    const rows = good.map(({ row, value: { name, address } }) => ({ row, name, address }))
    return new Map([...(await queries.jobsThere(db, rows))].map((row) => [row, 'same'] as const))
  },
  insert: queries.insertJobs,
  event: 'job.imported',
}
