import { Failure } from '@plumbline/contract/failures.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { seal, unseal } from '../../http/seal.ts'
import type { Db } from '../../platform/db/handle.ts'
import type { Settings } from '../../platform/settings.ts'
import { credentials } from '../../schema/auth.ts'
import { deleteRecoveryCodes, spendRecoveryCode } from './recoveryCodes.ts'

type Key = Pick<Settings, 'sessionSecret'>
export type Credentials = typeof credentials.$inferSelect

/**
 * The parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, and a new
 * code every 30 seconds.
 */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/**
 * Accepts codes of one time step before and after too, since clocks differ and typing takes time.
 */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** A new secret for an authenticator app, in base 32. */
export const newSecret = () => new Secret({ size: SECRET_BYTES }).base32

/** The URI that an authenticator app reads from a QR code. */
export const authenticatorUri = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** The time step that a code belongs to, or null for a wrong code. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

/** The person's credentials, locked until the transaction ends. */
export async function lockCredentials(db: Db, userId: string): Promise<Credentials | undefined> {
  const [row] = await db
    .select()
    .from(credentials)
    .where(eq(credentials.userId, userId))
    .for('no key update')
  return row
}

/** Stores a secret, which is not used before a first code has confirmed it. */
export async function saveSecret(
  db: Db,
  { sessionSecret }: Key,
  { userId, secret, now }: { userId: string; secret: string; now: Date },
) {
  const totpSecret = seal(secret, sessionSecret, 'totp')
  const set = { totpSecret, totpConfirmedAt: null, totpLastStep: null }
  await db
    .insert(credentials)
    .values({ ...set, userId, changedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set })
}

/**
 * The secret in the credentials. Undefined if there is none, or if it was sealed by another
 * installation.
 */
function openSecret({ sessionSecret }: Key, { totpSecret }: Credentials): string | undefined {
  const secret = totpSecret === null ? undefined : unseal(totpSecret, sessionSecret, 'totp')
  return typeof secret === 'string' ? secret : undefined
}

/**
 * Accepts a code of the authenticator app once: never one of the time step that was accepted last,
 * or of an earlier one. The credentials must be locked.
 */
export async function acceptAppCode(
  db: Db,
  key: Key,
  { locked, typed, now }: { locked: Credentials; typed: string; now: Date },
  change: Partial<Credentials> = {},
): Promise<boolean> {
  const secret = openSecret(key, locked)
  const code = typed.replaceAll(/\s/g, '')
  const step = secret && /^\d{6}$/.test(code) ? stepOf(secret, code, now) : null
  if (step === null || step === undefined) return false
  if (locked.totpLastStep !== null && step <= locked.totpLastStep) return false
  await db
    .update(credentials)
    .set({ ...change, totpLastStep: step })
    .where(eq(credentials.userId, locked.userId))
  return true
}

/**
 * Accepts a code of the authenticator app or a recovery code, and returns which it was. The
 * credentials must be locked.
 * @throws Failure wrongCode
 */
export async function acceptCode(
  db: Db,
  key: Key,
  { locked, typed, now }: { locked: Credentials; typed: string; now: Date },
): Promise<'app' | 'recoveryCode'> {
  if (await acceptAppCode(db, key, { locked, typed, now })) return 'app'
  const { userId } = locked
  if (await spendRecoveryCode(db, key, { userId, typed, now })) return 'recoveryCode'
  throw new Failure('wrongCode')
}

/** Turns the authenticator app of the person off and deletes their recovery codes. */
export async function clearSecondFactor(db: Db, userId: string) {
  await db
    .update(credentials)
    .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
    .where(eq(credentials.userId, userId))
  await deleteRecoveryCodes(db, userId)
}

/** When the person turned two-step sign-in on. Null while it is off. */
export async function enabledAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: credentials.totpConfirmedAt })
    .from(credentials)
    .where(eq(credentials.userId, userId))
  return row?.at ?? null
}
