import { groupBy } from '@plumbline/contract/groupBy.ts'
import { nameOrCompany } from './names.ts'
import { type ImportedJob, ImportedPerson, type NewPerson, withId } from './values.ts'

/** The customer of a job who is no client yet, and by what they are known: at least one of the two. */
export interface Customer {
  readonly place: number
  readonly job: ImportedJob
  /** In lower case. */
  readonly email: string | null
  readonly phones: readonly string[]
}

const keysOf = ({ email, phones }: Customer) => (email ? [email, ...phones] : phones)

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

/** One person of all their rows: of the first row with a name, with the email address that another row may have. */
function personOf(rows: readonly Customer[]): NewPerson | undefined {
  const email = rows.find((row) => row.email)?.job.customerEmail ?? null
  for (const { job } of rows) {
    const person = newClient(job)
    if (person) return { ...person, email }
  }
  return undefined
}

/**
 * The people to add, by the places of their jobs. Rows with the same email address or phone are one person, in whichever
 * order they come; two email addresses are two people, and rows that could be of either are nobody's.
 */
export function newcomersOf(customers: readonly Customer[]): ReadonlyMap<number, NewPerson> {
  const people = new Map<number, NewPerson>()
  for (const group of connected(customers)) {
    const withEmail = group.filter(({ email }) => email !== null)
    const byEmail = groupBy(withEmail, ({ email }) => email ?? '')
    for (const rows of byEmail.size > 1 ? byEmail.values() : [group]) {
      const person = personOf(rows)
      if (person) for (const { place } of rows) people.set(place, person)
    }
  }
  return people
}
