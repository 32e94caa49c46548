import { type SQL, sql } from 'drizzle-orm'

/** A sum of dollars as exact text with two decimals. `0.00` if there is nothing to sum. */
export const dollarsText = (amount: SQL) =>
  sql<string>`coalesce(${amount}, 0)::numeric(20, 2)::text`
