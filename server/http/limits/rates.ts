import { isIPv6 } from 'node:net'
import { Failure } from '@plumbline/contract/failures.ts'
import { DAY_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/handle.ts'
import { throttles } from '../../schema/auth.ts'

/**
 * The tolerance for counts that begin in the future, in milliseconds, since the clocks of nodes
 * differ a little. A count beyond it means that the clock was set back.
 */
export const CLOCK_SLACK = MINUTE_MS

/** The failure of what has to wait, for a time in milliseconds. */
const tooMany = (wait: number) =>
  new Failure('tooMany', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })

/** The options of a rate limit per minute that each node counts for itself. */
export const perMinute = {
  timeWindow: MINUTE_MS,
  errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => tooMany(ttl),
}

/**
 * The network of one household or office: an IPv4 address, or the /64 prefix that a provider
 * assigns.
 */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  if (address.startsWith('::ffff:')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':')
}

/**
 * Counts one call under a key. All nodes share the count.
 * @param most the maximum per minute
 * @throws Failure tooMany, with the seconds until the next minute of the key
 */
export async function countCall(db: Db, key: string, most: number, now: Date) {
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
  if (!row || row.count <= most) return
  throw tooMany(row.windowStart.getTime() + MINUTE_MS - now.getTime())
}

/** Takes a counted call back. */
export async function uncountCall(db: Db, key: string) {
  await db
    .update(throttles)
    .set({ count: sql`${throttles.count} - 1` })
    .where(and(eq(throttles.key, key), gt(throttles.count, 0)))
}

/** A key to count under, and the wait in milliseconds after a number of failures. */
type Counted = readonly [key: string, wait: (failures: number) => number]

/**
 * Counts a failure under each key: under all of them or, with a 429, under none. A count is reset
 * after a day without a failure. One from the future, which a clock that was set back can cause,
 * has expired too.
 * @returns the longest wait after it, in milliseconds
 */
export async function countFailure(
  db: Db,
  counted: readonly Counted[],
  now: Date,
): Promise<number> {
  // Sorted, so that two attempts never deadlock.
  const keys = counted.map(([key]) => key).sort()
  const empty = keys.map((key) => ({ key, windowStart: now }))
  await db.insert(throttles).values(empty).onConflictDoNothing()
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(throttles)
      .where(inArray(throttles.key, keys))
      .orderBy(throttles.key)
      .for('update')
    const current = rows.filter(
      ({ windowStart }) =>
        windowStart.getTime() >= now.getTime() - DAY_MS &&
        windowStart.getTime() <= now.getTime() + CLOCK_SLACK,
    )
    const until = Math.max(...current.map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0))
    if (until > now.getTime()) throw tooMany(until - now.getTime())
    const counts = counted.map(([key, wait]) => {
      const count = (current.find((row) => row.key === key)?.count ?? 0) + 1
      return { key, count, wait: wait(count) }
    })
    await tx
      .insert(throttles)
      .values(
        counts.map(({ key, count, wait }) => ({
          ...{ key, count, windowStart: now },
          blockedUntil: new Date(now.getTime() + wait),
        })),
      )
      .onConflictDoUpdate({
        target: throttles.key,
        set: {
          count: sql`excluded.count`,
          windowStart: sql`excluded.window_start`,
          blockedUntil: sql`excluded.blocked_until`,
        },
      })
    return Math.max(...counts.map(({ wait }) => wait))
  })
}

/** Resets counts. */
export async function clearCounts(db: Db, keys: readonly string[]) {
  await db.delete(throttles).where(inArray(throttles.key, [...keys]))
}

/** Deletes counts that are a day old. */
export async function deleteOldThrottles(db: Db, now: Date) {
  await db.delete(throttles).where(lt(throttles.windowStart, new Date(now.getTime() - DAY_MS)))
}
