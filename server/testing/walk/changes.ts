import { getTableName } from 'drizzle-orm'
import { tables } from '../../schema/tables.ts'
import type { TestApp } from '../testApp.ts'

const names = tables.map(([, table]) => getTableName(table))
const versions = names
  .map(
    (name) =>
      `select '${name}' as name, count(*) || ' ' || max(xmin::text::bigint) as version from "${name}"`,
  )
  .join(' union all ')

/** A version of the rows of each table, which changes when any of them is written or deleted. */
export async function versionsOf({ pool }: TestApp): Promise<Map<string, string | null>> {
  const { rows } = await pool.query<{ name: string; version: string | null }>(versions)
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** The tables whose rows have changed. */
export const changedBetween = (
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
) => names.filter((name) => before.get(name) !== after.get(name))

const tableNames = new Set(names)
/** The tables named in each statement. Most are sent hundreds of times. */
const namedIn = new Map<string, ReadonlySet<string>>()

function tablesOf(statement: string): ReadonlySet<string> {
  const found =
    namedIn.get(statement) ??
    new Set(statement.match(/\w+/g)?.filter((word) => tableNames.has(word)))
  namedIn.set(statement, found)
  return found
}

/** The tables named in the statements. */
export const tablesIn = (statements: readonly string[]) =>
  new Set(statements.flatMap((statement) => [...tablesOf(statement)]))
