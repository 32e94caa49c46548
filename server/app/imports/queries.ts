import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import { customersOf, wordsOfClient } from '../../features/customers/matching.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { MIN_PHONE_DIGITS, phoneDigits } from '../../schema/customers.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { privateNotes } from '../../schema/subcontractors.ts'
import type { ValidRow } from './checkRows.ts'
import { phoneKey } from './contacts.ts'
import type { ImportedJob, ImportedPerson, NewPerson } from './values.ts'

/** Serializes imports until the transaction ends, so that each sees what the previous one added. */
export async function lockImports(db: Db) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`)
}

/** The rows as a single JSON parameter. */
export const asRows = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** SQL for the digits by which a stored phone number is matched, as in {@link phoneKey}. */
export const storedPhoneKey = (column: 'phone' | 'second_phone') => sql`(
  select case when length(k.digits) >= ${MIN_PHONE_DIGITS} then k.digits else '' end
    from (select ${phoneDigits(sql`u.${sql.raw(column)}`)} as digits) k)`

/**
 * The person that a row matches; `lacksEmail` if the row has an email address and they have none.
 */
export interface ExistingPerson {
  readonly role: Role
  readonly lacksEmail: boolean
}

/**
 * The existing people by the number of the row that matches them: by email address, or by name and
 * phone number if the row or the person has no email address. A row without either is matched by
 * name and address.
 */
export async function existingPeople(
  db: Db,
  role: Role,
  valid: readonly ValidRow<ImportedPerson>[],
): Promise<ReadonlyMap<number, ExistingPerson>> {
  const rows = valid.map(({ row, value: { email, firstName, lastName, phone, address } }) => ({
    ...{ row, email, first: firstName, last: lastName, phone: phoneKey(phone), address },
  }))
  const found = await db.execute<{ row: number } & ExistingPerson & Record<string, unknown>>(sql`
    with r as (select * from jsonb_to_recordset(${asRows(rows)})
      as r("row" int, email text, first text, last text, phone text, address text))
    select r.row, u.role, r.email is not null as "lacksEmail", 1 as place from r
      join ${users} u on lower(u.first_name) = lower(r.first) and lower(u.last_name) = lower(r.last)
      where u.deleted_at is null and u.role = ${role} and (r.email is null or u.email is null)
        and ${storedPhoneKey('phone')} = r.phone
        and (r.phone <> '' or (r.email is null and lower(coalesce(u.address, '')) = lower(coalesce(r.address, ''))))
    union all
    select r.row, u.role, false, 2 from r join ${users} u on lower(u.email) = lower(r.email) where u.deleted_at is null
    order by place`)
  // The match by email address comes last, so it takes precedence.
  return new Map(found.rows.map((person) => [person.row, person]))
}

/** The rows whose job exists already, by name and address. */
export async function existingJobs(
  db: Db,
  rows: readonly { row: number; name: string; address: string }[],
) {
  const found = await db.execute<{ row: number }>(sql`
    select distinct r.row from jsonb_to_recordset(${asRows(rows)}) as r("row" int, name text, address text)
    join ${jobs} j on lower(j.name) = lower(r.name) and lower(j.address) = lower(r.address)`)
  return new Set(found.rows.map(({ row }) => row))
}

/** Adds people whose email address is not taken. @returns those who were added */
export async function insertPeople(
  db: Db,
  actorId: string,
  people: readonly NewPerson[],
): Promise<{ id: string; email: string | null }[]> {
  const customers = await customersOf(db, people.map(wordsOfClient))
  const rows = people.map((person, place) => ({
    customer_id: customers.ids[place],
    id: person.id,
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    role: person.role,
    specialty: person.specialty ?? null,
    phone: person.phone ?? null,
    second_phone: person.secondPhone ?? null,
    company: person.company ?? null,
    address: person.address ?? null,
    office_notes: person.role === 'client' ? (person.notes ?? null) : null,
  }))
  const inserted = await db.execute<{ id: string; email: string | null }>(sql`
    insert into ${users} (customer_id, id, email, first_name, last_name, role, specialty, phone, second_phone, company,
      address, office_notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(customer_id uuid, id uuid, email text, first_name text, last_name text, role text, specialty text, phone text,
        second_phone text, company text, address text, office_notes text)
    on conflict do nothing returning id, email`)
  const added = new Set(inserted.rows.map(({ id }) => id))
  await insertNotes(
    db,
    actorId,
    people.filter(({ id, role }) => role === 'subcontractor' && added.has(id)),
  )
  return inserted.rows
}

/** Stores the notes about subs, which only admins may read. */
async function insertNotes(db: Db, actorId: string, subs: readonly NewPerson[]) {
  const rows = subs.filter(({ notes }) => notes).map(({ id, notes }) => ({ id, text: notes }))
  if (rows.length === 0) return
  await db.execute(sql`
    insert into ${privateNotes} (subcontractor_id, text, updated_by_id)
    select r.id, r.text, ${actorId} from jsonb_to_recordset(${asRows(rows)}) as r(id uuid, text text)`)
}

/** Adds jobs, with amounts in cents. @returns the number of added jobs */
export async function insertJobs(db: Db, list: readonly ImportedJob[]): Promise<number> {
  const customers = await customersOf(db, list)
  const rows = list.map((job, place) => ({
    id: newId(),
    customer_id: customers.ids[place],
    name: job.name,
    address: job.address,
    client_id: job.clientId ?? null,
    status: job.status ?? 'not_started',
    progress: job.progress ?? 0,
    approved_amount: job.approvedAmount,
    start_date: job.startDate ?? null,
    end_date: job.endDate ?? null,
    customer_name: job.customerName ?? null,
    customer_email: job.customerEmail ?? null,
    customer_phone: job.customerPhone ?? null,
    customer_address: job.customerAddress ?? null,
    notes: job.notes ?? null,
    private_notes: job.privateNotes ?? null,
  }))
  const inserted = await db.execute(sql`
    insert into ${jobs} (id, customer_id, name, address, client_id, status, progress, approved_amount, start_date, end_date,
      customer_name, customer_email, customer_phone, customer_address, notes, private_notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, customer_id uuid, name text, address text, client_id uuid, status text, progress int, approved_amount bigint, start_date date,
        end_date date, customer_name text, customer_email text, customer_phone text, customer_address text, notes text,
        private_notes text)`)
  return inserted.rowCount ?? 0
}
