import { pictureSizes } from '@plumbline/contract/photos.ts'
import { type AnyColumn, getTableName, type SQL, sql } from 'drizzle-orm'
import { bigint, timestamp, uuid, varchar } from 'drizzle-orm/pg-core'
import { newId } from './ids.ts'

/** The primary key of a table: a UUID that the application makes. */
export const idColumn = () => uuid('id').primaryKey().$defaultFn(newId)

/** A moment, to the millisecond, as JavaScript knows it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** When the row was made. */
export const createdAt = () => moment('created_at').notNull().defaultNow()

/** The next version of a row: now, and at least a millisecond after the one before. `table` is its SQL name. */
export const nextVersion = (table: string): SQL =>
  sql`greatest(date_trunc('milliseconds', clock_timestamp()), ${sql.identifier(table)}.updated_at + interval '1 millisecond')`

/**
 * When the row was made and last changed. Every change moves `updatedAt` by at least a millisecond, so that it can
 * serve as the version of the row; `table` is the table's SQL name.
 */
export const stamps = (table: string) => ({
  createdAt: createdAt(),
  updatedAt: moment('updated_at')
    .notNull()
    .defaultNow()
    .$onUpdate(() => nextVersion(table)),
})

/** A name, a title, one line of an address. */
export const line = (name: string) => varchar(name, { length: 300 })
/** A word or two: a phone number, a kind of thing, the name of a state. */
export const word = (name: string) => varchar(name, { length: 50 })
export const emailColumn = (name: string) => varchar(name, { length: 254 })
/** Text of several lines. */
export const prose = (name: string) => varchar(name, { length: 20_000 })
/** Money in whole cents. */
export const centsColumn = (name: string) => bigint(name, { mode: 'number' })

/** The bytes of all files of a picture, which the database adds up from their column. */
export const bytesOf = (files: string) =>
  bigint('bytes', { mode: 'number' })
    .notNull()
    .generatedAlwaysAs(
      sql.raw(
        pictureSizes
          .map((size) => `coalesce((${files}->'${size}'->>'size')::bigint, 0)`)
          .join(' + '),
      ),
    )

/** The condition that a column is one of the values. */
export function oneOf(column: AnyColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`
}

/** The condition that a column is a percentage. */
export const percentage = (column: AnyColumn): SQL => sql`${column} between 0 and 100`

/**
 * A column of the statement's own table, for use inside a subquery. Drizzle omits the table's name where a statement
 * reads one table alone, and the subquery would then take the column for one of its own.
 */
export const outer = (column: AnyColumn) =>
  sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`
