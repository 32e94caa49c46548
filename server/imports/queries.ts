import type { NewJob } from '@plumbline/contract/jobs.ts'
import type { NewUser } from '@plumbline/contract/people.ts'
import type { Role } from '@plumbline/contract/policy.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import { jobs } from '../jobs/table.ts'
import { users } from '../people/table.ts'

/** Lets imports run one after another until the transaction ends, so that each sees what the one before added. */
export async function lockImports(db: Db) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('imports', 0))`)
}

/** All rows are sent as one parameter. */
export const asRows = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** The rows whose email address belongs to somebody, with that person's role. */
export async function existingPeople(db: Db, rows: readonly { row: number; email: string }[]) {
  const found = await db.execute<{ row: number; role: Role }>(sql`
    select r.row, u.role from jsonb_to_recordset(${asRows(rows)}) as r("row" int, email text)
    join ${users} u on lower(u.email) = lower(r.email) where u.deleted_at is null`)
  return new Map(found.rows.map(({ row, role }) => [row, role]))
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

/** Adds people, except where the address was taken meanwhile; answers how many were added. */
export async function insertPeople(db: Db, people: readonly NewUser[]): Promise<number> {
  const rows = people.map(
    ({ email, firstName, lastName, role, specialty = null, phone = null }) => ({
      ...{ id: newId(), email, first_name: firstName, last_name: lastName, role, specialty, phone },
    }),
  )
  const inserted = await db.execute(sql`
    insert into ${users} (id, email, first_name, last_name, role, specialty, phone)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, email text, first_name text, last_name text, role text, specialty text, phone text)
    on conflict do nothing`)
  return inserted.rowCount ?? 0
}

/** Adds jobs, amounts in cents; answers how many were added. */
export async function insertJobs(db: Db, list: readonly NewJob[]): Promise<number> {
  const rows = list.map((job) => ({
    id: newId(),
    name: job.name,
    address: job.address,
    status: job.status ?? 'not_started',
    approved_amount: job.approvedAmount,
    start_date: job.startDate ?? null,
    end_date: job.endDate ?? null,
    customer_name: job.customerName ?? null,
    customer_email: job.customerEmail ?? null,
    customer_phone: job.customerPhone ?? null,
    customer_address: job.customerAddress ?? null,
    notes: job.notes ?? null,
  }))
  const inserted = await db.execute(sql`
    insert into ${jobs} (id, name, address, status, approved_amount, start_date, end_date,
      customer_name, customer_email, customer_phone, customer_address, notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, name text, address text, status text, approved_amount bigint, start_date date, end_date date,
        customer_name text, customer_email text, customer_phone text, customer_address text, notes text)`)
  return inserted.rowCount ?? 0
}
