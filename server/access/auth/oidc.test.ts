import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import Provider from 'oidc-provider'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { credentials } from '../../schema/auth.ts'
import { users } from '../../schema/people.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

interface Account {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** A real provider on loopback that signs everybody in as `account` without a prompt. */
async function provider(redirectUri: string) {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const desk: { account: Account | undefined } = { account: undefined }
  const oidc = new Provider(issuer, {
    clients: [
      { client_id: 'plumbline', client_secret: 'between us', redirect_uris: [redirectUri] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...desk.account }),
    }),
  })
  const callback = oidc.callback()
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, grantId } = await oidc.interactionDetails(request, response)
    if (!desk.account) {
      return oidc.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'not today',
      })
    }
    const accountId = desk.account.sub
    if (prompt.name === 'login')
      return oidc.interactionFinished(request, response, { login: { accountId } })
    const grant = grantId ? await oidc.Grant.find(grantId) : undefined
    const granted = grant ?? new oidc.Grant({ accountId, clientId: String(params.client_id) })
    granted.addOIDCScope('openid email profile')
    return oidc.interactionFinished(request, response, {
      consent: { grantId: await granted.save() },
    })
  }
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/interaction/') ? interact : callback)(request, response)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { issuer, desk, close }
}

const PUBLIC = 'http://plumbline.test'
let idp: Awaited<ReturnType<typeof provider>>
let w: TestApp
beforeAll(async () => {
  idp = await provider(`${PUBLIC}/api/login/oidc/callback`)
  const oidc = {
    issuer: idp.issuer,
    clientId: 'plumbline',
    clientSecret: 'between us',
    label: 'Ridgeline ID',
  }
  w = await testApp({ publicUrl: PUBLIC, oidc })
})
afterAll(async () => {
  await w.close()
  await idp.close()
})
afterEach(() => {
  idp.desk.account = undefined
})

const get = (url: string, cookie = '') =>
  w.call('nobody', 'GET', url, undefined, cookie ? { cookie } : {})
/** Follows the link to the provider, as a browser does from a page with these headers. */
const begin = (
  returnTo: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  w.call(
    ...(['nobody', 'GET', `/api/login/oidc?returnTo=${encodeURIComponent(returnTo)}`] as const),
    ...([undefined, headers] as const),
  )

/** Goes through the provider, and returns the address that it redirects the browser back to. */
async function pending(returnTo = '/jobs', headers?: Record<string, string>) {
  const started = await begin(returnTo, headers)
  expect(started.status).toBe(303)
  const cookie = cookieFrom(started.headers)
  const stored = new Map<string, string>()
  let address = String(started.headers.location)
  const first = new URL(address)
  for (let hops = 0; address.startsWith(idp.issuer) && hops < 10; hops++) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...stored].map((pair) => pair.join('=')).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      stored.set(name, value)
    }
    address = new URL(answer.headers.get('location') ?? '', address).href
  }
  expect(address).toMatch(/^http:\/\/plumbline\.test\/api\/login\/oidc\/callback\?/)
  const { pathname, search } = new URL(address)
  return {
    first,
    cookie,
    setCookie: String(started.headers['set-cookie']),
    back: `${pathname}${search}`,
  }
}

/**
 * Signs in through the provider. Returns the response of the callback, and the person who is then
 * signed in.
 */
async function signInAs(account: Account, returnTo?: string, headers?: Record<string, string>) {
  idp.desk.account = account
  const { cookie, back } = await pending(returnTo, headers)
  const answer = await get(back, cookie)
  const session = [answer.headers['set-cookie']]
    .flat()
    .find((line) => String(line).startsWith('plumbline='))
  const me = session ? (await get('/api/auth/user', String(session).split(';')[0])).body : undefined
  return { ...answer, me }
}

const linkedSubject = async (userId: string) =>
  (await w.db.select().from(credentials).where(eq(credentials.userId, userId)))[0]?.oidcSubject

test('the sign-in page offers single sign-on', async () => {
  const { text } = await get('/api/login?returnTo=/jobs')
  expect(text).toContain(
    '<a class="button quiet" href="/api/login/oidc?returnTo=%2Fjobs">Sign in with Ridgeline ID</a>',
  )
})

test('starting redirects with PKCE, state and nonce, and sets a sealed cookie for ten minutes', async () => {
  idp.desk.account = { sub: 'x' }
  const { first, setCookie, back } = await pending()
  expect(first.searchParams.get('code_challenge_method')).toBe('S256')
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(first.searchParams.get(name)?.length).toBeGreaterThan(20)
  expect(first.searchParams.get('redirect_uri')).toBe(`${PUBLIC}/api/login/oidc/callback`)
  expect(setCookie).toMatch(/^plumbline_oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(setCookie).not.toContain(first.searchParams.get('state'))
  expect(back).toContain('code=')
})

describe('starting single sign-on', () => {
  const referer = (address: string) => ({ referer: address })
  test.each([
    ['a page of this site', { 'sec-fetch-site': 'same-origin' }],
    ['a page known by its Referer alone', referer(`${PUBLIC}/api/login?returnTo=/jobs`)],
    ['a page under another name of this server', referer('http://localhost/jobs')],
  ])('from %s redirects to the provider', async (_, headers) => {
    const { status, headers: answered } = await begin('/jobs', { host: 'localhost', ...headers })
    expect([status, new URL(String(answered.location)).origin]).toEqual([303, idp.issuer])
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', ...referer(`${PUBLIC}/jobs`) }],
    ['another host of this site', { 'sec-fetch-site': 'same-site' }],
    ['a link in a mail, or an address that was typed', { 'sec-fetch-site': 'none' }],
    ['an unknown Sec-Fetch-Site value', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['another site in an old browser', referer('https://evil.example/')],
    ['a site whose name begins like this one', referer(`${PUBLIC}.evil.example/`)],
    ['an invalid Referer', referer('about:client')],
    ['a page without a Referer', {}],
  ])('from %s redirects to the sign-in page, which asks first', async (_, headers) => {
    const kim = await addJoinedPerson(w)
    for (const cookie of ['', kim.cookie]) {
      const answer = await begin('/jobs?status=active', { cookie, ...headers })
      expect([answer.status, answer.headers.location]).toEqual([
        ...[303, '/api/login?returnTo=%2Fjobs%3Fstatus%3Dactive'],
      ])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test('from another site keeps the requested screen, if it is on this site', async () => {
    const { headers } = await begin('/jobs', { 'sec-fetch-site': 'cross-site' })
    const { text } = await get(String(headers.location))
    expect(text).toContain('href="/api/login/oidc?returnTo=%2Fjobs">Sign in with Ridgeline ID')
    const elsewhere = await begin('//evil.example', { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.headers.location).toBe('/api/login?returnTo=%2F')
  })
})

describe('signs in', () => {
  test('a person whose address has an international domain, as the provider writes it', async () => {
    const { id } = await addJoinedPerson(w)
    await w.db.update(users).set({ email: 'u@xn--mller-kva.example' }).where(eq(users.id, id))
    const claims = { sub: 'umlaut', email: 'u@müller.example', email_verified: true }
    expect((await signInAs(claims)).me.id).toBe(id)
  })

  test('a person known by a verified address, and links the account to them', async () => {
    const kim = await addJoinedPerson(w)
    const { status, headers, me } = await signInAs({
      sub: 'kim',
      email: kim.email.toUpperCase(),
      email_verified: true,
    })
    expect([status, headers.location]).toEqual([303, '/jobs'])
    expect(me.id).toBe(kim.id)
    expect(await linkedSubject(kim.id)).toBe(`${idp.issuer} kim`)
    const again = await signInAs(
      { sub: 'kim', email: 'married@example.com', email_verified: false },
      '//evil.example',
    )
    expect([again.me.id, again.headers.location]).toEqual([kim.id, '/'])
    const login = await w.call('nobody', 'POST', '/api/login', {
      email: kim.email,
      password: PASSWORD,
    })
    expect(login.status).toBe(200)
  })

  test('a signed-in person again at the provider, which counts as entering the password', async () => {
    const kim = await addJoinedPerson(w, 'admin')
    await signInAs({ sub: 'again', email: kim.email, email_verified: true })
    const started = await begin('/users', { 'sec-fetch-site': 'same-origin', cookie: kim.cookie })
    const parameters = new URL(String(started.headers.location)).searchParams
    expect([parameters.get('prompt'), parameters.get('max_age')]).toEqual(['login', '0'])
    const { first } = await pending()
    expect([first.searchParams.get('prompt'), first.searchParams.get('max_age')]).toEqual([
      ...[null, '7776000'],
    ])
    const again = { 'sec-fetch-site': 'same-origin', cookie: kim.cookie }
    const { headers } = await signInAs({ sub: 'again' }, '/users', again)
    const session = [headers['set-cookie']].flat().find((line) => line?.startsWith('plumbline='))
    const cookie = String(session).split(';')[0] ?? ''
    expect(
      (await w.call('nobody', 'POST', `/api/users/${kim.id}/reset-link`, undefined, { cookie }))
        .status,
    ).toBe(200)
    expect((await get('/api/account/confirm', cookie)).body).toEqual({
      ...{ password: true, singleSignOn: 'Ridgeline ID' },
    })
  })

  test('an invited person, who joins; the invite link stops working', async () => {
    const lee = await invitePerson(w, 'subcontractor')
    const { me } = await signInAs({ sub: 'lee', email: lee.email, email_verified: true })
    expect(me).toMatchObject({ id: lee.id, isInvited: false })
    expect((await get(lee.path)).status).toBe(404)
    const login = await w.call('nobody', 'POST', '/api/login', { email: lee.email, password: '' })
    expect(login.body.code).toBe('wrongCredentials')
  })
})

test('an invited person joins with their corrected address', async () => {
  const lee = await invitePerson(w, 'subcontractor')
  await w.call('ada', 'PUT', `/api/users/${lee.id}`, { email: 'right@example.com' })
  const { me } = await signInAs({ sub: 'right', email: 'right@example.com', email_verified: true })
  expect(me).toMatchObject({ id: lee.id, isInvited: false })
})

describe('signs nobody in', () => {
  const stranger = async (account: Account) => {
    const { status, text, me } = await signInAs(account)
    return [status, text.includes('No account found'), me]
  }
  const nobody = [403, true, undefined]

  test('whose address is unknown, unverified or missing', async () => {
    const kim = await addJoinedPerson(w)
    expect(
      await stranger({ sub: 'mallory', email: 'mallory@example.com', email_verified: true }),
    ).toEqual(nobody)
    expect(await stranger({ sub: 'mallory', email: kim.email, email_verified: false })).toEqual(
      nobody,
    )
    expect(await stranger({ sub: 'mallory', email: kim.email })).toEqual(nobody)
    expect(await stranger({ sub: 'mallory' })).toEqual(nobody)
    expect(await linkedSubject(kim.id)).toBeNull()
  })

  test('whose address belongs to a person linked to another account', async () => {
    const kim = await addJoinedPerson(w)
    await signInAs({ sub: 'first', email: kim.email, email_verified: true })
    expect(await stranger({ sub: 'second', email: kim.email, email_verified: true })).toEqual(
      nobody,
    )
    expect(await linkedSubject(kim.id)).toBe(`${idp.issuer} first`)
  })

  test('who was removed, whose invite has expired, or who is only in the directory', async () => {
    const kim = await addJoinedPerson(w)
    await signInAs({ sub: 'gone', email: kim.email, email_verified: true })
    await w.call('ada', 'DELETE', `/api/users/${kim.id}`)
    expect(await stranger({ sub: 'gone', email: kim.email, email_verified: true })).toEqual(nobody)
    expect(await stranger({ sub: 'sue', email: 'sue@example.com', email_verified: true })).toEqual(
      nobody,
    )
    const late = await invitePerson(w)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 8 * DAY_MS)
    expect(await stranger({ sub: 'late', email: late.email, email_verified: true })).toEqual(nobody)
    w.clock.now = start
  })
})

describe('the callback', () => {
  const refused = async (url: string, cookie: string) => {
    const answer = await get(url, cookie)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('Signing in with Ridgeline ID did not work')
    expect(String(answer.headers['set-cookie'])).not.toMatch(/plumbline=[\w-]{43}/)
  }

  test('is rejected with a wrong or expired cookie, with another state, and on reuse', async () => {
    const kim = await addJoinedPerson(w)
    idp.desk.account = { sub: 'way', email: kim.email, email_verified: true }
    const { cookie, back } = await pending()
    await refused(back, '')
    await refused(back, `${cookie.slice(0, -2)}xx`)
    await refused(back.replace(/state=[^&]+/, 'state=other'), cookie)
    await refused(back.replace(/code=[^&]+/, 'code=other'), cookie)
    const other = await pending()
    await refused(back, other.cookie)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 600_001)
    await refused(other.back, other.cookie)
    w.clock.now = start
    const good = await pending()
    expect((await get(good.back, good.cookie)).status).toBe(303)
    await refused(good.back, good.cookie)
  })

  test('shows a page when the person canceled at the provider', async () => {
    const { cookie, back } = await pending()
    expect(back).toContain('error=access_denied')
    await refused(back, cookie)
  })
})

test('an unreachable provider shows a page with status 503', async () => {
  const lost = await testApp({
    oidc: { issuer: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b', label: 'Ridgeline ID' },
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { status, text } = await lost.call('nobody', 'GET', '/api/login/oidc', undefined, headers)
  expect(status).toBe(503)
  expect(text).toContain('Ridgeline ID does not answer right now')
  await lost.close()
})
