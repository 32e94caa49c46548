import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index } from 'drizzle-orm/pg-core'

/** A search word as a pattern of LIKE that takes `%` and `_` literally. */
const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a text contains the word, whatever its case. It is ILIKE by another name: an index reads the text as `lower`
 * returns it (decision 35).
 */
export const contains = (text: SQLWrapper, word: string): SQL =>
  sql`lower(${text}) like lower(${patternOf(word)})`

/** The index on the trigrams of a text, by which {@link contains} finds words of three letters and more. */
export const searchIndex = (name: string, text: SQLWrapper) =>
  index(name).using('gin', sql`lower(${text}) gin_trgm_ops`)
