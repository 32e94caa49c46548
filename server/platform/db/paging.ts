import { COUNT_LIMIT } from '@plumbline/contract/countLimits.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import { isId } from '@plumbline/contract/text.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { BATCH, type LongList, longListOf, type PreparedRows } from './longList.ts'

/**
 * One page of a list: the items, the total number of items ({@link totalOf}), and the cursor of the
 * next page if there is one.
 */
export class ListPage<T> {
  readonly items: readonly T[]
  /** Undefined when it was not counted. */
  readonly total: number | undefined
  readonly next: string | undefined
  /** The name of the cursor's query parameter in the URL of the next page. */
  readonly cursorName: 'after' | 'before'

  constructor(
    items: readonly T[],
    total: number | undefined,
    next: string | undefined,
    cursorName: 'after' | 'before' = 'after',
  ) {
    this.items = items
    this.total = total
    this.next = next
    this.cursorName = cursorName
  }

  /**
   * The page of a list read newest first, reversed to oldest first. The next page is what came
   * `before`.
   */
  reversed(): ListPage<T> {
    return new ListPage(this.items.toReversed(), this.total, this.next, 'before')
  }
}

/** The cursor after a row, for lists ordered newest first. */
export function cursorOf(createdAt: Date, id: string): string {
  return `${createdAt.toISOString()}_${id}`
}

/** The value and the id in a cursor; a 400 for text that is no cursor. */
export function readCursor(
  cursor: string,
  isValue: (text: string) => boolean,
  name = 'after',
): { value: string; id: string } {
  const [value = '', id = ''] = cursor.split('_')
  if (!isValue(value) || !isId(id)) throw invalid({ [name]: 'Not a valid cursor' })
  return { value, id }
}

/** Whether the text is a time in the format of cursors. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/**
 * The condition for rows after a cursor in a list ordered newest first; a 400 for text that is no
 * cursor.
 */
export function afterCursor(
  createdAt: AnyColumn | SQL,
  id: AnyColumn,
  cursor: string,
  name = 'after',
): SQL {
  const { value, id: last } = readCursor(cursor, isMoment, name)
  return sql`(${createdAt}, ${id}) < (${value}::timestamptz, ${last}::uuid)`
}

/** The result of reading a list: all items, in memory if they are few, or one page. */
export type List<T> = T[] | LongList<T> | ListPage<T>

interface ListQuery<R> extends PromiseLike<R[]> {
  prepare(name: string): PreparedRows<R>
  limit(count: number): PromiseLike<R[]>
}

/**
 * The rows of a query: all of them, or one page when there is a limit.
 * @param query ordered, from the cursor on; each row carries the `total` of the whole list ({@link
 * totalOf}), or null ({@link notCounted})
 * @param cursor makes the cursor of the next page from the last row of this one
 */
export async function listOrPage<R extends { total: number | null }, T>(
  query: ListQuery<R>,
  limit: number | undefined,
  toItem: (row: R) => T,
  cursor: (row: R) => string,
): Promise<List<T>> {
  if (limit === undefined) {
    const all = query.prepare('')
    const few = await query.limit(BATCH + 1)
    return few.length > BATCH ? longListOf(all, toItem) : few.map(toItem)
  }
  // Reads one more than the page has, to know whether there is another page.
  const rows = await query.limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? cursor(last) : undefined
  const total = rows[0] ? (rows[0].total ?? undefined) : 0
  return new ListPage(shown.map(toItem), total, next)
}

/** The total in the query of a page that is read without it. */
export const notCounted = sql<null>`null`

/**
 * The number of rows of a list, up to {@link COUNT_LIMIT}, as a column of its query. It is 0
 * without a limit, since a whole list needs no count.
 */
export function totalOf(from: SQL | PgTable, where: SQL | undefined, limit: number | undefined) {
  return limit === undefined
    ? sql<number>`0`
    : sql<number>`(select count(*)::int from (
        select from ${from} where ${where ?? sql`true`} limit ${COUNT_LIMIT}) counted)`
}
