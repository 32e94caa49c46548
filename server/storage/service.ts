import { Failure } from '@plumbline/contract/failures.ts'
import type { Services } from '../http/services.ts'
import { findCompany } from '../settings/queries.ts'
import { usedBytes } from './queries.ts'

const MB = 1_000_000

/**
 * Refuses (507 quotaReached) to store so many bytes where the person, or the company, would have more than its limit in
 * the settings. The sizes that screens show are made later and are not counted in advance.
 */
export async function requireQuota({ database }: Services, personId: string, bytes: number) {
  const { personQuotaMb, companyQuotaMb } = (await findCompany(database.db)) ?? {}
  if (!personQuotaMb && !companyQuotaMb) return
  const used = await usedBytes(database.db, personId)
  const full = (limit: number | null | undefined, taken: number) =>
    limit !== null && limit !== undefined && taken + bytes > limit * MB
  if (full(personQuotaMb, used.person))
    throw new Failure('quotaReached', {
      message: `Your photos may take ${personQuotaMb} MB, which are used up; nothing was saved`,
    })
  if (full(companyQuotaMb, used.photos + used.receipts)) throw new Failure('quotaReached')
}
