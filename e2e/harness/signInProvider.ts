import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * Starts a single sign-on provider. Every browser has been signed in to it for an hour as the
 * person with this email. A new sign-in counts only with `prompt=login`. Its path /elsewhere is a
 * page of another site with a link.
 */
export async function signInProvider(email: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }
  const visits: URLSearchParams[] = []
  let link = ''
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // `localhost` is a different site than 127.0.0.1, the address of the server.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  function idToken(): string {
    const authRequest = visits.at(-1)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: authRequest?.get('client_id'), nonce: authRequest?.get('nonce') },
      ...{ iat: now, exp: now + 60, sub: email, email, email_verified: true },
      auth_time: authRequest?.get('prompt') === 'login' ? now : now - 3600,
    }
    const text = `${encoded({ alg: 'ES256' })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(text), {
      ...{ key: privateKey, dsaEncoding: 'ieee-p1363' },
    })
    return `${text}.${signature.toString('base64url')}`
  }

  const responses: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': () => ({ keys: [key] }),
    '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken() }),
  }

  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    if (pathname === '/auth') {
      visits.push(searchParams)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', 'x')
      back.searchParams.set('state', searchParams.get('state') ?? '')
      response.writeHead(303, { location: back.href }).end()
    } else if (pathname === '/elsewhere') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><a href="${link}">Win a prize</a>`,
      )
    } else {
      const createBody = responses[pathname]
      response.writeHead(createBody ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(createBody?.() ?? {}))
    }
  })

  return {
    issuer,
    /** The query parameters of each visit to the authorization endpoint. */
    visits: visits as readonly URLSearchParams[],
    /** Sets the target of the link on the page of the other site. */
    linkTo(address: string) {
      link = address
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
