import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** The purpose of a sealed value. A value sealed for one purpose cannot be used for another. */
export type Purpose =
  | 'export'
  | 'idempotency'
  | 'oidc'
  | 'passkey'
  | 'pushKey'
  | 'secondFactor'
  | 'totp'
  | 'unsubscribe'

const keyFor = (secret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/**
 * Seals a JSON value so that only this installation can read or create it (AES-256-GCM with a key
 * derived from the session secret).
 */
export function seal(value: unknown, secret: string, purpose: Purpose): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/**
 * The value that was sealed, or undefined for anything that was not sealed here for this purpose.
 */
export function unseal(sealed: string, secret: string, purpose: Purpose): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(secret, purpose),
    bytes.subarray(0, IV_BYTES),
  )
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return JSON.parse(
      Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8'),
    )
  } catch {
    return undefined
  }
}
