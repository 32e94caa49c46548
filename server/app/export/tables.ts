import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { slices } from '../../features/slices.ts'

const secrets = new Set<PgColumn>(slices.flatMap((slice) => slice.secrets ?? []))

/** A table to export. */
export interface ExportedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Reads the whole table, every column as text, ordered by the primary key. */
  readonly query: string
}

const quoted = (names: readonly string[], ending = '') =>
  names.map((name) => `"${name}"${ending}`).join(', ')

/** Whether a column repeats another one for searches. */
const isForSearch = ({ generated, dataType }: PgColumn) =>
  generated !== undefined && dataType === 'string'

function toExported(table: PgTable): ExportedTable {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const shown = columns.filter((column) => !secrets.has(column) && !isForSearch(column))
  const names = shown.map((column) => column.name)
  const own = columns.filter((column) => column.primary)
  const key = (primaryKeys[0]?.columns ?? own).map((column) => `"${name}"."${column.name}"`)
  return {
    name,
    columns: names,
    query: `select ${quoted(names, '::text')} from "${name}" order by ${key.join(', ')}`,
  }
}

/**
 * The tables of the company's data, without those that only matter to this installation or are
 * derived from others.
 */
export const exportedTables: readonly ExportedTable[] = slices
  .flatMap(({ exported = [] }) => exported)
  .map(toExported)
