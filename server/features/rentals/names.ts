import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { tenants } from '../../schema/rentals.ts'

/** The tenants under the alias that the SQL of names, rents and balances uses. */
export const t = alias(tenants, 't')

/** The full name of the tenants `t`. Null if a left join found none. */
export const tenantName = sql<string | null>`t.first_name || ' ' || t.last_name`
