import { groupBy } from '@plumbline/contract/groupBy.ts'
import { inTurns } from './checkRows.ts'
import { agree, nameOrCompany, type Words } from './names.ts'
import { type ImportedJob, ImportedPerson, type NewPerson, withId } from './values.ts'

/** The customer of a job, and by what they are known. */
export interface Customer {
  readonly place: number
  readonly job: ImportedJob
  /** Of the customer's name; empty where the row has none. */
  readonly words: Words
  /** In lower case. */
  readonly email: string | null
  readonly phones: readonly string[]
}

/** Rows without a name are of whom their email address says; their phone says nothing. */
const keysOf = ({ email, phones, words }: Customer) => [
  ...(email ? [email] : []),
  ...(words.size > 0 ? phones : []),
]

/** The customers in groups that have an email address or a phone in common, be it through others of the group. */
function connected(customers: readonly Customer[]): Customer[][] {
  const byKey = groupBy(
    customers.flatMap((customer) => keysOf(customer).map((key) => ({ key, customer }))),
    ({ key }) => key,
  )
  const left = new Set(customers)
  const followed = new Set<string>()
  const groups: Customer[][] = []
  for (const first of left) {
    left.delete(first)
    const group = [first]
    // The group grows while it is read.
    for (const customer of group)
      for (const key of keysOf(customer)) {
        const others = followed.has(key) ? [] : (byKey.get(key) ?? [])
        followed.add(key)
        for (const { customer: other } of others) if (left.delete(other)) group.push(other)
      }
    groups.push(group)
  }
  return groups
}

/** Whether the names of these rows, as far as they have any, can be of one customer. */
export const haveOneName = (customers: readonly Customer[]) =>
  agree(customers.map(({ words }) => words).filter(({ size }) => size > 0))

/** The email addresses that rows of different names have: somebody's own, or one typed where none is known. */
export function emailsOfMany(customers: readonly Customer[]): ReadonlySet<string> {
  const byEmail = groupBy(
    customers.filter(({ email }) => email !== null),
    ({ email }) => email ?? '',
  )
  return new Set([...byEmail].filter(([, rows]) => !haveOneName(rows)).map(([email]) => email))
}

/** The customer of a job as a person to add; undefined without a name that can be stored. */
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

/** One person of all their rows: of the row with the fullest name, with the email address that another row may have. */
function personOf(rows: readonly Customer[]): NewPerson | undefined {
  const email = rows.find((row) => row.email)?.job.customerEmail ?? null
  for (const { job } of [...rows].sort((a, b) => b.words.size - a.words.size)) {
    const person = newClient(job)
    if (person) return { ...person, email }
  }
  return undefined
}

/**
 * The people to add, by the places of their jobs. Rows with the same email address or phone are one person, in whichever
 * order they come, as long as their names agree and they have one email address. Otherwise each email address is a person,
 * and a row that has only a phone is nobody's.
 */
export async function newcomersOf(
  customers: readonly Customer[],
): Promise<ReadonlyMap<number, NewPerson>> {
  const people = new Map<number, NewPerson>()
  for await (const group of inTurns(connected(customers))) {
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
