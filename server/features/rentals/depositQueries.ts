import type { DepositReturn, Deposits } from '@plumbline/contract/tenants.ts'
import { and, asc, eq, getTableColumns, isNull, notExists, sql } from 'drizzle-orm'
import { alias, type PgInsertValue } from 'drizzle-orm/pg-core'
import { nameOf } from '../../access/people/names.ts'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { depositReturns, rentalIncome } from '../../schema/rentals.ts'
import { deposits } from './balances.ts'
import { lockTenant } from './tenantQueries.ts'

const returnId = outer(depositReturns.id)
const shape = {
  ...getTableColumns(depositReturns),
  deductions: sql<DepositReturn['deductions']>`coalesce((
    select json_agg(json_build_object('id', i.id, 'description', coalesce(i.description, ''),
      'amount', i.amount::text) order by i.id)
    from ${rentalIncome} i where i.deposit_return_id = ${returnId}), '[]')`,
  reversedById: sql<string | null>`(
    select r.id from ${depositReturns} r where r.reverses_id = ${returnId})`,
  recordedByName: nameOf(depositReturns.recordedById),
}
type ReturnRow = typeof depositReturns.$inferSelect &
  Pick<DepositReturn, 'deductions' | 'reversedById' | 'recordedByName'>

const toReturn = (row: ReturnRow): DepositReturn => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** The deposits of a tenant: received, deducted, returned and held. Exact dollars. */
export async function depositTotals(
  db: Db,
  tenantId: string,
): Promise<Pick<Deposits, 'received' | 'deducted' | 'returned' | 'held'>> {
  const [row] = await db
    .select({
      received: sql<string>`d.received`,
      deducted: sql<string>`d.deducted`,
      returned: sql<string>`d.returned`,
      held: sql<string>`d.held`,
    })
    .from(sql`${deposits(sql`t.id = ${tenantId}`)} d`)
  return row ?? { received: '0.00', deducted: '0.00', returned: '0.00', held: '0.00' }
}

/** The returns of a tenant's deposits with their deductions, oldest first. */
export async function listReturns(db: Db, tenantId: string): Promise<DepositReturn[]> {
  const rows = await db
    .select(shape)
    .from(depositReturns)
    .where(eq(depositReturns.tenantId, tenantId))
    .orderBy(asc(depositReturns.returnedOn), asc(depositReturns.id))
  return rows.map(toReturn)
}

async function findReturn(db: Db, id: string): Promise<DepositReturn | undefined> {
  const [row] = await db.select(shape).from(depositReturns).where(eq(depositReturns.id, id))
  return row && toReturn(row)
}

/**
 * A return of a deposit. Its tenant is locked until the transaction ends, so that it is only
 * reversed once.
 */
export async function lockReturn(db: Db, id: string): Promise<DepositReturn | undefined> {
  const tenantId = (await findReturn(db, id))?.tenantId
  if (!tenantId || !(await lockTenant(db, tenantId))) return undefined
  return findReturn(db, id)
}

/** A deposit return that was just booked. */
export async function readReturn(db: Db, id: string): Promise<DepositReturn> {
  return (await findReturn(db, id)) as DepositReturn
}

/** Books a return or its reversal that a person recorded, without deductions. Returns its id. */
export async function insertReturn(
  db: Db,
  recordedById: string,
  values: PgInsertValue<typeof depositReturns>,
): Promise<string> {
  const [row] = await db
    .insert(depositReturns)
    .values({ ...values, recordedById })
    .returning({ id: depositReturns.id })
  return row?.id ?? ''
}

/** The deductions of a return that are not reversed yet. */
export function deductionsOfReturn(db: Db, returnId: string) {
  const reversals = alias(rentalIncome, 'r')
  return db
    .select()
    .from(rentalIncome)
    .where(
      and(
        eq(rentalIncome.depositReturnId, returnId),
        isNull(rentalIncome.reversesId),
        notExists(
          db
            .select({ id: reversals.id })
            .from(reversals)
            .where(eq(reversals.reversesId, outer(rentalIncome.id))),
        ),
      ),
    )
}

/** Books deductions or their reversals that a person recorded. */
export async function insertDeductions(
  db: Db,
  recordedById: string,
  rows: PgInsertValue<typeof rentalIncome>[],
) {
  if (rows.length > 0)
    await db.insert(rentalIncome).values(rows.map((row) => ({ ...row, recordedById })))
}
