import { invalid } from '@plumbline/contract/failures.ts'
import { isId } from '@plumbline/contract/text.ts'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { Page } from '../http/answers.ts'

/** Where a page ended, for lists ordered newest first. */
export function cursorOf(createdAt: Date, id: string): string {
  return `${createdAt.toISOString()}_${id}`
}

/** The value and the id in a cursor; a 400 for text that is no cursor. */
export function readCursor(
  cursor: string,
  isValue: (text: string) => boolean,
  name = 'after',
): { value: string; id: string } {
  const [value = '', id = ''] = cursor.split('_')
  if (!isValue(value) || !isId(id)) throw invalid({ [name]: 'Not a valid cursor' })
  return { value, id }
}

/** Whether the text is a moment as a cursor writes it. */
export function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** What comes after a cursor in a list ordered newest first; a 400 for text that is no cursor. */
export function afterCursor(
  createdAt: AnyColumn,
  id: AnyColumn,
  cursor: string,
  name = 'after',
): SQL {
  const { value, id: last } = readCursor(cursor, isMoment, name)
  return sql`(${createdAt}, ${id}) < (${value}::timestamptz, ${last}::uuid)`
}

/** A page of rows that were read one beyond `limit`, each with the total. */
export function pageOf<R extends { total: number }, T>(
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  cursor: (row: R) => string,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return new Page(
    shown.map(toItem),
    rows[0]?.total ?? 0,
    rows.length > limit && last ? cursor(last) : undefined,
  )
}

/** A search word as an ILIKE pattern that takes `%` and `_` literally. */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
}
