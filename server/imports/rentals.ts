import { groupBy } from '@plumbline/contract/groupBy.ts'
import { NewRentalExpense } from '@plumbline/contract/rentalExpenses.ts'
import { incomeKindOf, NewRentalIncome } from '@plumbline/contract/rentalIncome.ts'
import { NewRentalProperty } from '@plumbline/contract/rentals.ts'
import { NewTenant } from '@plumbline/contract/tenants.ts'
import { optionalText, text } from '@plumbline/contract/text.ts'
import { z } from 'zod'
import type { Db } from '../db/handle.ts'
import { splitName, type ValidRow } from './checkRows.ts'
import type { Kind, Match } from './importers.ts'
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
  insert: queries.insertProperties,
  event: 'rental.imported',
}

/** Stands for the property of a row until it is found by its address. */
const NOT_FOUND_YET = '00000000-0000-0000-0000-000000000000'
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
/** A row with the id of the property that it names; null where it names none. */
interface PlacedRow<T> extends ValidRow<T> {
  readonly propertyId: string | null
}

/** Finds and locks the properties that rows name; those of unknown and ambiguous names are refused. */
async function placeRows<T extends NamesProperty>(db: Db, valid: readonly ValidRow<T>[]) {
  const names = [...new Set(valid.map(({ value }) => lower(value.property)))].filter(Boolean)
  const named = await queries.propertiesNamed(db, names)
  const ids = new Set([...named.values()].flat())
  const there = await queries.lockProperties(db, [...ids])
  const matches = new Map<number, Match<T>>()
  const placed: PlacedRow<T>[] = []
  for (const row of valid) {
    const { property: name } = row.value
    const [propertyId, ...others] = (named.get(lower(name)) ?? []).filter((id) => there.has(id))
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

/** First and last calendar day; null for a lease without an end. */
interface Days {
  readonly leaseStart: string | null
  readonly leaseEnd: string | null
}

/** Whether a lease covers any of the days. */
function covers(lease: Days, { leaseStart: first, leaseEnd: last }: Days): boolean {
  if (lease.leaseStart === null || first === null) return false
  return (last === null || lease.leaseStart <= last) && (lease.leaseEnd ?? first) >= first
}

/** Matches tenants with those of their property: the same lease exists already, another on the same days is refused. */
async function matchTenants(db: Db, valid: readonly ValidRow<TenantRow>[]) {
  const { matches, placed } = await placeRows(db, valid)
  const known = groupBy(await queries.tenantsOf(db, idsOf(placed)), (tenant) => tenant.propertyId)
  for (const [propertyId, rows] of groupBy(placed, (row) => row.propertyId ?? '')) {
    const leases: (Days & { name: string; row?: number })[] = [...(known.get(propertyId) ?? [])]
    for (const { row, value } of rows) {
      const name = `${value.firstName} ${value.lastName}`
      const days = { leaseStart: value.leaseStart ?? null, leaseEnd: value.leaseEnd ?? null }
      const same = leases.find(
        (lease) => lower(lease.name) === lower(name) && lease.leaseStart === days.leaseStart,
      )
      const other = leases.find((lease) => covers(lease, days))
      if (same)
        matches.set(row, same.row ? { reason: `The same lease as in row ${same.row}` } : 'same')
      else if (other) {
        const whose = other.row ? `in row ${other.row}` : `of ${other.name}`
        matches.set(row, { field: 'leaseStart', reason: `The lease ${whose} covers these days` })
      } else {
        leases.push({ ...days, name, row })
        matches.set(row, { value: { ...value, propertyId } })
      }
    }
  }
  return matches
}

export const tenants: Kind<TenantRow> = {
  kind: 'tenants',
  schema: TenantRow,
  fixedValues: { propertyId: NOT_FOUND_YET },
  keyOf: ({ property, firstName, lastName, leaseStart }) =>
    keyOf(property, firstName, lastName, leaseStart),
  key: 'property, name and lease start',
  keyField: null,
  match: matchTenants,
  insert: queries.insertTenants,
  event: 'rental.imported',
}

type KnownTenant = Awaited<ReturnType<typeof queries.tenantsOf>>[number]

/** The days of which a payment speaks: the month of a rent, else the day received. */
function daysOf({ incomeType, rentMonth, dateReceived }: IncomeRow): Days {
  if (incomeKindOf(incomeType) !== 'rent')
    return { leaseStart: dateReceived, leaseEnd: dateReceived }
  const month = rentMonth ?? dateReceived.slice(0, 7)
  return { leaseStart: `${month}-01`, leaseEnd: lastDayOf(month) }
}

/** Texts compare like days, and no month has more than 31. */
const lastDayOf = (month: string) => `${month}-31`

/** The tenant who paid; null for nobody in particular, or the reason why they cannot be told. */
function payerOf(
  value: IncomeRow,
  ofProperty: readonly KnownTenant[],
): string | null | { readonly reason: string } {
  const { tenant } = value
  const running = (list: readonly KnownTenant[]) => list.filter((one) => covers(one, daysOf(value)))
  if (!tenant) {
    // As on the form: a rent is of the one whose lease runs in its month.
    const [only, ...more] = incomeKindOf(value.incomeType) === 'rent' ? running(ofProperty) : []
    return only && more.length === 0 ? only.id : null
  }
  const { firstName = tenant, lastName } = splitName(tenant) ?? {}
  const names = [tenant, lastName ? `${firstName} ${lastName}` : tenant].map(lower)
  const meant = ofProperty.filter(
    ({ name, email }) => names.includes(lower(name)) || lower(email) === lower(tenant),
  )
  const [first, ...others] = meant.length > 1 ? running(meant) : meant
  if (first && others.length === 0) return first.id
  return {
    reason:
      meant.length === 0
        ? 'No tenant of this property has this name or email address'
        : 'Several tenants of this property have this name or email address',
  }
}

/** Refuses rows that repeat one before them, now that their properties are known by more than a name. */
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
async function matchIncome(db: Db, valid: readonly ValidRow<IncomeRow>[]) {
  const { matches, placed } = await placeRows(db, valid)
  const known = groupBy(await queries.tenantsOf(db, idsOf(placed)), (tenant) => tenant.propertyId)
  const rows: { row: number; namesTenant: boolean; value: IncomeRow }[] = []
  for (const { row, propertyId, value } of placed) {
    if (propertyId === null) continue
    const tenantId = payerOf(value, known.get(propertyId) ?? [])
    if (tenantId !== null && typeof tenantId === 'object')
      matches.set(row, { ...tenantId, field: 'tenant' })
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
  fixedValues: { propertyId: NOT_FOUND_YET },
  keyOf: (value) => incomeKey(value.property, value.tenant, value),
  key: 'payment',
  keyField: null,
  match: matchIncome,
  insert: queries.insertIncome,
  event: 'rental.imported',
}

/** Matches expenses with properties and the entries in the books. */
async function matchExpenses(db: Db, valid: readonly ValidRow<ExpenseRow>[]) {
  const { matches, placed } = await placeRows(db, valid)
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
  insert: queries.insertExpenses,
  event: 'rental.imported',
}
