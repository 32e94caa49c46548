import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { documentNumbers } from '../../schema/proposals.ts'

type Kind = 'proposal' | 'invoice'

/**
 * Takes the next number of a kind of document in a year. Others wait for it until the transaction
 * ends, so it is taken last: if the transaction fails, nobody has it.
 */
export async function takeNumber(db: Db, kind: Kind, year: number): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    insert into ${documentNumbers} as n (kind, year, last) values (${kind}, ${year}, 1)
    on conflict (kind, year) do update set last = n.last + 1
    returning last`)
  return rows[0]?.last ?? 0
}

/** A number with its year and at least four digits, such as `2026-0042`. */
export const numberText = (year: number, number: number): string =>
  `${year}-${String(number).padStart(4, '0')}`
