import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser subscribed to push notifications, which decrypts its messages (RFC 8291). */
export function newBrowser(service: string) {
  const keys = createECDH('prime256v1')
  const publicKey = keys.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${service}${randomBytes(12).toString('base64url')}`
  const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    endpoint,
    subscription: () => ({
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    /** Decrypts an aes128gcm body of one record. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const idLength = body.readUInt8(20)
      const sender = body.subarray(21, 21 + idLength)
      const record = body.subarray(21 + idLength)
      const shared = keys.computeSecret(sender)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derived(shared, auth, info, 32)
      const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends with a 2 and zeros as padding.
      return text.subarray(0, text.lastIndexOf(2)).toString()
    },
  }
}

export interface Pushed {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * The claims of a sender who proves ownership of a public key (RFC 8292).
 * @throws Error when another key signed them
 */
export function claimsOf({ headers }: Pushed, publicKey: string): Record<string, unknown> {
  const [, token = '', key] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }
  const isTheirs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isTheirs || key !== publicKey) throw new Error('not signed by this key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}

/**
 * A push service on loopback that stores what it receives. It responds with the given statuses,
 * then with 201.
 */
export async function pushCatcher() {
  const pushed: Pushed[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      pushed.push({ path, headers, body: Buffer.concat(chunks) })
      response.writeHead(statuses.shift() ?? 201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  return {
    pushed,
    statuses,
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
