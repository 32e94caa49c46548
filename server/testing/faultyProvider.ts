import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Facts = Readonly<Record<string, unknown>>

export const CLIENT = { clientId: 'plumbline', clientSecret: 'between-us-canary' }
export const ACCESS_TOKEN = 'access-token-canary'
export const REFRESH_TOKEN = 'refresh-token-canary'

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The key that signs a token. A text is an HS256 secret, null means no signature. */
export type SigningKey = KeyObject | string | null

function signatureOf(text: string, key: SigningKey): string {
  if (key === null) return ''
  if (typeof key === 'string') return createHmac('sha256', key).update(text).digest('base64url')
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

/** The ways in which the provider misbehaves. */
export interface Faults {
  /** Claims of the ID token; undefined omits one. */
  readonly claims?: Facts
  /** Header fields of the ID token, in addition to the right ones. */
  readonly header?: Facts
  /** The key that signs the ID token. */
  readonly key?: SigningKey
  /** Claims that replace those of the ID token after it is signed. */
  readonly rewritten?: Facts
  /** Fields of the provider metadata. */
  readonly metadata?: Facts
  /** Fields of the response of the token endpoint. */
  readonly tokens?: Facts
  /** Fields of the userinfo response. */
  readonly userinfo?: Facts
  /** A path that redirects to another one, which responds correctly. */
  readonly redirects?: { readonly path: string; readonly status: number }
}

/**
 * A sign-in provider on loopback that needs no interaction: it issues tokens for any code. It
 * behaves correctly except for the given faults.
 */
export async function faultyProvider() {
  const key = newKey()
  const publicKey = key.publicKey.export({ format: 'jwk' })
  const state: { faults: Faults; nonce: string; tokens: string[]; followed: string[] } = {
    ...{ faults: {}, nonce: '', tokens: [], followed: [] },
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function idToken(): string {
    const { claims, header, key: other, rewritten } = state.faults
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: CLIENT.clientId, sub: 'subject-canary', nonce: state.nonce }
    const payload = { ...right, iat: now, exp: now + 60, ...claims }
    const text = `${encoded({ alg: 'ES256', kid: 'one', ...header })}.${encoded(payload)}`
    const signature = signatureOf(text, other === undefined ? key.privateKey : other)
    const [head = ''] = text.split('.')
    const token = rewritten
      ? `${head}.${encoded({ ...payload, ...rewritten })}.${signature}`
      : `${text}.${signature}`
    state.tokens.push(token)
    return token
  }

  const responses: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      ...state.faults.metadata,
    }),
    '/jwks': () => ({ keys: [{ ...publicKey, kid: 'one', use: 'sig', alg: 'ES256' }] }),
    '/token': () => ({
      access_token: ACCESS_TOKEN,
      refresh_token: REFRESH_TOKEN,
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken(),
      ...state.faults.tokens,
    }),
    '/userinfo': () => ({ sub: 'subject-canary', ...state.faults.userinfo }),
  }

  server.on('request', (request, response) => {
    const path = request.url ?? ''
    const { redirects } = state.faults
    if (path === redirects?.path) {
      response.writeHead(redirects.status, { location: `${issuer}/moved${path}` }).end()
      return
    }
    if (path.startsWith('/moved')) state.followed.push(path)
    const content = responses[path.replace('/moved', '')]
    response.writeHead(content ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(content?.() ?? {}))
  })

  return {
    issuer,
    publicKey: key.publicKey,
    otherKey: newKey().privateKey,
    /** The issued ID tokens, and the redirects that were followed. */
    seen: state as Readonly<Pick<typeof state, 'tokens' | 'followed'>>,
    /** Sets its behavior from now on. */
    behave(faults: Faults) {
      Object.assign(state, { faults, tokens: [], followed: [] })
    },
    /** Sets the nonce of the next ID token. */
    expect(nonce: string) {
      state.nonce = nonce
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
