import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** Encodes a byte string and a text in CBOR. */
const cborBytes = (data: Buffer) =>
  Buffer.concat([
    data.length < 256
      ? Buffer.from([0x58, data.length])
      : Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ])
const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

interface Where {
  readonly origin: string
  readonly rpId: string
  readonly challenge: string
}

interface Changes {
  readonly counter?: number
  /** Whether the person was asked for their fingerprint, face or PIN. */
  readonly isVerified?: boolean
  readonly userHandle?: string
  /** The attestation format, and the attestation statement as CBOR. */
  readonly format?: string
  readonly statement?: Buffer
}

/**
 * A software authenticator with one passkey, which responds to WebAuthn like a phone (ES256, no
 * attestation).
 * @param options.idBytes the length of the credential id
 */
export function newAuthenticator({ idBytes = 32 } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(idBytes)
  // COSE: kind 2 (elliptic curve), algorithm -7 (ES256), curve 1 (P-256), x and y.
  const cose = Buffer.concat([
    Buffer.from('a501020326200121', 'hex'),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from('22', 'hex'),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  const clientData = (type: string, { origin, challenge }: Where) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (rpId: string, flags: number, counter: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), rest])
  }
  const credential = { id: encode(id), rawId: encode(id), type: 'public-key' }
  const flagsOf = (isVerified: boolean) => USER_PRESENT + (isVerified ? USER_VERIFIED : 0)

  return {
    id: encode(id),

    /** The response to the options of a new passkey. */
    register(where: Where, changes: Changes = {}) {
      const { counter = 0, isVerified = true, format = 'none' } = changes
      const authData = Buffer.concat([
        head(where.rpId, flagsOf(isVerified) + HAS_CREDENTIAL, counter),
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 255]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText(format),
        cborText('attStmt'),
        changes.statement ?? Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', where)),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
      }
    },

    /** The response to the options of a sign-in. */
    signIn(where: Where, { counter = 0, isVerified = true, userHandle }: Changes = {}) {
      const authData = head(where.rpId, flagsOf(isVerified), counter)
      const data = clientData('webauthn.get', where)
      const signed = Buffer.concat([authData, sha256(data)])
      return {
        ...credential,
        response: {
          clientDataJSON: encode(data),
          authenticatorData: encode(authData),
          signature: encode(createSign('sha256').update(signed).sign(privateKey)),
          ...(userHandle !== undefined && { userHandle: encode(userHandle) }),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof newAuthenticator>
