import type { DepositReturn, Deposits } from '@plumbline/contract/tenants.ts'
import { and, asc, eq, getTableColumns, isNull, notExists, sql } from 'drizzle-orm'
import { alias, type PgInsertValue } from 'drizzle-orm/pg-core'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { depositReturns, rentalIncome } from '../../schema/rentals.ts'
import { deposits } from './balances.ts'
import { lockTenant } from './tenantQueries.ts'

const one = outer(depositReturns.id)
const shape = {
  ...getTableColumns(depositReturns),
  deductions: sql<DepositReturn['deductions']>`coalesce((
    select json_agg(json_build_object('id', i.id, 'description', coalesce(i.description, ''),
      'amount', i.amount::text) order by i.id)
    from ${rentalIncome} i where i.deposit_return_id = ${one}), '[]')`,
  reversedById: sql<string | null>`(
    select r.id from ${depositReturns} r where r.reverses_id = ${one})`,
}
type ReturnRow = typeof depositReturns.$inferSelect &
  Pick<DepositReturn, 'deductions' | 'reversedById'>

const toReturn = (row: ReturnRow): DepositReturn => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** What came in, was kept, went back and is held of a tenant's deposits. Exact dollars. */
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

/** The returns of a tenant's deposits with what was kept each time, oldest first. */
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

/** A return of a deposit. Its tenant is locked until the transaction ends, so that it is reversed once. */
export async function lockReturn(db: Db, id: string): Promise<DepositReturn | undefined> {
  const tenantId = (await findReturn(db, id))?.tenantId
  if (!tenantId || !(await lockTenant(db, tenantId))) return undefined
  return findReturn(db, id)
}

/** A return of a deposit that was just booked. */
export async function readReturn(db: Db, id: string): Promise<DepositReturn> {
  return (await findReturn(db, id)) as DepositReturn
}

/** Books a return, or its reversal; what was kept with it follows. */
export async function insertReturn(
  db: Db,
  values: PgInsertValue<typeof depositReturns>,
): Promise<string> {
  const [row] = await db.insert(depositReturns).values(values).returning({ id: depositReturns.id })
  return row?.id ?? ''
}

/** What was kept with a return and is not reversed yet. */
export function keptWith(db: Db, returnId: string) {
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

/** Books what was kept, or its reversal. */
export async function insertKept(db: Db, rows: PgInsertValue<typeof rentalIncome>[]) {
  if (rows.length > 0) await db.insert(rentalIncome).values(rows)
}
