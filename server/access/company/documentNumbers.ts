import type { NumberFormat } from '@plumbline/contract/documentNumbers.ts'
import type { InvoiceKind } from '@plumbline/contract/invoiceStatuses.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { documentNumbers } from '../../schema/proposals.ts'

type Kind = 'proposal' | InvoiceKind

/** The form of the numbers of proposals. */
export const proposalFormat: NumberFormat = { prefix: 'P-', digits: 4, first: 1 }

/**
 * Takes the next number of a kind of document in a year: the one after the last, or the first of
 * the format if that is larger (`numberAfter`). Others wait for it until the transaction ends, so
 * it is taken last: if the transaction fails, nobody has it.
 */
export async function takeNumber(
  db: Db,
  kind: Kind,
  year: number,
  { first }: Pick<NumberFormat, 'first'>,
): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    insert into ${documentNumbers} as n (kind, year, last) values (${kind}, ${year}, ${first})
    on conflict (kind, year) do update set last = greatest(n.last + 1, excluded.last)
    returning last`)
  return rows[0]?.last ?? 0
}
