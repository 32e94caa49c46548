import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A provider for single sign-on that knows everybody since an hour, as the person of this address, and asks only when it is told
 * to. Under /elsewhere it is another site, with a link.
 */
export async function signInProvider(email: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }
  const visits: URLSearchParams[] = []
  let link = ''
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Another site than 127.0.0.1, where the server is.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  function idToken(): string {
    const asked = visits.at(-1)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      ...{ iss: issuer, aud: asked?.get('client_id'), nonce: asked?.get('nonce') },
      ...{ iat: now, exp: now + 60, sub: email, email, email_verified: true },
      auth_time: asked?.get('prompt') === 'login' ? now : now - 3600,
    }
    const text = `${encoded({ alg: 'ES256' })}.${encoded(claims)}`
    const signature = sign('sha256', Buffer.from(text), {
      ...{ key: privateKey, dsaEncoding: 'ieee-p1363' },
    })
    return `${text}.${signature.toString('base64url')}`
  }

  const answers: Readonly<Record<string, () => object>> = {
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
      const answer = answers[pathname]
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer?.() ?? {}))
    }
  })

  return {
    issuer,
    /** What it was asked for, by each browser that came to it. */
    visits: visits as readonly URLSearchParams[],
    /** Where the link of the other site leads. */
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
