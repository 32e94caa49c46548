import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { HOUR_MS } from '@plumbline/contract/time.ts'

/** A pair of P-256 keys in base64url: the uncompressed point of 65 bytes, and 32 bytes. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** The keys of a browser, in base64url. */
export interface DeviceKeys {
  readonly p256dh: string
  readonly auth: string
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
/** The size of the only record. A longer payload is refused by the push services anyway. */
const RECORD_BYTES = 4096
const TOKEN_LIFETIME_MS = 12 * HOUR_MS

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** New keys that identify an installation to push services. */
export function newPushKeys(): PushKeys {
  const keys = createECDH(CURVE)
  const publicKey = keys.generateKeys('base64url')
  // A number that begins with zeros is shorter.
  const privateKey = Buffer.concat([Buffer.alloc(32), keys.getPrivateKey()]).subarray(-32)
  return { publicKey, privateKey: privateKey.toString('base64url') }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The key pair and the salt of one message. A test passes those of the RFC. */
function fresh(): { sender: ECDH; salt: Buffer } {
  const sender = createECDH(CURVE)
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

/**
 * A text that only this browser can read, as the body of a request (RFC 8291 with one record of
 * RFC 8188).
 * @throws Error if its keys are invalid
 */
export function encrypted(
  text: string,
  { p256dh, auth }: DeviceKeys,
  { sender, salt } = fresh(),
): Buffer<ArrayBuffer> {
  const [device, secret] = [bytes(p256dh), bytes(auth)]
  if (device.length !== POINT_BYTES || secret.length < AUTH_BYTES) throw new Error('Invalid keys')
  const own = sender.getPublicKey()
  const shared = derive(
    sender.computeSecret(device),
    secret,
    Buffer.concat([Buffer.from('WebPush: info\0'), device, own]),
    32,
  )
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    salt,
    size,
    Buffer.of(own.length),
    own,
    // A 2 ends the last record.
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The `Authorization` header that proves to a push service whose request it is (RFC 8292). The
 * `contact` is an https or mailto URL.
 */
export function authorization(
  endpoint: string,
  contact: string,
  { publicKey, privateKey }: PushKeys,
  now: Date,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((now.getTime() + TOKEN_LIFETIME_MS) / 1000),
    sub: contact,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const point = bytes(publicKey)
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: privateKey, x: coordinate(1), y: coordinate(33) },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
