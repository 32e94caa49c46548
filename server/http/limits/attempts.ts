import { createHash } from 'node:crypto'
import { backoffDelay } from '@plumbline/contract/backoff.ts'
import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { network } from '../../platform/network.ts'
import { throttles } from '../../schema/auth.ts'
import { type Budget, clearCounts, countCall, countFailure, refund } from './rates.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** The number of wrong passwords from one network before the account has to wait there. */
const FREE_FAILURES = 5
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 15 * MINUTE
/**
 * The number of wrong passwords from all networks together before unknown browsers are slowed down.
 */
const FREE_FAILURES_ALL_NETWORKS = 100
/**
 * The number of tries of an account that are checked in a network whose limit was used up by tries
 * of others.
 */
const TRIES_BEYOND_BUDGET = 3

/** A sign-in attempt: the account, and the origin of the attempt. */
export interface SignInAttempt {
  /** The email address as it was typed. */
  readonly email: string
  readonly ip: string
  /** The browser, if the person has signed in with it before (see knownBrowser.ts). */
  readonly browser?: string | undefined
}

// The email field may contain anything, even a password, so only its hash is stored.
const accountKey = (email: string) =>
  `account:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`

const originKey = ({ email, ip, browser }: SignInAttempt) =>
  `${accountKey(email)} ${browser === undefined ? network(ip) : `browser:${browser}`}`

const codeKey = (personId: string) => `code:${personId}`

const sessionKey = (sid: string) => `session:${sid}`

/** The failures of all unknown browsers of a network, `most` a minute. */
const budgetOf = (ip: string, most: number): Budget => ({
  key: `address:${network(ip)}`,
  most,
  beyond: TRIES_BEYOND_BUDGET,
})

/**
 * Counts an attempt of a network that nothing but its address identifies. A 429 after `most` in a
 * minute. All nodes share the count.
 */
export async function countAddress(
  db: Db,
  { ip, most, now }: { ip: string; most: number; now: Date },
) {
  await countFailure(db, [], now, budgetOf(ip, most))
}

/**
 * Counts a request for a reset link. A 429 after `most` of a network in a minute. They are counted
 * apart from sign-ins, which they must not delay, nor be delayed by.
 */
export const countResetRequest = (
  db: Db,
  { ip, most, now }: { ip: string; most: number; now: Date },
) => countCall(db, `reset:${network(ip)}`, most, now)

/**
 * Counts a link of a customer that does not work. A 429 after `most` of a network in a minute. They
 * are counted apart from sign-ins, which they must not delay.
 */
export const countUnknownLink = (
  db: Db,
  { ip, most, now }: { ip: string; most: number; now: Date },
) => countCall(db, `link:${network(ip)}`, most, now)

/** Takes a counted attempt of an address back: only failures use up its limit. */
export const uncountAddress = (db: Db, ip: string, most: number) => refund(db, budgetOf(ip, most))

/**
 * The wait after the n-th wrong password in a row, in milliseconds: 30 s after the sixth, doubling
 * up to 15 min.
 */
export function waitAfter(failures: number): number {
  return failures <= FREE_FAILURES
    ? 0
    : backoffDelay(failures - FREE_FAILURES - 1, FIRST_WAIT, LONGEST_WAIT)
}

/**
 * The wait after wrong passwords from all networks together. It slows guessing down, and does not
 * grow.
 */
const waitAllNetworks = (failures: number) =>
  failures <= FREE_FAILURES_ALL_NETWORKS ? 0 : FIRST_WAIT

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts count
 * too. {@link clearAccount} resets the count when the password was right. A 429 while the account
 * has to wait in this network, or in all unknown browsers, or the network has used up its limit and
 * this account was tried there before. Known and unknown email addresses are treated alike.
 * @param most the most failures of unknown browsers of a network in a minute
 * @returns how long the account has to wait here if the attempt fails, and whether the network has
 *   to, so that the failure reads like that of any further attempt
 */
export const countAccount = (db: Db, typed: SignInAttempt, most: number, now: Date) =>
  // A browser that the person has used is not slowed down by attempts from elsewhere.
  typed.browser === undefined
    ? countFailure(
        db,
        [
          [originKey(typed), waitAfter],
          [accountKey(typed.email), waitAllNetworks],
        ],
        now,
        budgetOf(typed.ip, most),
      )
    : countFailure(db, [[originKey(typed), waitAfter]], now)

/**
 * Resets the counts of an account whose password was right, for this network or browser and for all
 * networks together.
 */
export async function clearAccount(db: Db, typed: SignInAttempt, most: number) {
  await clearCounts(db, [originKey(typed), accountKey(typed.email)])
  if (typed.browser === undefined) await uncountAddress(db, typed.ip, most)
}

/** Ends every wait of an account whose owner has proved their identity with a reset link. */
export async function liftAccount(db: Db, email: string) {
  const key = accountKey(email)
  await db
    .delete(throttles)
    .where(or(eq(throttles.key, key), sql`starts_with(${throttles.key}, ${`${key} `})`))
}

/**
 * Counts a wrong password of a signed-in person, apart from sign-in attempts, so that a stranger
 * cannot make them wait.
 */
export const countSession = async (db: Db, sid: string, now: Date) =>
  (await countFailure(db, [[sessionKey(sid), waitAfter]], now)).wait

/** Resets the count of wrong passwords of a session. */
export const clearSession = (db: Db, sid: string) => clearCounts(db, [sessionKey(sid)])

/**
 * Counts a wrong code of somebody who knows the password, across all networks, since a code has
 * only six digits. Codes are counted apart from passwords, so that neither count reveals anything
 * about the other.
 */
export const countCode = async (db: Db, personId: string, now: Date) =>
  (await countFailure(db, [[codeKey(personId), waitAfter]], now)).wait

/** Resets the count of wrong codes of a person. */
export const clearCode = (db: Db, personId: string) => clearCounts(db, [codeKey(personId)])
