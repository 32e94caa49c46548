import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { slices } from '../../features/slices.ts'

const secrets = new Set<PgColumn>(slices.flatMap((slice) => slice.secrets ?? []))

/** A table as it is exported. */
export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Reads all of it, every column as text, in the order of its key. */
  readonly query: string
}

const quoted = (names: readonly string[], ending = '') =>
  names.map((name) => `"${name}"${ending}`).join(', ')

function toExported(table: PgTable): ExportedTable {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const shown = columns.filter((column) => !secrets.has(column))
  const names = shown.map((column) => column.name)
  const own = columns.filter((column) => column.primary)
  const key = (primaryKeys[0]?.columns ?? own).map((column) => `"${name}"."${column.name}"`)
  return {
    name,
    columns: names,
    query: `select ${quoted(names, '::text')} from "${name}" order by ${key.join(', ')}`,
  }
}

/** The tables of the company's data: not those of what only this installation works with, and of what is made of others. */
export const exportedTables: readonly ExportedTable[] = slices
  .flatMap(({ exported = [] }) => exported)
  .map(toExported)
