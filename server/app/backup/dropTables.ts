import { getTableName } from 'drizzle-orm'
import type pg from 'pg'
import { tables } from '../../schema/tables.ts'

/**
 * Drops the tables of this program and the functions of their triggers, so that they can be created
 * as in an earlier version. Other objects in the same schema are not touched.
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
}
