import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Failure } from '@plumbline/contract/failures.ts'
import { eq, lt } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { countCall } from '../http/rateLimit.ts'
import { throttles } from './table.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** How many wrong passwords an account may have before it has to wait. */
const FREE_FAILURES = 5
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 15 * MINUTE

const seconds = (from: Date, to: Date) =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / SECOND))
const tooMany = (now: Date, until: Date) =>
  new Failure('tooMany', { retryAfter: seconds(now, until) })

// What was typed as email may be anything, even a password: only its hash is stored.
const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`

/** One household or office: an IPv4 address, or the /64 that a provider hands out. */
function network(address: string): string {
  if (!isIPv6(address)) return address
  if (address.startsWith('::ffff:')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':')
}

/** Counts one try from an address; a 429 after `most` in a minute. All nodes share the count. */
export async function countAddress(
  db: Db,
  { ip, most, now }: { ip: string; most: number; now: Date },
) {
  await countCall(db, `address:${network(ip)}`, most, now)
}

/**
 * The wait after the n-th wrong password in a row, in milliseconds: 30 s after the sixth, doubling
 * to 15 min.
 */
export function waitAfter(failures: number): number {
  return failures <= FREE_FAILURES
    ? 0
    : Math.min(FIRST_WAIT * 2 ** (failures - FREE_FAILURES - 1), LONGEST_WAIT)
}

/**
 * Counts a try as failed before the password is checked, so that concurrent tries are counted too;
 * {@link clearAccount} resets the count when the password was right. A 429 while the account has to
 * wait. Known and unknown addresses are treated alike. A day without a failure resets the count.
 */
export async function countAccount(db: Db, email: string, now: Date) {
  const key = accountKey(email)
  await db.insert(throttles).values({ key, windowStart: now }).onConflictDoNothing()
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(throttles).where(eq(throttles.key, key)).for('update')
    if (row?.blockedUntil && row.blockedUntil > now) throw tooMany(now, row.blockedUntil)
    const isOld = !row || row.windowStart.getTime() < now.getTime() - DAY
    const count = isOld ? 1 : row.count + 1
    const blockedUntil = new Date(now.getTime() + waitAfter(count))
    await tx
      .update(throttles)
      .set({ count, windowStart: now, blockedUntil })
      .where(eq(throttles.key, key))
  })
}

/** Resets the count of an account whose password was right. */
export async function clearAccount(db: Db, email: string) {
  await db.delete(throttles).where(eq(throttles.key, accountKey(email)))
}

/** Deletes counts that are a day old. */
export async function deleteOldThrottles(db: Db, now: Date) {
  await db.delete(throttles).where(lt(throttles.windowStart, new Date(now.getTime() - DAY)))
}
