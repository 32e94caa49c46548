import { groupBy } from '@plumbline/contract/groupBy.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { users } from '../people/table.ts'
import { phoneKey } from './contacts.ts'
import { type Customer, newcomersOf } from './newcomers.ts'
import { asRows, storedPhoneKey } from './queries.ts'
import type { ImportedJob, NewPerson } from './values.ts'

/** The client of a job, with the details that fill what the row leaves empty. */
interface Client {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly address: string | null
}

interface FoundRow extends Record<string, unknown>, Client {
  readonly key: string
  readonly role: Role
}

const phonesOf = (job: ImportedJob) =>
  [job.customerPhone, job.customerSecondPhone].map(phoneKey).filter((phone) => phone !== '')
const emailOf = (job: ImportedJob) => job.customerEmail?.toLowerCase() ?? null

/** Whom the email addresses and phones of a list belong to already: anybody's address, and phones of clients. */
interface Known {
  readonly byEmail: ReadonlyMap<string, FoundRow>
  readonly byPhone: ReadonlyMap<string, readonly FoundRow[]>
}

async function knownPeople(db: Db, jobs: readonly ImportedJob[]): Promise<Known> {
  const keys = (texts: readonly string[]) => asRows([...new Set(texts)].map((key) => ({ key })))
  const person = sql`u.id, u.role, u.first_name || ' ' || u.last_name as name, u.email, u.phone, u.address`
  const byEmail = await db.execute<FoundRow>(sql`
    select r.key, ${person} from jsonb_to_recordset(${keys(jobs.flatMap((job) => emailOf(job) ?? []))}) as r(key text)
      join ${users} u on lower(u.email) = r.key where u.deleted_at is null`)
  const byPhone = await db.execute<FoundRow>(sql`
    with known as materialized (
      select u.id, phone.key from ${users} u
        cross join lateral (values (${storedPhoneKey('phone')}), (${storedPhoneKey('second_phone')})) phone(key)
        where u.deleted_at is null and u.role = 'client')
    select distinct r.key, ${person} from jsonb_to_recordset(${keys(jobs.flatMap(phonesOf))}) as r(key text)
      join known on known.key = r.key join ${users} u on u.id = known.id`)
  return {
    byEmail: new Map(byEmail.rows.map((row) => [row.key, row])),
    byPhone: groupBy(byPhone.rows, ({ key }) => key),
  }
}

/**
 * The phones that say nothing about whose job it is: those of several clients, and those seen with different email
 * addresses, here or there. An address of somebody who is no client does not count: it is not the customer's.
 */
function sharedPhones(jobs: readonly ImportedJob[], { byEmail, byPhone }: Known) {
  const emails = new Map<string, string>()
  const shared = new Set<string>()
  const see = (phone: string, email: string | null) => {
    if (email === null) return
    if ((emails.get(phone) ?? email) !== email) shared.add(phone)
    emails.set(phone, email)
  }
  for (const [phone, [first, ...others]] of byPhone) {
    see(phone, first?.email?.toLowerCase() ?? null)
    if (others.length > 0) shared.add(phone)
  }
  for (const job of jobs) {
    const email = emailOf(job)
    const isCustomers = (byEmail.get(email ?? '')?.role ?? 'client') === 'client'
    if (isCustomers) for (const phone of phonesOf(job)) see(phone, email)
  }
  return shared
}

/** Jobs with their clients, and the clients whom the list brings. */
export interface LinkedJobs {
  readonly jobs: readonly ImportedJob[]
  readonly newClients: readonly NewPerson[]
}

/** Links each job to its client, and says who would have to be added. Never by name. */
export async function linkJobs(db: Db, list: readonly ImportedJob[]): Promise<LinkedJobs> {
  const known = await knownPeople(db, list)
  const shared = sharedPhones(list, known)
  const customers: Customer[] = []
  const jobs = list.map((job, place) => {
    const email = emailOf(job)
    const holder = known.byEmail.get(email ?? '')
    if (holder?.role === 'client') return ofClient(job, holder)
    const phones = phonesOf(job).filter((phone) => !shared.has(phone))
    const owners = phones.flatMap((phone) => known.byPhone.get(phone) ?? [])
    const [only, ...others] = new Map(owners.map((owner) => [owner.id, owner])).values()
    // Somebody with another email address is another person, who must not read this job.
    if (only && others.length === 0 && (email === null || only.email === null))
      return ofClient(job, only)
    if (!holder) customers.push({ place, job, email, phones: only ? [] : phones })
    return job
  })
  const newcomers = newcomersOf(
    customers.filter(({ email, phones }) => email !== null || phones.length > 0),
  )
  return {
    jobs: jobs.map((job, place) => {
      const person = newcomers.get(place)
      return person ? { ...job, clientId: person.id } : job
    }),
    newClients: [...new Set(newcomers.values())],
  }
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
