import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'

type NoSchema = Record<string, never>

/** What every query takes first: the database, or a transaction in it. `db.transaction` inside one is a savepoint. */
export type Db = PgDatabase<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>
