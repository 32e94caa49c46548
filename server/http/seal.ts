import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const IV = 12
const TAG = 16

/** What a sealed value is for: one sealed for a cookie cannot be used elsewhere. */
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
 * A JSON value that only this installation can read or have written (AES-256-GCM under the session
 * secret).
 */
export function seal(value: unknown, secret: string, purpose: Purpose): string {
  const iv = randomBytes(IV)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** The value that was sealed; undefined for anything that was not sealed here for this purpose. */
export function unseal(sealed: string, secret: string, purpose: Purpose): unknown {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= IV + TAG) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, IV))
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
  try {
    return JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8'),
    )
  } catch {
    return undefined
  }
}
