import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { users } from '../people/table.ts'
import { phoneKey } from './contacts.ts'
import { nameOrCompany } from './names.ts'
import { asRows, storedPhoneKey } from './queries.ts'
import { type ImportedJob, ImportedPerson, type NewPerson, withId } from './values.ts'

/** The client of a job, with the details that fill what the row leaves empty. */
interface Client {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
}

/** Whose address or phone a row names: a client; `taken` for somebody who is none, `several` for nobody in particular. */
type Found = Client | 'taken' | 'several'

interface FoundRow extends Record<string, unknown>, Client {
  readonly place: number
  readonly role: Role
}

const phonesOf = (job: ImportedJob) =>
  [job.customerPhone, job.customerSecondPhone].map(phoneKey).filter((phone) => phone !== '')
const emailOf = (job: ImportedJob) => job.customerEmail?.toLowerCase() ?? null

/** The clients of the jobs by their place in the list: by the email address, else by a phone that one client alone has. Never by name. */
async function existingClients(
  db: Db,
  jobs: readonly ImportedJob[],
): Promise<ReadonlyMap<number, Found>> {
  const emails = jobs.map((job, place) => ({ place, email: emailOf(job) }))
  const phones = jobs.flatMap((job, place) => phonesOf(job).map((phone) => ({ place, phone })))
  const person = sql`u.id, u.role, u.first_name || ' ' || u.last_name as name, u.email, u.phone, u.address`
  const byEmail = await db.execute<FoundRow>(sql`
    select r.place, ${person} from jsonb_to_recordset(${asRows(emails)}) as r(place int, email text)
      join ${users} u on lower(u.email) = r.email where u.deleted_at is null`)
  const byPhone = await db.execute<FoundRow>(sql`
    with known as materialized (
      select u.id, phone.key from ${users} u
        cross join lateral (values (${storedPhoneKey('phone')}), (${storedPhoneKey('second_phone')})) phone(key)
        where u.deleted_at is null and u.role = 'client')
    select distinct r.place, ${person} from jsonb_to_recordset(${asRows(phones)}) as r(place int, phone text)
      join known on known.key = r.phone join ${users} u on u.id = known.id`)
  const found = new Map<number, Found>()
  for (const [place, people] of groupBy(byPhone.rows, (row) => String(row.place))) {
    const [only, other] = people
    if (only) found.set(Number(place), other ? 'several' : only)
  }
  for (const row of byEmail.rows) {
    if (row.role === 'client') found.set(row.place, row)
    else if (typeof found.get(row.place) !== 'object') found.set(row.place, 'taken')
  }
  return found
}

/** The customer of a job as a person to add; undefined without a name, or without a way to know them by. */
function newClient(job: ImportedJob): NewPerson | undefined {
  if (!job.customerName || (!job.customerEmail && phonesOf(job).length === 0)) return undefined
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

/** Jobs with their clients, and the clients whom the list brings. */
export interface LinkedJobs {
  readonly jobs: readonly ImportedJob[]
  readonly newClients: readonly NewPerson[]
}

/** The customers of a list who are no clients yet; rows with the same email address or phone are one person. */
class Newcomers {
  readonly #byKey = new Map<string, NewPerson>()
  readonly #people = new Map<string, NewPerson>()

  get people(): NewPerson[] {
    return [...this.#people.values()]
  }

  /** The id of the customer of a job, who is added when none of the keys is known. */
  idOf(job: ImportedJob, keys: readonly string[]): string | null {
    const person = keys.map((key) => this.#byKey.get(key)).find(Boolean) ?? newClient(job)
    if (!person) return null
    // A later row may name the address that the first one lacks.
    const complete = { ...person, email: person.email ?? job.customerEmail ?? null }
    this.#people.set(person.id, complete)
    for (const key of keys) {
      const known = this.#byKey.get(key)
      if (!known || known.id === person.id) this.#byKey.set(key, complete)
    }
    return person.id
  }
}

/** Links each job to its client, and says who would have to be added. */
export async function linkJobs(db: Db, list: readonly ImportedJob[]): Promise<LinkedJobs> {
  const found = await existingClients(db, list)
  const newcomers = new Newcomers()
  const jobs = list.map((job, place) => {
    const client = found.get(place)
    if (client === 'taken') return job
    if (client && client !== 'several') return ofClient(job, client)
    const email = emailOf(job)
    // A phone that several people share says nothing about whose job it is.
    const phones = client === 'several' ? [] : phonesOf(job)
    const keys = [...(email ? [email] : []), ...phones]
    return keys.length === 0 ? job : { ...job, clientId: newcomers.idOf(job, keys) }
  })
  return { jobs, newClients: newcomers.people }
}

const ofClient = (job: ImportedJob, { id, name, email, phone, address }: Client): ImportedJob => ({
  ...job,
  clientId: id,
  customerName: job.customerName ?? name,
  customerEmail: job.customerEmail ?? email,
  customerPhone: job.customerPhone ?? phone,
  customerAddress: job.customerAddress ?? address,
})

/** Those of the people who are clients, locked so that they cannot leave until the transaction ends. */
export async function lockClients(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = [...new Set(ids)].map((id) => ({ id }))
  const locked = await db.execute<{ id: string }>(sql`
    select u.id from ${users} u where u.deleted_at is null and u.role = 'client'
      and u.id in (select r.id from jsonb_to_recordset(${asRows(rows)}) as r(id uuid))
    order by u.id for share of u`)
  return new Set(locked.rows.map(({ id }) => id))
}
