import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { recoveryCodes } from '../../schema/auth.ts'
import { hashToken } from './tokens.ts'

type Secret = Pick<Settings, 'sessionSecret'>

const COUNT = 10
/** 32 characters, five bits each, without those that look alike (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Ten characters are 50 bits. */
const LENGTH = 10

function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.join('')
}

/**
 * The normalized characters of a code, however it was typed: in groups, in capitals, with an O for
 * a 0.
 */
const plain = (typed: string) =>
  typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashOf = ({ sessionSecret }: Secret, code: string) =>
  hashToken('recovery', code, sessionSecret)

/** Replaces the person's recovery codes. Only the hashes are stored. */
export async function replaceRecoveryCodes(
  db: Db,
  secret: Secret,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(secret, code) })))
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

const unused = (userId: string) =>
  and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

/**
 * Uses up a recovery code, which is looked up by its keyed hash. False for one that is not the
 * person's, or is already used.
 */
export async function spendRecoveryCode(
  db: Db,
  secret: Secret,
  { userId, typed, now }: { userId: string; typed: string; now: Date },
): Promise<boolean> {
  const codeHash = hashOf(secret, plain(typed))
  const spent = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(unused(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId })
  return spent.length > 0
}

/** The number of recovery codes the person has not used. */
export const countRecoveryCodes = (db: Db, userId: string) =>
  db.$count(recoveryCodes, unused(userId))

/** Deletes all recovery codes of the person. */
export async function deleteRecoveryCodes(db: Db, userId: string) {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}
