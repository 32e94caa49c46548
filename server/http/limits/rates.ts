import { Failure } from '@plumbline/contract/failures.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/handle.ts'
import { throttles } from '../../schema/auth.ts'

/**
 * The tolerance for counts that begin in the future, in milliseconds, since the clocks of nodes
 * differ a little. A count beyond it means that the clock was set back.
 */
export const CLOCK_SLACK = MINUTE_MS

/** The failure of what has to wait, for a time in milliseconds. */
export const tooMany = (wait: number) =>
  new Failure('tooMany', { retryAfter: Math.max(1, Math.ceil(wait / 1000)) })

/** The options of a rate limit per minute that each node counts for itself. */
export const perMinute = {
  timeWindow: MINUTE_MS,
  errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => tooMany(ttl),
}

/**
 * Counts one call under a key. All nodes share the count.
 * @param most the maximum per minute
 * @param cost what the call counts for. One that begins below the maximum may go beyond it
 * @throws Failure tooMany, with the seconds until the next minute of the key
 */
export async function countCall(db: Db, key: string, most: number, now: Date, cost = 1) {
  const isExpired = sql`(${throttles.windowStart} <= ${new Date(now.getTime() - MINUTE_MS)}
    or ${throttles.windowStart} > ${new Date(now.getTime() + CLOCK_SLACK)})`
  const [row] = await db
    .insert(throttles)
    .values({ key, count: cost, windowStart: now })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`case when ${isExpired} then excluded.count else ${throttles.count} + excluded.count end`,
        windowStart: sql`case when ${isExpired} then excluded.window_start else ${throttles.windowStart} end`,
      },
    })
    .returning({ count: throttles.count, windowStart: throttles.windowStart })
  if (!row || row.count - cost < most) return
  throw tooMany(row.windowStart.getTime() + MINUTE_MS - now.getTime())
}

/** A key to count under, and the wait in milliseconds after a number of failures. */
type Counted = readonly [key: string, wait: (failures: number) => number]

/**
 * Failures that several accounts share: `most` at once, and as many again every minute. Those
 * beyond it delay the next ones, so that no more fit into an hour.
 */
export interface Budget {
  readonly key: string
  readonly most: number
  /** The failures of the first counted key up to which it may go beyond the budget. */
  readonly beyond: number
}

const costOf = ({ most }: Budget) => MINUTE_MS / most

/** The waits after a failure, in milliseconds. */
export interface FailureDelays {
  /** The longest wait of the counted keys. */
  readonly wait: number
  /** The time until the budget has room again; 0 while it is not used up. */
  readonly budgetWait: number
}

/**
 * Counts a failure under each key and on a budget: under all of them or, with a 429, under none. A
 * count is reset after a day without a failure. One from the future, which a clock that was set
 * back can cause, has expired too.
 */
export async function countFailure(
  db: Db,
  counted: readonly Counted[],
  now: Date,
  budget?: Budget,
): Promise<FailureDelays> {
  // Sorted, so that two attempts never deadlock.
  const keys = [...counted.map(([key]) => key), ...(budget ? [budget.key] : [])].sort()
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
    const rowOf = (key: string) => current.find((row) => row.key === key)
    const remaining = (key: string) =>
      Math.max(0, (rowOf(key)?.blockedUntil?.getTime() ?? 0) - now.getTime())
    const blocked = Math.max(0, ...counted.map(([key]) => remaining(key)))
    if (blocked > 0) throw tooMany(blocked)
    const counts = counted.map(([key, wait]) => {
      const count = (rowOf(key)?.count ?? 0) + 1
      return { key, count, wait: wait(count) }
    })
    // The budget is used up for as long as it would take to refill what was spent.
    const spent = budget ? remaining(budget.key) + costOf(budget) : 0
    const budgetWait = Math.max(0, Math.ceil(spent - MINUTE_MS))
    if (budgetWait > 0 && (counts[0]?.count ?? Infinity) > (budget?.beyond ?? 0))
      throw tooMany(budgetWait)
    const later = budget ? [{ key: budget.key, count: 1, wait: spent }] : []
    await tx
      .insert(throttles)
      .values(
        [...counts, ...later].map(({ key, count, wait }) => ({
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
    return { wait: Math.max(0, ...counts.map(({ wait }) => wait)), budgetWait }
  })
}

/** Takes a failure back from a budget. */
export async function refund(db: Db, budget: Budget) {
  const cost = sql`${costOf(budget)} * interval '1 millisecond'`
  await db
    .update(throttles)
    .set({ blockedUntil: sql`${throttles.blockedUntil} - ${cost}` })
    .where(eq(throttles.key, budget.key))
}

/** Resets counts. */
export async function clearCounts(db: Db, keys: readonly string[]) {
  await db.delete(throttles).where(inArray(throttles.key, [...keys]))
}

/** The most failures of a count that expires after an hour. */
const MAX_FORGOTTEN = 3

/**
 * Deletes counts that are a day old, and small ones after an hour: so many addresses can be tried
 * once that they would fill the table. Three tries an hour are fewer than the waits allow.
 */
export async function deleteOldThrottles(db: Db, now: Date) {
  const { windowStart, count, blockedUntil } = throttles
  const isOlderThan = (age: number) => lt(windowStart, new Date(now.getTime() - age))
  const isFree = or(isNull(blockedUntil), lte(blockedUntil, now))
  const isSmall = and(isOlderThan(HOUR_MS), lte(count, MAX_FORGOTTEN), isFree)
  await db.delete(throttles).where(or(isOlderThan(DAY_MS), isSmall))
}
