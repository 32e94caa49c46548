import { type AnyColumn, and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { outer } from '../../platform/db/columns.ts'
import type { Db } from '../../platform/db/handle.ts'
import { contains, phoneContains } from '../../platform/db/search.ts'
import { jobs } from '../../schema/jobs.ts'

/**
 * The most ids that become part of a condition. With more, reading all rows in order soon finds
 * some that match.
 */
const MAX_INLINE_IDS = 1000
/** The same limit for a search for its first results alone. */
const MAX_FIRST_IDS = 200

interface IdQuery extends SQLWrapper {
  limit(count: number): PromiseLike<readonly { id: string }[]>
}

/**
 * Whether a column refers to a row that the query finds. Undefined (no) when it finds none. A small
 * number of ids becomes part of the condition, so that an index on the column can be used.
 */
export async function refersTo(
  column: AnyColumn,
  find: () => IdQuery,
  most = MAX_INLINE_IDS,
  toMany = () => inArray(column, find()),
): Promise<SQL | undefined> {
  const found = await find().limit(most + 1)
  if (found.length === 0) return undefined
  if (found.length > most) return toMany()
  return sql`${column} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`
}

/** Whether the name, customer name or customer phone of a job contains the word. */
export const jobContains = (word: string): SQL | undefined =>
  or(
    contains(jobs.name, word),
    contains(jobs.customerName, word),
    phoneContains(jobs.customerPhone, word),
  )

/**
 * Whether a column refers to a job that contains the word.
 * @param first whether only the first results are read, in their order, and not counted
 */
export async function jobMatches(
  db: Db,
  jobId: AnyColumn,
  word: string,
  first = false,
): Promise<SQL | undefined> {
  const find = (where?: SQL) =>
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(where, jobContains(word)))
  // The jobs of the few rows that are read are looked at one by one, since all that match are many.
  const ofRow = () => inArray(jobId, find(eq(jobs.id, outer(jobId))))
  return first ? refersTo(jobId, find, MAX_FIRST_IDS, ofRow) : refersTo(jobId, find)
}
