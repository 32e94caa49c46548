import { groupBy } from '@plumbline/contract/groupBy.ts'
import { addMonths } from '@plumbline/contract/months.ts'
import { NewRentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import {
  incomeKindOf,
  NewRentalIncome,
  RENT_MONTHS_AHEAD,
} from '@plumbline/contract/rentalIncome.ts'
import { NewRentalProperty } from '@plumbline/contract/rentals.ts'
import { NewTenant } from '@plumbline/contract/tenants.ts'
import { optionalText, text, withAsciiDomain } from '@plumbline/contract/text.ts'
import { z } from 'zod'
import { companyDays } from '../../access/company/service.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type ValidRow, withYields } from './checkRows.ts'
import { inOneStatement, type Kind, type Match } from './importers.ts'
import { addLease, type Days, inOrderOfStart, leasesOn } from './leases.ts'
import { splitName } from './names.ts'
import * as queries from './rentalQueries.ts'

const lower = (value: string | null | undefined) => (value ?? '').toLowerCase()
const keyOf = (...parts: readonly (string | null | undefined)[]) =>
  JSON.stringify(parts.map((part) => lower(part)))

export const properties: Kind<NewRentalProperty> = {
  kind: 'properties',
  schema: NewRentalProperty,
  fixedValues: {},
  keyOf: ({ address, city, zipCode }) => keyOf(address, city, zipCode),
  key: 'address',
  keyField: 'address',
  match: async (db, valid) => {
    const rows = valid.map(({ row, value: { address, city, zipCode } }) => ({
      ...{ row, address, city, zip: zipCode },
    }))
    const found = await queries.existingProperties(db, rows)
    return new Map(found.map((row) => [row, 'same'] as const))
  },
  add: inOneStatement('properties', queries.insertProperties),
}

/** The id of the property of a row until it has been found by its address. */
const PROPERTY_PLACEHOLDER = '00000000-0000-0000-0000-000000000000'
const property = text(1000, 'Property is required')

const TenantRow = z.object({ property }).and(NewTenant)
type TenantRow = z.output<typeof TenantRow>
const IncomeRow = z.object({ property, tenant: optionalText(300).optional() }).and(NewRentalIncome)
type IncomeRow = z.output<typeof IncomeRow>
const ExpenseRow = z.object({ property: optionalText(1000).optional() }).and(NewRentalExpense)
type ExpenseRow = z.output<typeof ExpenseRow>

interface NamesProperty {
  readonly property?: string | null | undefined
}
/** A row with the id of the property it names; null if it names none. */
interface PlacedRow<T> extends ValidRow<T> {
  readonly propertyId: string | null
}

/**
 * Finds and locks the properties that the rows name. Rows with unknown or ambiguous names are
 * refused.
 * @param takesArchived whether an archived property is accepted if no other one has its address. It
 * may get entries in the books, but no new lease.
 */
async function placeRows<T extends NamesProperty>(
  db: Db,
  valid: readonly ValidRow<T>[],
  { takesArchived }: { takesArchived: boolean },
) {
  const names = [...new Set(valid.map(({ value }) => lower(value.property)))].filter(Boolean)
  const named = await queries.propertiesNamed(db, names)
  const ids = new Set([...named.values()].flat())
  const locked = await queries.lockProperties(db, [...ids])
  const isArchived = new Map(locked.map(({ id, archivedAt }) => [id, archivedAt !== null]))
  const matches = new Map<number, Match<T>>()
  const placed: PlacedRow<T>[] = []
  for (const row of valid) {
    const { property: name } = row.value
    const known = named.get(lower(name)) ?? []
    const inUse = known.filter((id) => isArchived.get(id) === false)
    const archived = takesArchived ? known.filter((id) => isArchived.get(id)) : []
    const [propertyId, ...others] = inUse.length > 0 ? inUse : archived
    if (!name) placed.push({ ...row, propertyId: null })
    else if (!propertyId)
      matches.set(row.row, { field: 'property', reason: 'No property has this address' })
    else if (others.length > 0) matches.set(row.row, { field: 'property', reason: AMBIGUOUS })
    else placed.push({ ...row, propertyId })
  }
  return { matches, placed }
}

const AMBIGUOUS =
  'Several properties have this address; write it in full, such as 9 Elm St, Aurora, IL 60506'

const idsOf = (rows: readonly PlacedRow<unknown>[]) => [
  ...new Set(rows.flatMap(({ propertyId }) => propertyId ?? [])),
]

/** A stored lease, or one of a row. */
type Lease = Days & { readonly name: string; readonly row?: number }
/** The leases of one property: in the order of their first days, and by name and first day. */
interface Leases {
  readonly inOrder: Lease[]
  readonly named: Map<string, Lease>
}

function leasesAmong(ofProperty: readonly Lease[]): Leases {
  const named = ofProperty.map((lease) => [keyOf(lease.name, lease.leaseStart), lease] as const)
  return { inOrder: inOrderOfStart(ofProperty), named: new Map(named) }
}

/**
 * Matches tenants with those of their property. The same lease exists already; another one on the
 * same days is refused.
 */
async function matchTenants(db: Db, valid: readonly ValidRow<TenantRow>[]) {
  const { matches, placed } = await placeRows(db, valid, { takesArchived: false })
  const known = groupBy(await queries.tenantsOf(db, idsOf(placed)), (tenant) => tenant.propertyId)
  const leasesOf = new Map<string, Leases>()
  for await (const { row, propertyId, value } of withYields(placed)) {
    const leases = leasesOf.get(propertyId ?? '') ?? leasesAmong(known.get(propertyId ?? '') ?? [])
    leasesOf.set(propertyId ?? '', leases)
    const name = `${value.firstName} ${value.lastName}`
    const lease = {
      leaseStart: value.leaseStart ?? null,
      leaseEnd: value.leaseEnd ?? null,
      name,
      row,
    }
    const key = keyOf(name, lease.leaseStart)
    const same = leases.named.get(key)
    const [other] = leasesOn(leases.inOrder, lease)
    if (same)
      matches.set(row, same.row ? { reason: `The same lease as in row ${same.row}` } : 'same')
    else if (other) {
      const whose = other.row ? `in row ${other.row}` : `of ${other.name}`
      matches.set(row, { field: 'leaseStart', reason: `The lease ${whose} covers these days` })
    } else {
      leases.named.set(key, lease)
      addLease(leases.inOrder, lease)
      matches.set(row, { value: { ...value, propertyId } })
    }
  }
  return matches
}

export const tenants: Kind<TenantRow> = {
  kind: 'tenants',
  schema: TenantRow,
  fixedValues: { propertyId: PROPERTY_PLACEHOLDER },
  keyOf: ({ property, firstName, lastName, leaseStart }) =>
    keyOf(property, firstName, lastName, leaseStart),
  key: 'property, name and lease start',
  keyField: null,
  match: matchTenants,
  add: inOneStatement('tenants', queries.insertTenants),
}

type KnownTenant = Awaited<ReturnType<typeof queries.tenantsOf>>[number]

const NOBODY: Payers = { all: [], named: new Map() }

/** The month that a rent is for: by default that of the day it was received. */
const monthOf = ({ rentMonth, dateReceived }: IncomeRow) => rentMonth ?? dateReceived.slice(0, 7)

/** The days that a payment is about: the month of a rent, or else the day it was received. */
function daysOf(value: IncomeRow): Days {
  const { incomeType, dateReceived } = value
  if (incomeKindOf(incomeType) !== 'rent')
    return { leaseStart: dateReceived, leaseEnd: dateReceived }
  const month = monthOf(value)
  return { leaseStart: `${month}-01`, leaseEnd: lastDayOf(month) }
}

/** The upper limit of a month. Days are compared as text, so it need not be an existing day. */
const lastDayOf = (month: string) => `${month}-31`

/**
 * The tenants of one property in the order of their leases: all, and by name and by email address.
 */
interface Payers {
  readonly all: readonly KnownTenant[]
  readonly named: ReadonlyMap<string, readonly KnownTenant[]>
}

function payersAmong(ofProperty: readonly KnownTenant[]): Payers {
  const all = inOrderOfStart(ofProperty)
  const byEither = all.flatMap((tenant) =>
    [tenant.name, tenant.email].flatMap((name) => (name ? { name: lower(name), tenant } : [])),
  )
  const groups = [...groupBy(byEither, ({ name }) => name)]
  return {
    all,
    named: new Map(groups.map(([name, list]) => [name, list.map(({ tenant }) => tenant)])),
  }
}

/** The tenant who paid; null if none is known, or the reason why they cannot be identified. */
function payerOf(
  value: IncomeRow,
  { all, named }: Payers,
): string | null | { readonly reason: string } {
  const { tenant } = value
  const kind = incomeKindOf(value.incomeType)
  if (!tenant) {
    if (kind === 'deposit') return { reason: 'Choose the tenant of this deposit' }
    // As on the form, a rent belongs to the only tenant with a lease in its month.
    const [only, ...more] = kind === 'rent' ? leasesOn(all, daysOf(value)) : []
    return only && more.length === 0 ? only.id : null
  }
  const { firstName = tenant, lastName } = splitName(tenant) ?? {}
  const written = withAsciiDomain(tenant)
  const names = new Set([written, lastName ? `${firstName} ${lastName}` : tenant].map(lower))
  const lists = [...names].map((name) => named.get(name) ?? [])
  const meant = lists.reduce((sum, { length }) => sum + length, 0)
  const [first, ...others] = lists.flatMap((list) =>
    meant > 1 ? leasesOn(list, daysOf(value)) : list,
  )
  if (first && others.length === 0) return first.id
  return {
    reason:
      meant === 0
        ? 'No tenant of this property has this name or email address'
        : 'Several tenants of this property have this name or email address',
  }
}

/**
 * Refuses rows that repeat an earlier one. The properties are compared by id, because one property
 * may have several names.
 */
function refuseRepeated<T>(
  rows: readonly { readonly row: number; readonly value: T }[],
  key: (value: T) => string,
  matches: Map<number, Match<T>>,
) {
  for (const [first, ...repeated] of groupBy(rows, ({ value }) => key(value)).values())
    for (const { row } of repeated)
      matches.set(row, { reason: `The same entry as in row ${first?.row}` })
}

/** Matches payments with properties, tenants, and the entries in the books. */
async function matchIncome(db: Db, valid: readonly ValidRow<IncomeRow>[], now: Date) {
  const { matches, placed } = await placeRows(db, valid, { takesArchived: true })
  const known = groupBy(await queries.tenantsOf(db, idsOf(placed)), (tenant) => tenant.propertyId)
  const payers = new Map([...known].map(([propertyId, list]) => [propertyId, payersAmong(list)]))
  const lastMonth = addMonths((await companyDays(db, now)).today.slice(0, 7), RENT_MONTHS_AHEAD)
  const rows: { row: number; namesTenant: boolean; value: IncomeRow }[] = []
  for await (const { row, propertyId, value } of withYields(placed)) {
    if (propertyId === null) continue
    const tenantId = payerOf(value, payers.get(propertyId) ?? NOBODY)
    if (tenantId !== null && typeof tenantId === 'object')
      matches.set(row, { ...tenantId, field: 'tenant' })
    else if (incomeKindOf(value.incomeType) === 'rent' && monthOf(value) > lastMonth)
      matches.set(row, { field: 'rentMonth', reason: `At most ${RENT_MONTHS_AHEAD} months ahead` })
    else rows.push({ row, namesTenant: !!value.tenant, value: { ...value, propertyId, tenantId } })
  }
  const existing = await queries.existingIncome(db, rows)
  for (const { row, value } of rows) matches.set(row, existing.has(row) ? 'same' : { value })
  const added = rows.filter(({ row }) => !existing.has(row))
  refuseRepeated(added, (value) => incomeKey(value.propertyId, value.tenantId, value), matches)
  return matches
}

const incomeKey = (
  place: string,
  tenant: string | null | undefined,
  { dateReceived, amount, incomeType, description }: IncomeRow,
) => keyOf(place, tenant, dateReceived, amount, incomeType, description)

export const income: Kind<IncomeRow> = {
  kind: 'income',
  schema: IncomeRow,
  fixedValues: { propertyId: PROPERTY_PLACEHOLDER },
  keyOf: (value) => incomeKey(value.property, value.tenant, value),
  key: 'payment',
  keyField: null,
  match: matchIncome,
  add: inOneStatement('income', queries.insertIncome),
}

/** Matches expenses with properties and the entries in the books. */
async function matchExpenses(db: Db, valid: readonly ValidRow<ExpenseRow>[]) {
  const { matches, placed } = await placeRows(db, valid, { takesArchived: true })
  const rows = placed.map(({ row, propertyId, value }) => ({
    row,
    value: { ...value, propertyId },
  }))
  const existing = await queries.existingExpenses(db, rows)
  for (const { row, value } of rows) matches.set(row, existing.has(row) ? 'same' : { value })
  const added = rows.filter(({ row }) => !existing.has(row))
  refuseRepeated(added, (value) => expenseKey(value.propertyId, value), matches)
  return matches
}

const expenseKey = (
  place: string | null | undefined,
  { dateIncurred, amount, expenseType, description }: ExpenseRow,
) => keyOf(place, dateIncurred, amount, expenseType, description)

export const expenses: Kind<ExpenseRow> = {
  kind: 'expenses',
  schema: ExpenseRow,
  fixedValues: {},
  keyOf: (value) => expenseKey(value.property, value),
  key: 'expense',
  keyField: null,
  match: matchExpenses,
  add: inOneStatement('expenses', queries.insertExpenses),
}
