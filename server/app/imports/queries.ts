import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { jobs } from '../../schema/jobs.ts'
import { users } from '../../schema/people.ts'
import { privateNotes } from '../../schema/subcontractors.ts'
import type { ValidRow } from './checkRows.ts'
import { phoneKey } from './contacts.ts'
import type { ImportedJob, ImportedPerson, NewPerson } from './values.ts'

/** Lets imports run one after another until the transaction ends, so that each sees what the one before added. */
export async function lockImports(db: Db) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`)
}

/** All rows are sent as one parameter. */
export const asRows = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** The digits of a stored phone number by which it is found, as {@link phoneKey} makes them. */
export const storedPhoneKey = (column: 'phone' | 'second_phone') => sql`(
  select case when length(k.digits) >= 7 then k.digits else '' end from (select regexp_replace(
    regexp_replace(regexp_replace(coalesce(u.${sql.raw(column)}, ''), '\\s*(x|ext).*$', '', 'i'), '[^0-9]', '', 'g'),
    '^1([0-9]{10})$', '\\1') as digits) k)`

/** Who a row means; `lacksEmail` where the row has an email address and the person none. */
export interface ExistingPerson {
  readonly role: Role
  readonly lacksEmail: boolean
}

/**
 * The rows whose person is there already: known by the email address, and where the row or the person has none, by name
 * and phone. Without a phone either, name and address have to be the same.
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
  // The email address comes last and counts more.
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

/** Adds people, except where the address was taken meanwhile; answers who was added. */
export async function insertPeople(
  db: Db,
  actorId: string,
  people: readonly NewPerson[],
): Promise<{ id: string; email: string | null }[]> {
  const rows = people.map((person) => ({
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
    insert into ${users} (id, email, first_name, last_name, role, specialty, phone, second_phone, company, address,
      office_notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, email text, first_name text, last_name text, role text, specialty text, phone text,
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

/** Keeps the notes about subs, which only admins read. */
async function insertNotes(db: Db, actorId: string, subs: readonly NewPerson[]) {
  const rows = subs.filter(({ notes }) => notes).map(({ id, notes }) => ({ id, text: notes }))
  if (rows.length === 0) return
  await db.execute(sql`
    insert into ${privateNotes} (subcontractor_id, text, updated_by_id)
    select r.id, r.text, ${actorId} from jsonb_to_recordset(${asRows(rows)}) as r(id uuid, text text)`)
}

/** Adds jobs, amounts in cents; answers how many were added. */
export async function insertJobs(db: Db, list: readonly ImportedJob[]): Promise<number> {
  const rows = list.map((job) => ({
    id: newId(),
    name: job.name,
    address: job.address,
    client_id: job.clientId ?? null,
    status: job.status ?? 'not_started',
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
    insert into ${jobs} (id, name, address, client_id, status, approved_amount, start_date, end_date,
      customer_name, customer_email, customer_phone, customer_address, notes, private_notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, name text, address text, client_id uuid, status text, approved_amount bigint, start_date date,
        end_date date, customer_name text, customer_email text, customer_phone text, customer_address text, notes text,
        private_notes text)`)
  return inserted.rowCount ?? 0
}
