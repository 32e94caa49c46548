import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The sort expression of a name, for a list or its index: by its letters whatever their case, with
 * accented ones beside the plain ones, and numbers by their value. A browser orders names the same
 * way with `byLetters` of the contract.
 */
export const inNaturalOrder = (name: SQLWrapper): SQL => sql`lower(${name} collate natural_order)`
