import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { tenants } from '../../schema/rentals.ts'

/** The tenants, by the name under which the SQL of names, rents and balances knows them. */
export const t = alias(tenants, 't')

/** The full name of the tenants `t`; null where a left join found nobody. */
export const tenantName = sql<string | null>`t.first_name || ' ' || t.last_name`
