import { groupBy } from '@plumbline/contract/groupBy.ts'
import { withYields } from './checkRows.ts'
import { agree, nameOrCompany, type Words } from './names.ts'
import { type ImportedJob, ImportedPerson, type NewPerson, withId } from './values.ts'

/** The customer of a job, with what identifies them. */
export interface Customer {
  /** The index of the job in the list. */
  readonly place: number
  readonly job: ImportedJob
  /** The words of the customer's name; empty if the row has none. */
  readonly words: Words
  /** The email address in lower case. */
  readonly email: string | null
  readonly phones: readonly string[]
}

/** The keys that identify a customer. Without a name, only the email address does. */
const keysOf = ({ email, phones, words }: Customer) => [
  ...(email ? [email] : []),
  ...(words.size > 0 ? phones : []),
]

/**
 * Groups the customers that share an email address or a phone number, directly or through others in
 * the group.
 */
function connected(customers: readonly Customer[]): Customer[][] {
  const byKey = groupBy(
    customers.flatMap((customer) => keysOf(customer).map((key) => ({ key, customer }))),
    ({ key }) => key,
  )
  const remaining = new Set(customers)
  const visitedKeys = new Set<string>()
  const groups: Customer[][] = []
  for (const first of remaining) {
    remaining.delete(first)
    const group = [first]
    // The group grows during the iteration.
    for (const customer of group)
      for (const key of keysOf(customer)) {
        const others = visitedKeys.has(key) ? [] : (byKey.get(key) ?? [])
        visitedKeys.add(key)
        for (const { customer: other } of others) if (remaining.delete(other)) group.push(other)
      }
    groups.push(group)
  }
  return groups
}

/** Whether the names in the rows can be the same customer. Rows without a name are ignored. */
export const haveOneName = (customers: readonly Customer[]) =>
  agree(customers.map(({ words }) => words).filter(({ size }) => size > 0))

/**
 * The email addresses that appear with different names: for example the office's own address, or a
 * made-up one.
 */
export function emailsOfMany(customers: readonly Customer[]): ReadonlySet<string> {
  const byEmail = groupBy(
    customers.filter(({ email }) => email !== null),
    ({ email }) => email ?? '',
  )
  return new Set([...byEmail].filter(([, rows]) => !haveOneName(rows)).map(([email]) => email))
}

/** The customer of a job as a person to add; undefined if the name cannot be stored. */
function newClient(job: ImportedJob): NewPerson | undefined {
  if (!job.customerName) return undefined
  const person = ImportedPerson.safeParse({
    ...nameOrCompany(job.customerName, 'Customer'),
    role: 'client',
    email: job.customerEmail ?? null,
    phone: job.customerPhone,
    secondPhone: job.customerSecondPhone,
    address: job.customerAddress,
  })
  return person.success ? withId(person.data) : undefined
}

/**
 * One person from all their rows: the row with the longest name, with the email address of
 * whichever row has one.
 */
function personOf(rows: readonly Customer[]): NewPerson | undefined {
  const email = rows.find((row) => row.email)?.job.customerEmail ?? null
  for (const { job } of [...rows].sort((a, b) => b.words.size - a.words.size)) {
    const person = newClient(job)
    if (person) return { ...person, email }
  }
  return undefined
}

/**
 * The people to add, by the index of their job. Rows with the same email address or phone number
 * are one person, in any order, if their names agree and there is only one email address. Otherwise
 * each email address is a person, and a row with only a phone number gets none.
 */
export async function newcomersOf(
  customers: readonly Customer[],
): Promise<ReadonlyMap<number, NewPerson>> {
  const people = new Map<number, NewPerson>()
  for await (const group of withYields(connected(customers))) {
    const byEmail = groupBy(
      group.filter(({ email }) => email !== null),
      ({ email }) => email ?? '',
    )
    const isOne = byEmail.size <= 1 && haveOneName(group)
    for (const rows of isOne ? [group] : byEmail.values()) {
      const person = personOf(rows)
      if (person) for (const { place } of rows) people.set(place, person)
    }
  }
  return people
}
