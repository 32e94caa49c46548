import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index } from 'drizzle-orm/pg-core'

/** A search word as a pattern of LIKE that takes `%` and `_` literally. */
const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a pattern of the word has a trigram: three letters or digits in a row, or fewer where a word ends or begins. In a
 * database whose locale is C these are ASCII; in any other they may be of all alphabets. Where in doubt, yes.
 */
const hasTrigram = (word: string) =>
  /[\p{L}\p{N}]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]/iu.test(word)

/**
 * Whether a text contains the word, whatever its case. It is ILIKE by another name where an index may find it: the index reads
 * the text as `lower` returns it. Without a trigram it would be read in full before the table is (decision 35).
 */
export const contains = (text: SQLWrapper, word: string): SQL =>
  hasTrigram(word)
    ? sql`lower(${text}) like lower(${patternOf(word)})`
    : sql`${text} ilike ${patternOf(word)}`

/** The index on the trigrams of a text, by which {@link contains} finds words of three letters and more. */
export const searchIndex = (name: string, text: SQLWrapper) =>
  index(name).using('gin', sql`lower(${text}) gin_trgm_ops`)

/** A phone number without what is written between its digits. */
const digitsOf = (phone: SQLWrapper) => sql`regexp_replace(${phone}, '[^0-9]', '', 'g')`

/**
 * The digits of a word that is a phone number or a part of one, without the 1 of a whole number that begins with it, as some
 * write and others do not; undefined for any other word, and for one or two digits, which have no trigrams.
 */
function digitsIn(word: string): string | undefined {
  if (!/^[\d\s().+/-]+$/.test(word)) return undefined
  const digits = word.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length > 2 ? digits : undefined
}

/** Whether a phone number contains the digits of the word, however both are written; undefined for a word that is no number. */
export function phoneContains(phone: SQLWrapper, word: string): SQL | undefined {
  const digits = digitsIn(word)
  return digits ? sql`${digitsOf(phone)} like ${patternOf(digits)}` : undefined
}

/** The index on the trigrams of a number's digits, by which {@link phoneContains} finds it. */
export const phoneIndex = (name: string, phone: SQLWrapper) =>
  index(name).using('gin', sql`${digitsOf(phone)} gin_trgm_ops`)
