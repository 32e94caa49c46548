import { Failure } from '@plumbline/contract/failures.ts'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/handle.ts'
import { throttles } from '../schema/auth.ts'

/**
 * The tolerance for counts that begin in the future, in milliseconds, since the clocks of nodes
 * differ a little. A count beyond it means that the clock was set back.
 */
export const CLOCK_SLACK = MINUTE_MS

/**
 * Counts one call under a key. All nodes share the count.
 * @param perMinute the maximum per minute
 * @throws Failure tooMany, with the seconds until the next minute of the key
 */
export async function countCall(db: Db, key: string, perMinute: number, now: Date) {
  const isExpired = sql`(${throttles.windowStart} <= ${new Date(now.getTime() - MINUTE_MS)}
    or ${throttles.windowStart} > ${new Date(now.getTime() + CLOCK_SLACK)})`
  const [row] = await db
    .insert(throttles)
    .values({ key, count: 1, windowStart: now })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${isExpired} then 1 else ${throttles.count} + 1 end`,
        windowStart: sql`case when ${isExpired} then excluded.window_start else ${throttles.windowStart} end`,
      },
    })
    .returning({ count: throttles.count, windowStart: throttles.windowStart })
  if (!row || row.count <= perMinute) return
  const wait = row.windowStart.getTime() + MINUTE_MS - now.getTime()
  throw new Failure('tooMany', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })
}

/** Takes a counted call back. */
export async function uncountCall(db: Db, key: string) {
  await db
    .update(throttles)
    .set({ count: sql`${throttles.count} - 1` })
    .where(and(eq(throttles.key, key), gt(throttles.count, 0)))
}
