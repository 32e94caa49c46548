import { Failure } from '@plumbline/contract/failures.ts'
import { sql } from 'drizzle-orm'
import { findCompany } from '../../access/company/queries.ts'
import type { Db } from '../../platform/db/handle.ts'
import { usedBytes } from './queries.ts'

const MB = 1_000_000

/**
 * Fails with 507 quotaReached when storing `bytes` would exceed the limit of the person or of the
 * company in the settings. Renditions that are created later are not counted in advance.
 * @param options.lock set when the row is about to be written, after its other locks, so that
 *   concurrent uploads that would each fit wait for each other
 */
export async function requireQuota(db: Db, personId: string, bytes: number, { lock = false } = {}) {
  const { personQuotaMb, companyQuotaMb } = (await findCompany(db)) ?? {}
  if (!personQuotaMb && !companyQuotaMb) return
  if (lock) await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('storage', 0))`)
  const used = await usedBytes(db, personId)
  const full = (limit: number | null | undefined, taken: number) =>
    limit !== null && limit !== undefined && taken + bytes > limit * MB
  if (full(personQuotaMb, used.person))
    throw new Failure('quotaReached', {
      message: `Your photos may take ${personQuotaMb} MB, which are used up; nothing was saved`,
    })
  if (full(companyQuotaMb, used.photos + used.receipts)) throw new Failure('quotaReached')
}
