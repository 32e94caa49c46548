import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import { tables } from '../../schema/tables.ts'
import { EXCLUDED_TABLES } from './manifest.ts'

export interface TableColumns {
  readonly name: string
  /** The columns to write. The database generates the others itself. */
  readonly columns: string[]
}

/** The tables in a backup, with their current columns in the database. */
export async function backedUpTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  )
  return rows
}

/** The last value of each sequence. */
export async function sequenceValues(
  client: pg.ClientBase,
): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`,
  )
  return rows
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Drops all foreign keys, so that rows can be loaded table by table in any order. They are checked
 * all at once when the keys are added again.
 * @returns a function that adds the foreign keys again
 */
export async function dropForeignKeys(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  const all = (statement: (key: ForeignKey) => string) =>
    client.query(rows.map(statement).join(';\n'))
  await all(({ table, name }) => `alter table ${table} drop constraint ${name}`)
  return async () => {
    await all(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    )
  }
}

/**
 * Drops the tables of this program, the functions of their triggers, and what their indexes are
 * built with, so that they can be created as in an earlier version. Other objects in the same
 * schema are not touched.
 */
export async function dropTables(client: pg.ClientBase) {
  const names = ['migrations', ...tables.map(([, table]) => getTableName(table))]
  const { rows } = await client.query<{ function: string }>(
    `select distinct tgfoid::regprocedure::text as function from pg_trigger t
     join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and c.relnamespace = current_schema()::regnamespace
       and c.relname = any($1)`,
    [names],
  )
  await client.query(`drop table if exists ${names.map((name) => `"${name}"`).join(', ')}`)
  for (const row of rows) await client.query(`drop function ${row.function}`)
  await client.query(
    'drop function if exists search_text(text); drop collation if exists natural_order',
  )
}
