import type {
  EntryTotal,
  RentalIncome,
  RentalIncomeFilter,
  RentalIncomeTotalFilter,
} from '@plumbline/contract/rentalIncome.ts'
import type { OutputOf } from '@plumbline/contract/route.ts'
import {
  and,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  lte,
  ne,
  or,
  type SQL,
  sql,
  sum,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import type { Db } from '../../platform/db/handle.ts'
import { type List, listOrPage, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { rentalIncome, rentalProperties } from '../../schema/rentals.ts'
import { refersTo } from '../jobs/search.ts'
import { afterDay, dayCursor } from './entries.ts'
import { dollarsText } from './money.ts'
import { t, tenantName } from './names.ts'
import { lockTenant } from './tenantQueries.ts'

const reversal = alias(rentalIncome, 'reversal')

/**
 * The entries with the names and ids of related rows. `total` is the number of rows in the whole
 * list.
 */
const read = (db: Db, total = sql<number>`0`) =>
  db
    .select({
      ...getTableColumns(rentalIncome),
      propertyAddress: rentalProperties.address,
      tenantName,
      reversedById: reversal.id,
      recordedByName: nameOf(rentalIncome.recordedById),
      total,
    })
    .from(rentalIncome)
    .innerJoin(rentalProperties, eq(rentalProperties.id, rentalIncome.propertyId))
    .leftJoin(t, eq(t.id, rentalIncome.tenantId))
    .leftJoin(reversal, eq(reversal.reversesId, rentalIncome.id))

export type IncomeRow = Awaited<ReturnType<typeof read>>[number]
type NewIncomeRow = Omit<typeof rentalIncome.$inferInsert, 'recordedById'>

/** An entry in the form that the API returns. */
export const toIncome = (row: IncomeRow): RentalIncome => ({
  ...row,
  rentMonth: row.rentMonth?.slice(0, 7) ?? null,
  createdAt: row.createdAt.toISOString(),
})

/** Searches the address of the property, the tenant's name, and the texts of the entry. */
async function matchesWord(db: Db, word: string): Promise<SQL | undefined> {
  const { propertyId, tenantId, description, incomeType, paymentMethod } = rentalIncome
  const { address } = rentalProperties
  return or(
    contains(description, word),
    contains(incomeType, word),
    contains(paymentMethod, word),
    await refersTo(propertyId, () =>
      db.select({ id: rentalProperties.id }).from(rentalProperties).where(contains(address, word)),
    ),
    await refersTo(tenantId, () =>
      db.select({ id: t.id }).from(t).where(contains(tenantName, word)),
    ),
  )
}

type TotalFilter = OutputOf<typeof RentalIncomeTotalFilter>

async function matching(db: Db, filter: TotalFilter): Promise<SQL | undefined> {
  const { propertyId, tenantId, kind, incomeType, from, to, rentMonth, rentMonthTo, search } =
    filter
  return and(
    propertyId ? eq(rentalIncome.propertyId, propertyId) : undefined,
    tenantId ? eq(rentalIncome.tenantId, tenantId) : undefined,
    kind === 'income' ? ne(rentalIncome.kind, 'deposit') : undefined,
    kind && kind !== 'income' ? eq(rentalIncome.kind, kind) : undefined,
    incomeType ? eq(rentalIncome.incomeType, incomeType) : undefined,
    from ? gte(rentalIncome.dateReceived, from) : undefined,
    to ? lte(rentalIncome.dateReceived, to) : undefined,
    rentMonth
      ? between(rentalIncome.rentMonth, `${rentMonth}-01`, `${rentMonthTo ?? rentMonth}-01`)
      : undefined,
    search ? await matchesWord(db, search) : undefined,
  )
}

/** The matching entries, newest first: all of them, or one page if the filter has a limit. */
export async function listIncome(db: Db, filter: RentalIncomeFilter): Promise<List<RentalIncome>> {
  const where = await matching(db, filter)
  const { limit, after } = filter
  const { dateReceived, id } = rentalIncome
  const query = read(db, totalOf(rentalIncome, where, limit))
    .where(and(where, after === undefined ? undefined : afterDay(dateReceived, id, after)))
    .orderBy(desc(dateReceived), desc(id))
  return listOrPage(query, limit, toIncome, (row) => dayCursor(row.dateReceived, row.id))
}

/** The rent received for a month (`YYYY-MM`) of a property, oldest first. */
export async function listRentOf(db: Db, propertyId: string, month: string) {
  const rows = await read(db)
    .where(await matching(db, { propertyId, rentMonth: month }))
    .orderBy(rentalIncome.dateReceived, rentalIncome.id)
  return rows.map(toIncome)
}

/** The number and the sum of the matching entries. */
export async function totalIncome(db: Db, filter: TotalFilter): Promise<EntryTotal> {
  const [row] = await db
    .select({ count: count(), amount: dollarsText(sum(rentalIncome.amount)) })
    .from(rentalIncome)
    .where(await matching(db, filter))
  return row ?? { count: 0, amount: '0.00' }
}

export async function findIncome(db: Db, id: string): Promise<IncomeRow | undefined> {
  const [row] = await read(db).where(eq(rentalIncome.id, id))
  return row
}

/**
 * One entry, locked until the transaction ends. Whether it is reversed is read after it is locked,
 * because another transaction may be reversing it.
 */
export async function lockIncome(db: Db, id: string): Promise<IncomeRow | undefined> {
  const { kind, tenantId } = (await findIncome(db, id)) ?? {}
  // The held deposit must not change in the meantime. Tenants are locked before entries.
  if (kind === 'deposit' && tenantId) await lockTenant(db, tenantId)
  await db
    .select({ id: rentalIncome.id })
    .from(rentalIncome)
    .where(eq(rentalIncome.id, id))
    .for('update')
  return findIncome(db, id)
}

/** Adds entries that a person recorded, and returns the first. */
export async function insertIncome(
  db: Db,
  recordedById: string,
  ...rows: readonly [NewIncomeRow, ...NewIncomeRow[]]
) {
  const [{ id } = { id: '' }] = await db
    .insert(rentalIncome)
    .values(rows.map((row) => ({ ...row, recordedById })))
    .returning({ id: rentalIncome.id })
  return (await findIncome(db, id)) as IncomeRow
}
