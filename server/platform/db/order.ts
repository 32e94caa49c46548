import { invalid } from '@plumbline/contract/failures.ts'
import type { OrderOf } from '@plumbline/contract/page.ts'
import { isId } from '@plumbline/contract/text.ts'
import { desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { afterCursor, cursorOf } from './paging.ts'

/**
 * The order of a list: its sort expressions, the condition for rows after a cursor, and the cursor
 * of a row.
 */
export interface Order<Row> {
  readonly by: SQL[]
  readonly after: (cursor: string) => SQL
  readonly cursorOf: (row: Row) => string
}

/** Newest first, the default order of lists. The cursor contains the position itself. */
export const newestFirst = (
  createdAt: PgColumn,
  id: PgColumn,
): Order<{ readonly createdAt: Date; readonly id: string }> => ({
  by: [desc(createdAt), desc(id)],
  after: (cursor) => afterCursor(createdAt, id, cursor),
  cursorOf: (row) => cursorOf(row.createdAt, row.id),
})

/**
 * The sort expressions of a list, by the name of the order. `row` is the table or an alias of it.
 */
export type Places<Sort extends string> = Readonly<Record<Sort, (row: SQL) => readonly SQL[]>>

/**
 * One of the orders of a table. Equal rows are ordered by id. The cursor is the id of the last row
 * of a page; text that is no id is a 400.
 */
export function orderBy<Sort extends string>(
  table: PgTable,
  places: Places<Sort>,
  order: OrderOf<Sort>,
): Order<{ readonly id: string }> {
  const [direction, beyond] = order.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const place = places[order.replace('-', '') as Sort]
  const partsOf = (row: SQL) => [...place(row), sql`${row}.id`]
  const placeOf = (row: SQL) => sql.join(partsOf(row), sql`, `)
  const own = sql`${table}`
  return {
    by: partsOf(own).map((part) => sql`${part} ${direction}`),
    after: (cursor) => {
      if (!isId(cursor)) throw invalid({ after: 'Not a valid cursor' })
      return sql`(${placeOf(own)}) ${beyond} (select ${placeOf(sql`c`)} from ${table} c where c.id = ${cursor})`
    },
    cursorOf: ({ id }) => id,
  }
}

/** The position of a word in a fixed list of words, to sort by. */
export const placeIn = (words: readonly string[], word: SQLWrapper): SQL =>
  sql`array_position(${sql.raw(`'{${words.join(',')}}'::text[]`)}, ${word}::text)`
