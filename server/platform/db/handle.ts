import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

type NoSchema = Record<string, never>

/**
 * The first parameter of every query: the database, or a transaction in it. `db.transaction` inside
 * one is a savepoint.
 */
export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
