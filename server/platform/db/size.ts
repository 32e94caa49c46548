import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

/** The size of the database in bytes, including indexes. */
export async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}
