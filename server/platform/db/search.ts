import { misspelledPattern, wordsOf } from '@plumbline/contract/searchText.ts'
import { type AnyColumn, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { index, text } from 'drizzle-orm/pg-core'

/** A search word as a LIKE pattern that matches `%` and `_` literally. */
const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** The text by which something is found, such as `o'hara jose` of `O’Hara José`. */
const searchText = (value: SQLWrapper | string) => sql`search_text(${value})`

/**
 * A column with the text by which another one is found, which the database computes when that is
 * written. For tables so large that computing it for each row takes longer than reading them.
 * @param of the SQL name of the other column
 */
export const wordsOfColumn = (name: string, of: string) =>
  text(name).generatedAlwaysAs(searchText(sql.identifier(of)))

/**
 * Whether a pattern of the word has a trigram: three letters or digits in a row, or fewer at the
 * start or end of a word. In a database with the C locale these are ASCII; in any other they may be
 * of any script. True if in doubt.
 */
const hasTrigram = (word: string) =>
  /[\p{L}\p{N}]{3}|[a-z\d]{2}[^a-z\d]|[^a-z\d][a-z\d]/iu.test(word)

/**
 * The condition that a text contains every word of a search, in any order, ignoring case and
 * accents. An index is used for the words with a trigram; for the others the whole index would be
 * read before the table (decision 35).
 */
export const contains = (value: SQLWrapper, search: string, spelling?: Spelling): SQL =>
  matches(searchText(value), search, spelling)

/** Whether a text contains every word of a search, given a column of {@link wordsOfColumn}. */
export const wordsContain = (column: AnyColumn, search: string, spelling?: Spelling): SQL =>
  matches(column, search, spelling)

/** The spelling that a search accepts. */
interface Spelling {
  /** Whether a text may also have words that differ from a longer one in a letter. */
  readonly alike?: 'true' | undefined
}

function matches(searched: SQLWrapper, search: string, { alike }: Spelling = {}): SQL {
  const words = wordsOf(search)
  if (words.length === 0) return sql`true`
  // The index of trigrams serves regular expressions too.
  if (alike) {
    const fits = words.map((word) => {
      const pattern = misspelledPattern(word)
      return pattern === undefined ? matches(searched, word) : sql`${searched} ~ ${`\\m${pattern}`}`
    })
    return sql`(${sql.join(fits, sql` and `)})`
  }
  const patterns = (some: readonly string[]) => some.map((word) => searchText(patternOf(word)))
  const indexed = patterns(words.filter(hasTrigram)).map(
    (pattern) => sql`${searched} like ${pattern}`,
  )
  const others = patterns(words.filter((word) => !hasTrigram(word)))
  const rest = sql`${searched} like all (array[${sql.join(others, sql`, `)}])`
  return sql`(${sql.join([...indexed, ...(others.length > 0 ? [rest] : [])], sql` and `)})`
}

/** The trigram index of a text, which {@link contains} uses for words of three letters and more. */
export const searchIndex = (name: string, value: SQLWrapper) =>
  index(name).using('gin', sql`${searchText(value)} gin_trgm_ops`)

/** The trigram index of a column of {@link wordsOfColumn}. */
export const wordsIndex = (name: string, column: SQLWrapper) =>
  index(name).using('gin', sql`${column} gin_trgm_ops`)

/** The digits of a phone number. */
const digitsOf = (phone: SQLWrapper) => sql`regexp_replace(${phone}, '[^0-9]', '', 'g')`

/**
 * The digits of a word that is a phone number or a part of one. The leading 1 of a full number is
 * removed, since not everybody writes it. Undefined for any other word, and for one or two digits,
 * which have no trigrams.
 */
function digitsIn(word: string): string | undefined {
  if (!/^[\d\s().+/-]+$/.test(word)) return undefined
  const digits = word.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length > 2 ? digits : undefined
}

/**
 * The condition that a phone number contains the digits of the word, however both are written;
 * undefined for a word that is no number.
 */
export function phoneContains(phone: SQLWrapper, word: string): SQL | undefined {
  const digits = digitsIn(word)
  return digits ? sql`${digitsOf(phone)} like ${patternOf(digits)}` : undefined
}

/** The trigram index of the digits of a number, which {@link phoneContains} uses. */
export const phoneIndex = (name: string, phone: SQLWrapper) =>
  index(name).using('gin', sql`${digitsOf(phone)} gin_trgm_ops`)
