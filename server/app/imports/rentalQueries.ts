import type { NewRentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import type { NewRentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { incomeKindOf } from '@plumbline/contract/rentalIncome.ts'
import type { NewRentalProperty } from '@plumbline/contract/rentals.ts'
import type { NewTenant } from '@plumbline/contract/tenants.ts'
import { asc, inArray, sql } from 'drizzle-orm'
import { companyDay } from '../../access/company/queries.ts'
import { t, tenantName } from '../../features/rentals/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { newId } from '../../platform/db/ids.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../../schema/rentals.ts'
import { asRows } from './queries.ts'

/** The rows whose property exists already, archived or not, by address, city and ZIP code. */
export async function existingProperties(
  db: Db,
  rows: readonly { row: number; address: string; city: string; zip: string }[],
) {
  const found = await db.execute<{ row: number }>(sql`
    select distinct r.row
    from jsonb_to_recordset(${asRows(rows)}) as r("row" int, address text, city text, zip text)
    join ${rentalProperties} p on lower(p.address) = lower(r.address)
      and lower(p.city) = lower(r.city) and lower(p.zip_code) = lower(r.zip)`)
  return found.rows.map(({ row }) => row)
}

/**
 * The ids of the properties with each of the names, which are in lower case: the address, the
 * address with the city, or the full address.
 */
export async function propertiesNamed(db: Db, names: readonly string[]) {
  const found = await db.execute<{ name: string; ids: string[] }>(sql`
    select n.name, array_agg(distinct p.id) as ids
    from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as n(name)
    join (
      select id, lower(address) as name from ${rentalProperties}
      union all
      select id, lower(address || ', ' || city) from ${rentalProperties}
      union all
      select id, lower(address || ', ' || city || ', ' || state || ' ' || zip_code)
      from ${rentalProperties}) p on p.name = n.name
    group by n.name`)
  return new Map(found.rows.map(({ name, ids }) => [name, ids]))
}

/**
 * Locks properties in the order of their ids, as every new lease does.
 * @returns the existing ones
 */
export function lockProperties(db: Db, ids: readonly string[]) {
  return db
    .select({ id: rentalProperties.id, archivedAt: rentalProperties.archivedAt })
    .from(rentalProperties)
    .where(inArray(rentalProperties.id, [...ids]))
    .orderBy(asc(rentalProperties.id))
    .for('no key update')
}

/**
 * The tenants of locked properties, in the order of their ids. They are locked against deletion.
 */
export function tenantsOf(db: Db, propertyIds: readonly string[]) {
  return db
    .select({
      id: t.id,
      propertyId: sql<string>`${t.propertyId}`,
      name: sql<string>`${tenantName}`,
      email: t.email,
      leaseStart: t.leaseStart,
      leaseEnd: t.leaseEnd,
    })
    .from(t)
    .where(inArray(t.propertyId, [...propertyIds]))
    .orderBy(asc(t.id))
    .for('key share')
}

/** Whether an entry `e` counts: one that was reversed may be imported again. */
const counts = (table: typeof rentalIncome | typeof rentalExpenses) =>
  sql`e.reverses_id is null and not exists (select 1 from ${table} r where r.reverses_id = e.id)`

/**
 * The rows whose entry exists already. A row that names no tenant matches the entry of any tenant.
 */
export async function existingIncome(
  db: Db,
  rows: readonly { row: number; namesTenant: boolean; value: NewRentalIncome }[],
) {
  const sent = rows.map(({ row, namesTenant, value }) => ({
    ...{ row, names_tenant: namesTenant, property_id: value.propertyId },
    ...{ tenant_id: value.tenantId ?? null, day: value.dateReceived, amount: value.amount },
    ...{ type: value.incomeType, description: value.description ?? '' },
  }))
  const found = await db.execute<{ row: number }>(sql`
    select distinct r.row
    from jsonb_to_recordset(${asRows(sent)}) as r("row" int, names_tenant boolean, property_id uuid, tenant_id uuid,
      day date, amount numeric, type text, description text)
    join ${rentalIncome} e on e.property_id = r.property_id and e.date_received = r.day and e.amount = r.amount
      and lower(e.income_type) = lower(r.type) and lower(coalesce(e.description, '')) = lower(r.description)
      and (not r.names_tenant or e.tenant_id = r.tenant_id)
    where ${counts(rentalIncome)}`)
  return new Set(found.rows.map(({ row }) => row))
}

/** The rows whose expense exists already. */
export async function existingExpenses(
  db: Db,
  rows: readonly { row: number; value: NewRentalExpense }[],
) {
  const sent = rows.map(({ row, value }) => ({
    ...{ row, property_id: value.propertyId ?? null, day: value.dateIncurred },
    ...{ amount: value.amount, type: value.expenseType, description: value.description },
  }))
  const found = await db.execute<{ row: number }>(sql`
    select distinct r.row
    from jsonb_to_recordset(${asRows(sent)}) as r("row" int, property_id uuid, day date, amount numeric, type text,
      description text)
    join ${rentalExpenses} e on e.date_incurred = r.day and e.amount = r.amount
      and e.property_id is not distinct from r.property_id
      and lower(e.expense_type) = lower(r.type) and lower(e.description) = lower(r.description)
    where ${counts(rentalExpenses)}`)
  return new Set(found.rows.map(({ row }) => row))
}

/** Adds properties. @returns the number of added properties */
export async function insertProperties(db: Db, list: readonly NewRentalProperty[]) {
  const rows = list.map((property) => ({
    ...{ id: newId(), address: property.address, city: property.city, state: property.state },
    ...{ zip_code: property.zipCode, property_type: property.propertyType },
    ...{ bedrooms: property.bedrooms, bathrooms: property.bathrooms },
    ...{ square_feet: property.squareFeet, purchase_price: property.purchasePrice },
    ...{ purchase_date: property.purchaseDate, monthly_rent: property.monthlyRent },
    ...{ security_deposit: property.securityDeposit, notes: property.notes },
    property_manager: property.propertyManager,
  }))
  const inserted = await db.execute(sql`
    insert into ${rentalProperties} (id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet,
      purchase_price, purchase_date, monthly_rent, security_deposit, property_manager, notes)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, address text, city text, state text, zip_code text, property_type text, bedrooms int,
        bathrooms numeric, square_feet int, purchase_price numeric, purchase_date date, monthly_rent numeric,
        security_deposit numeric, property_manager text, notes text)`)
  return inserted.rowCount ?? 0
}

/**
 * Adds tenants with their leases, unless another lease has started in the meantime. Tenants whose
 * lease is over become former tenants. Otherwise a list of past tenants would consist of people who
 * stay without a lease.
 * @returns the number of added tenants
 */
export async function insertTenants(
  db: Db,
  list: readonly NewTenant[],
  { now }: { readonly now: Date },
) {
  const rows = list.map((tenant) => ({
    ...{ id: newId(), property_id: tenant.propertyId, first_name: tenant.firstName },
    ...{ last_name: tenant.lastName, email: tenant.email, phone: tenant.phone },
    ...{ emergency_contact: tenant.emergencyContact, emergency_phone: tenant.emergencyPhone },
    ...{ lease_start: tenant.leaseStart, lease_end: tenant.leaseEnd },
    ...{ monthly_rent: tenant.monthlyRent, security_deposit: tenant.securityDeposit },
    ...{ rent_from: tenant.rentFrom, notes: tenant.notes },
  }))
  const inserted = await db.execute(sql`
    insert into ${tenants} (id, property_id, first_name, last_name, email, phone, emergency_contact, emergency_phone,
      lease_start, lease_end, monthly_rent, security_deposit, rent_from, notes, status)
    select r.*, case when r.lease_end < ${companyDay(now)} then 'former' else 'active' end from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, property_id uuid, first_name text, last_name text, email text, phone text, emergency_contact text,
        emergency_phone text, lease_start date, lease_end date, monthly_rent numeric, security_deposit numeric,
        rent_from date, notes text)
    on conflict do nothing`)
  return inserted.rowCount ?? 0
}

/**
 * Adds money received. A rent is for the given month, or else for the month it was received in.
 * @returns the number of added entries
 */
export async function insertIncome(
  db: Db,
  list: readonly NewRentalIncome[],
  { actorId }: { readonly actorId: string },
) {
  const rows = list.map((entry) => {
    const kind = incomeKindOf(entry.incomeType)
    const month = entry.rentMonth ?? entry.dateReceived.slice(0, 7)
    return {
      ...{ id: newId(), property_id: entry.propertyId, tenant_id: entry.tenantId },
      ...{ amount: entry.amount, income_type: entry.incomeType, kind },
      ...{ description: entry.description, date_received: entry.dateReceived },
      ...{ payment_method: entry.paymentMethod, recorded_by_id: actorId },
      rent_month: kind === 'rent' ? `${month}-01` : null,
    }
  })
  const inserted = await db.execute(sql`
    insert into ${rentalIncome} (id, property_id, tenant_id, amount, income_type, kind, description, date_received,
      payment_method, recorded_by_id, rent_month)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, property_id uuid, tenant_id uuid, amount numeric, income_type text, kind text, description text,
        date_received date, payment_method text, recorded_by_id uuid, rent_month date)`)
  return inserted.rowCount ?? 0
}

/** Adds money spent. @returns the number of added entries */
export async function insertExpenses(
  db: Db,
  list: readonly NewRentalExpense[],
  { actorId }: { readonly actorId: string },
) {
  const rows = list.map((entry) => ({
    ...{ id: newId(), property_id: entry.propertyId, amount: entry.amount },
    ...{ expense_type: entry.expenseType, vendor: entry.vendor },
    ...{ description: entry.description, date_incurred: entry.dateIncurred },
    recorded_by_id: actorId,
  }))
  const inserted = await db.execute(sql`
    insert into ${rentalExpenses} (id, property_id, amount, expense_type, vendor, description, date_incurred,
      recorded_by_id)
    select r.* from jsonb_to_recordset(${asRows(rows)})
      as r(id uuid, property_id uuid, amount numeric, expense_type text, vendor text, description text,
        date_incurred date, recorded_by_id uuid)`)
  return inserted.rowCount ?? 0
}
