import { withoutZeros } from '@plumbline/contract/decimals.ts'
import type {
  NewSavedLine,
  PriceListFilter,
  SavedLine,
  SavedLineChange,
} from '@plumbline/contract/priceList.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { inNaturalOrder } from '../../platform/db/naturalOrder.ts'
import { orderBy, type Places } from '../../platform/db/order.ts'
import { type List, listOrPage, notCounted, totalOf } from '../../platform/db/paging.ts'
import { contains } from '../../platform/db/search.ts'
import { savedLines } from '../../schema/pricing.ts'

export type SavedLineRow = typeof savedLines.$inferSelect

/** A saved line as the API returns it. */
export const toSavedLine = ({ createdAt, updatedAt, ...row }: SavedLineRow): SavedLine => ({
  ...row,
  unitPrice: withoutZeros(row.unitPrice),
  unitCost: row.unitCost && withoutZeros(row.unitCost),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const places: Places<'description'> = {
  description: (row) => [inNaturalOrder(sql`${row}.description`)],
}

/** The matching lines by description: all of them, or a page. */
export async function listSavedLines(db: Db, filter: PriceListFilter): Promise<List<SavedLine>> {
  const { category, search, alike, limit, after, total } = filter
  const where = and(
    category === undefined ? undefined : eq(savedLines.category, category),
    search ? contains(savedLines.description, search, { alike }) : undefined,
  )
  const order = orderBy(savedLines, places, 'description')
  const query = db
    .select({
      ...getTableColumns(savedLines),
      total: total ? notCounted : totalOf(savedLines, where, limit),
    })
    .from(savedLines)
    .where(and(where, after === undefined ? undefined : order.after(after)))
    .orderBy(...order.by)
  return listOrPage(query, limit, ({ total: _, ...row }) => toSavedLine(row), order.cursorOf)
}

/** The line. With `lock`, it is locked until the transaction ends. */
export async function findSavedLine(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<SavedLineRow | undefined> {
  const query = db.select().from(savedLines).where(eq(savedLines.id, id))
  const [row] = await (lock ? query.for('update') : query)
  return row
}

export async function insertSavedLine(db: Db, line: NewSavedLine): Promise<SavedLineRow> {
  const [row] = await db.insert(savedLines).values(line).returning()
  return row as SavedLineRow
}

/** Changes the given fields. */
export async function updateSavedLine(
  db: Db,
  id: string,
  change: SavedLineChange,
): Promise<SavedLineRow> {
  const [row] = await db.update(savedLines).set(change).where(eq(savedLines.id, id)).returning()
  return row as SavedLineRow
}

export async function deleteSavedLine(db: Db, id: string) {
  await db.delete(savedLines).where(eq(savedLines.id, id))
}
