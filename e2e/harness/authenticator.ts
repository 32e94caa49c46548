import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytesOf(base32: string): Buffer {
  const bits = [...base32.replaceAll(' ', '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * The code that an authenticator app shows for a secret (RFC 6238), now or `later` steps of 30
 * seconds from now.
 */
export function codeOf(secret: string, later = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(at) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
