import type { NumberFormat } from '@plumbline/contract/documentNumbers.ts'
import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { documentNumbers } from '../../schema/proposals.ts'

type Kind = 'proposal' | InvoiceKind

/** The form of the numbers of proposals. */
export const proposalFormat: NumberFormat = { prefix: 'P-', digits: 4, first: 1 }

type First = Pick<NumberFormat, 'first'>

/** Takes the next number: that after the last, or the first if it is larger (`numberAfter`). */
const nextNumber = (db: Db, kind: Kind, year: number, { first }: First) =>
  db
    .insert(documentNumbers)
    .values({ kind, year, last: first })
    .onConflictDoUpdate({
      target: [documentNumbers.kind, documentNumbers.year],
      set: { last: sql`greatest(${documentNumbers.last} + 1, excluded.last)` },
    })
    .returning({ last: documentNumbers.last })

/**
 * Takes the next number of a kind of document in a year. Others wait for it until the transaction
 * ends, so it is taken last: if the transaction fails, nobody has it.
 */
export async function takeNumber(db: Db, kind: Kind, year: number, first: First): Promise<number> {
  const [row] = await nextNumber(db, kind, year, first)
  return row?.last ?? 0
}

/**
 * The next number as a part of the statement that uses it, so that others wait for that statement
 * alone, and its text (the same rule as `numberText`).
 */
export function takenNumber(db: Db, kind: Kind, year: number, format: NumberFormat) {
  const taken = db.$with('taken').as(nextNumber(db, kind, year, format))
  const number = sql`${taken.last}::text`
  const padded = sql`lpad(${number}, greatest(${format.digits}::int, length(${number})), '0')`
  return { taken, text: sql<string>`${`${format.prefix}${year}-`} || ${padded}` }
}
