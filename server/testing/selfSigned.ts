import { generateKeyPairSync, sign } from 'node:crypto'

/** Encodes a value in DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  const { length } = bytes
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}
const list = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)

const COMMON_NAME = '550403'
const ALTERNATIVE_NAMES = '551d11'
const ECDSA_WITH_SHA256 = '2a8648ce3d040302'

/** A self-signed certificate for localhost and 127.0.0.1, and its key, both as PEM. */
export function selfSigned() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = list(der(0x31, list(oid(COMMON_NAME), der(0x0c, Buffer.from('localhost')))))
  const time = (text: string) => der(0x18, Buffer.from(text))
  const names = list(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const algorithm = list(oid(ECDSA_WITH_SHA256))
  const body = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    list(time('20200101000000Z'), time('21200101000000Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, list(list(oid(ALTERNATIVE_NAMES), der(0x04, names)))),
  )
  const certificate = list(body, algorithm, bits(sign('sha256', body, privateKey)))
  const base64 = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
