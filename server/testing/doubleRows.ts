import { DAY_MS } from '@plumbline/contract/time.ts'
import { Column, getTableColumns, getTableName, is, SQL } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../platform/db/handle.ts'
import { newId } from '../platform/db/ids.ts'
import { pushKeys } from '../schema/delivery.ts'
import { proposalSettings } from '../schema/proposals.ts'
import { reminderSettings } from '../schema/reminders.ts'
import { settings } from '../schema/settings.ts'
import { tables } from '../schema/tables.ts'

type Row = Record<string, unknown>

/** The columns of an index, including those in an expression such as `lower(email)`. */
const columnsIn = (parts: readonly unknown[]): Column[] =>
  parts.flatMap((part) => {
    if (is(part, SQL)) return columnsIn(part.queryChunks)
    return is(part, Column) ? [part] : []
  })

/**
 * References that a copy of a row cannot share although no key declares it: the leases of a
 * property may not overlap, a bid has one open proposal, and one reminder waits for an invoice.
 */
const excluded: Readonly<Record<string, readonly string[]>> = {
  tenants: ['property_id'],
  proposals: ['bid_id', 'change_order_id'],
  deliveries: ['invoice_id'],
}

/**
 * The columns that must differ in a copy of a row, according to the keys, unique constraints and
 * unique indexes of the table.
 */
function uniquenessOf(table: PgTable) {
  const { columns, primaryKeys, uniqueConstraints, indexes, foreignKeys } = getTableConfig(table)
  const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)
  const groups = [
    ...columns.filter(({ primary, isUnique }) => primary || isUnique).map(({ name }) => [name]),
    ...[...primaryKeys, ...uniqueConstraints].map((key) => names(key.columns)),
    ...indexes
      .filter(({ config }) => config.unique)
      .map(({ config }) => names(columnsIn(config.columns))),
    ...(excluded[getTableName(table)] ?? []).map((name) => [name]),
  ]
  const parents = new Map<string, PgTable>()
  for (const key of foreignKeys) {
    const { columns: from, foreignColumns, foreignTable } = key.reference()
    for (const [n, { name }] of from.entries())
      if (foreignColumns[n]?.primary) parents.set(name, foreignTable)
  }
  const own = new Set(groups.flat().filter((name) => !parents.has(name)))
  /** Unique groups that contain references only: no two rows may have the same combination. */
  const pairs = groups.filter(
    (group) => group.length > 0 && group.every((name) => parents.has(name)),
  )
  return { own, pairs, parents }
}

/** The tables that have one row. */
const oneRow = new Set<PgTable>([settings, proposalSettings, reminderSettings, pushKeys])

const TEN_YEARS = 3650 * DAY_MS
const later = (date: Date, copy: number) => new Date(date.getTime() + (copy + 1) * TEN_YEARS)

/** A new value of a column that must be unique. `copy` is the index of the copy of a row. */
function another(value: unknown, type: string, copy: number) {
  if (value === null) return null
  if (type === 'PgUUID') return newId()
  if (value instanceof Date) return later(value, copy)
  if (typeof value === 'number') return value + (copy + 1) * 1_000_000
  if (typeof value !== 'string') throw new Error(`There is no telling another value of a ${type}`)
  if (type === 'PgDateString') return later(new Date(value), copy).toISOString().slice(0, 10)
  // A prefix, so that an email address remains valid.
  return `copy${copy}.${value}`
}

/**
 * Adds a copy of every row of the database, except for tables of one row. A copy has its own key
 * and refers to the same rows as its original, so that the lists of one thing grow as well. A row
 * whose references must be unique (a sub is on a job once) is copied once for the copy of each
 * reference instead: to the other sub of the job, and to the other job of the sub.
 */
export async function doubleRows(db: Db): Promise<void> {
  /** The key of the copy of each row by its own key, for the tables copied so far. */
  const copiedKeys = new Map<PgTable, Map<unknown, unknown>>()

  async function copyRows(table: PgTable) {
    if (copiedKeys.has(table) || oneRow.has(table)) return
    const keys = new Map<unknown, unknown>()
    copiedKeys.set(table, keys)
    const { own, pairs, parents } = uniquenessOf(table)
    for (const name of pairs.flat()) await copyRows(parents.get(name) as PgTable)

    const rows: Row[] = await db.select().from(table)
    /** For each copy of a row, the references that point to copies: one of each group. */
    const variants = pairs.reduce<string[][]>(
      (found, group) => found.flatMap((chosen) => group.map((name) => [...chosen, name])),
      [[]],
    )
    const columns = Object.entries(getTableColumns(table)).filter(
      ([, column]) => !column.generatedIdentity,
    )
    const copies = variants.flatMap((moved, copy) =>
      rows.map((row) => {
        const values = columns.map(([key, { name, columnType, primary }]) => {
          const value = row[key]
          if (!own.has(name)) return [key, value]
          const fresh = another(value, columnType, copy)
          if (primary) keys.set(value, fresh)
          return [key, fresh]
        })
        return { moved, values: Object.fromEntries(values) as Row }
      }),
    )
    for (const { moved, values } of copies)
      for (const [key, { name }] of columns)
        if (moved.includes(name)) {
          const parent = parents.get(name) as PgTable
          values[key] = copiedKeys.get(parent)?.get(values[key]) ?? null
        }
    if (copies.length > 0) await db.insert(table).values(copies.map(({ values }) => values))
  }

  for (const [, table] of tables) await copyRows(table)
}
