import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { Failure } from '@plumbline/contract/failures.ts'
import { eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../platform/db/handle.ts'
import { throttles } from '../schema/auth.ts'
import { CLOCK_SLACK, countCall, returnCall } from './rateLimit.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** How many wrong passwords an account may have from one network before it has to wait there. */
const FREE_FAILURES = 5
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 15 * MINUTE
/** How many wrong passwords an account may have from all networks together before strange ones are slowed down. */
const FREE_FAILURES_OF_ALL = 100
/** How often a network may ask for the options of a passkey in a minute without signing in by it. */
const MOST_OPTIONS = 120

/** Somebody who tries to sign in: as whom, and from where. */
export interface SignInTry {
  /** As it was typed. */
  readonly email: string
  readonly ip: string
  /** The browser, where the person has signed in with it before (see knownBrowser.ts). */
  readonly browser?: string | undefined
}

const seconds = (from: Date, to: Date) =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / SECOND))
const tooMany = (now: Date, until: Date) =>
  new Failure('tooMany', { retryAfter: seconds(now, until) })

// What was typed as email may be anything, even a password: only its hash is stored.
const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`

const placeKey = ({ email, ip, browser }: SignInTry) =>
  `${accountKey(email)} ${browser === undefined ? network(ip) : `browser:${browser}`}`

const codeKey = (personId: string) => `code:${personId}`

const sessionKey = (sid: string) => `session:${sid}`

/** One household or office: an IPv4 address, or the /64 that a provider hands out. */
export function network(address: string): string {
  if (!isIPv6(address)) return address
  if (address.startsWith('::ffff:')) return address.slice(7)
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array(Math.max(0, 8 - first.length - last.length)).fill('0')
  return [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4).join(':')
}

const addressKey = (ip: string) => `address:${network(ip)}`

/**
 * Counts one try from an address; a 429 after `most` in a minute. All nodes share the count. One that was no failure is
 * given back by {@link returnAddress}.
 */
export async function countAddress(
  db: Db,
  { ip, most, now }: { ip: string; most: number; now: Date },
) {
  await countCall(db, addressKey(ip), most, now)
}

/** Gives the address its try back: only failures use its limit up. */
export const returnAddress = (db: Db, ip: string) => returnCall(db, addressKey(ip))

const optionsKey = (ip: string) => `options:${network(ip)}`

/**
 * Counts that the sign-in page of an address asks for a passkey; a 429 after too many in a minute. Apart from tries, since
 * it is none: pressing the button without using a passkey must not make anybody wait who signs in with a password.
 */
export const countOptions = (db: Db, ip: string, now: Date) =>
  countCall(db, optionsKey(ip), MOST_OPTIONS, now)

/** Takes that back when the passkey has signed somebody in. */
export const returnOptions = (db: Db, ip: string) => returnCall(db, optionsKey(ip))

/**
 * The wait after the n-th wrong password in a row, in milliseconds: 30 s after the sixth, doubling
 * to 15 min.
 */
export function waitAfter(failures: number): number {
  return failures <= FREE_FAILURES
    ? 0
    : Math.min(FIRST_WAIT * 2 ** (failures - FREE_FAILURES - 1), LONGEST_WAIT)
}

/** The same for all networks together: it slows guessing down, and never becomes longer. */
const waitOfAll = (failures: number) => (failures <= FREE_FAILURES_OF_ALL ? 0 : FIRST_WAIT)

/** What is counted under a key, and the wait after so many failures. */
type Counted = readonly [key: string, wait: (failures: number) => number]

/**
 * Counts a failure under each key, all of them or, with a 429, none. A day without a failure resets a count; one of the
 * future, which a clock that was set back leaves behind, has expired too.
 * @returns how long the longest wait after it is, in milliseconds
 */
async function countFailure(db: Db, counted: readonly Counted[], now: Date): Promise<number> {
  // In one order, so that two tries never wait for each other.
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
        windowStart.getTime() >= now.getTime() - DAY &&
        windowStart.getTime() <= now.getTime() + CLOCK_SLACK,
    )
    const until = Math.max(...current.map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0))
    if (until > now.getTime()) throw tooMany(now, new Date(until))
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

/**
 * Counts a try as failed before the password is checked, so that concurrent tries are counted too;
 * {@link clearAccount} resets the count when the password was right. A 429 while the account has to wait in this network,
 * or in all that it is not known in. Known and unknown addresses are treated alike.
 * @returns how long the account has to wait here if the try fails, in milliseconds
 */
export const countAccount = (db: Db, typed: SignInTry, now: Date) =>
  countFailure(
    db,
    [
      [placeKey(typed), waitAfter],
      // A browser that the person has used is slowed down by nobody else.
      ...(typed.browser === undefined ? [[accountKey(typed.email), waitOfAll] as const] : []),
    ],
    now,
  )

/** Resets the count of an account whose password was right, for where it was typed and for all networks together. */
export async function clearAccount(db: Db, typed: SignInTry) {
  const keys = [placeKey(typed), accountKey(typed.email)]
  await db.delete(throttles).where(inArray(throttles.key, keys))
}

/** Ends every wait of an account: its owner has proved who they are by the link of a reset. */
export async function liftAccount(db: Db, email: string) {
  const key = accountKey(email)
  await db
    .delete(throttles)
    .where(or(eq(throttles.key, key), sql`starts_with(${throttles.key}, ${`${key} `})`))
}

/** Counts a wrong password of somebody who is signed in, apart from signing in: a stranger cannot make them wait. */
export const countSession = (db: Db, sid: string, now: Date) =>
  countFailure(db, [[sessionKey(sid), waitAfter]], now)

/** Resets that count when the password was right. */
export async function clearSession(db: Db, sid: string) {
  await db.delete(throttles).where(eq(throttles.key, sessionKey(sid)))
}

/**
 * Counts a wrong code of somebody who knows the password, whatever network they are in: a code has six digits. Apart from
 * passwords, so that neither count says anything about the other.
 */
export const countCode = (db: Db, personId: string, now: Date) =>
  countFailure(db, [[codeKey(personId), waitAfter]], now)

/** Resets that count when the code was right. */
export async function clearCode(db: Db, personId: string) {
  await db.delete(throttles).where(eq(throttles.key, codeKey(personId)))
}

/** Deletes counts that are a day old. */
export async function deleteOldThrottles(db: Db, now: Date) {
  await db.delete(throttles).where(lt(throttles.windowStart, new Date(now.getTime() - DAY)))
}
