import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { createLog } from '../../platform/log.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { sessions } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import {
  ACCESS_TOKEN,
  CLIENT,
  type Faults,
  faultyProvider,
  REFRESH_TOKEN,
} from '../../testing/faultyProvider.ts'
import { addJoinedPerson } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const PATH = '/api/login/oidc'
const CODE = 'code-canary'

let w: TestApp
let idp: Awaited<ReturnType<typeof faultyProvider>>
let kim: Awaited<ReturnType<typeof addJoinedPerson>>
beforeAll(async () => {
  w = await testApp()
  idp = await faultyProvider()
  kim = await addJoinedPerson(w)
})
afterAll(async () => {
  await w.close()
  await idp.close()
})

/** A server that has not contacted the provider yet, and its log lines. */
async function newServer(changes: Partial<TestApp['settings']> = {}) {
  const oidc = { ...CLIENT, issuer: idp.issuer, label: 'Ridgeline ID' }
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const app = await buildApp({
    ...{ database: w.database, log, now: () => w.clock.now },
    settings: { ...w.settings, oidc, ...changes },
  })
  onTestFinished(() => app.close())
  return { app, lines }
}
type NewServer = Awaited<ReturnType<typeof newServer>>

const start = ({ app }: NewServer, cookie = '') =>
  app.inject({ url: PATH, headers: { 'sec-fetch-site': 'same-origin', cookie } })

/**
 * Signs in as a browser does, with a provider that has these faults.
 * @param extra additional parameters of the callback
 * @param session the cookie of an existing session
 */
async function enter(faults: Faults, { extra = '', session = '' } = {}) {
  const { claims, ...others } = faults
  idp.behave({ ...others, claims: { email: kim.email, email_verified: true, ...claims } })
  const used = await newServer()
  const started = await start(used, session)
  if (started.statusCode !== 303) return { answer: started, lines: used.lines }
  const { searchParams } = new URL(String(started.headers.location))
  idp.expect(searchParams.get('nonce') ?? '')
  const [cookie = ''] = String(started.headers['set-cookie']).split(';')
  const url = `${PATH}/callback?code=${CODE}&state=${searchParams.get('state')}${extra}`
  const headers = { cookie: `${cookie}; ${session}` }
  const answer = await used.app.inject({ url, headers })
  return { answer, lines: used.lines }
}

/** The cookie of the session that a response starts. */
const sessionIn = ({ headers }: Awaited<ReturnType<typeof start>>) => {
  const lines = [headers['set-cookie']].flat()
  return lines.find((line) => line?.startsWith('plumbline='))?.split(';')[0] ?? ''
}

const signedIn = () => w.db.$count(sessions)
const failures = () =>
  w.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'signIn.failed'))
    .orderBy(asc(auditEntries.at), asc(auditEntries.id))

/** The secrets of a sign-in, which only the provider and the server may see. */
const canaries = () => [
  ...[ACCESS_TOKEN, REFRESH_TOKEN, CLIENT.clientSecret, CODE, 'subject-canary', kim.email],
  ...idp.seen.tokens.flatMap((token) => [token, ...token.split('.').filter(Boolean)]),
]
const canariesIn = (text: string) => canaries().filter((canary) => text.includes(canary))

/**
 * Checks that nobody is signed in, that the page shows a failure, and that the log has a line
 * without secrets.
 */
async function refused(faults: Faults, options?: { extra?: string; session?: string }) {
  await w.db.delete(auditRepeats)
  const before = { sessions: await signedIn(), failures: await failures() }
  const { answer, lines } = await enter(faults, options)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    ...[401, 'text/html; charset=utf-8'],
  ])
  expect(answer.body).toContain('Signing in with Ridgeline ID did not work. Try again.')
  expect(answer.headers['set-cookie']).toMatch(/^plumbline_oidc=;/)
  expect(await signedIn()).toBe(before.sessions)
  const [entry, ...more] = (await failures()).slice(before.failures.length)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ actorId: null, subject: null, detail: { method: 'singleSignOn' } })
  expect(lines.filter((line) => line.includes('Single sign-on failed'))).toHaveLength(1)
  expect(canariesIn([answer.body, ...lines, JSON.stringify(entry)].join(''))).toEqual([])
}

const now = Math.floor(Date.now() / 1000)
const past = now - 3600

describe('an ID token', () => {
  test('that is valid signs its person in', async () => {
    const { answer } = await enter({})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect(String(answer.headers['set-cookie'])).toMatch(/plumbline=[\w-]{43};/)
  })

  test('is neither stored, logged nor sent to the browser', async () => {
    const { answer, lines } = await enter({})
    expect(idp.seen.tokens).toHaveLength(1)
    const { rows: tables } = await w.pool.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(20)
    const stored: string[] = []
    for (const { name } of tables) {
      const { rows } = await w.pool.query(`select t::text as text from "${name}" t`)
      stored.push(...rows.map(({ text }) => text))
    }
    const tokens = [ACCESS_TOKEN, REFRESH_TOKEN, CODE, ...idp.seen.tokens]
    const seen = [answer.body, JSON.stringify(answer.headers), ...lines, ...stored].join('')
    expect(seen).toContain('subject-canary')
    expect(tokens.filter((token) => seen.includes(token))).toEqual([])
  })

  test.each<[string, () => Faults]>([
    ['signed by another key', () => ({ key: idp.otherKey })],
    ['changed after it was signed', () => ({ rewritten: { sub: 'somebody else' } })],
    ['without a signature', () => ({ key: null })],
    ['with the algorithm "none"', () => ({ header: { alg: 'none' }, key: null })],
    [
      'with the algorithm "none", which the metadata allow',
      () => ({
        ...{ header: { alg: 'none' }, key: null },
        metadata: { id_token_signing_alg_values_supported: ['none', 'ES256'] },
      }),
    ],
    [
      'signed with the public key as an HMAC secret',
      () => ({
        header: { alg: 'HS256' },
        key: idp.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      }),
    ],
    [
      'signed with the secret of this client',
      () => ({
        ...{ header: { alg: 'HS256' }, key: CLIENT.clientSecret },
        metadata: { id_token_signing_alg_values_supported: ['HS256'] },
      }),
    ],
    ['signed by a key that is not in the set', () => ({ header: { kid: 'two' } })],
    ['with an unknown critical extension', () => ({ header: { crit: ['exp'] } })],
    ['for another nonce', () => ({ claims: { nonce: 'another' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['for another audience', () => ({ claims: { aud: 'somebody-else' } })],
    ['for several audiences', () => ({ claims: { aud: [CLIENT.clientId, 'somebody-else'] } })],
    ['without an audience', () => ({ claims: { aud: undefined } })],
    ['of another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['that has expired', () => ({ claims: { exp: past } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is not valid yet', () => ({ claims: { nbf: now + 3600 } })],
    ['without a subject', () => ({ claims: { sub: undefined } })],
    ['that is not a JWT', () => ({ tokens: { id_token: 'token' } })],
    ['that is missing', () => ({ tokens: { id_token: undefined } })],
  ])('%s is rejected', async (_, faults) => {
    await refused(faults())
  })

  test('without an email address is completed by userinfo of the same subject only', async () => {
    const claims = { email: undefined }
    const userinfo = { email: kim.email, email_verified: true }
    await refused({ claims, userinfo: { ...userinfo, sub: 'another' } })
    const { answer } = await enter({ claims, userinfo })
    expect(answer.statusCode).toBe(303)
  })

  test('of a person without an account is audited as a failed sign-in', async () => {
    await w.db.delete(auditRepeats)
    const before = await failures()
    const { answer } = await enter({ claims: { sub: 'stranger', email: 'stranger@example.com' } })
    expect(answer.statusCode).toBe(403)
    const [entry, ...more] = (await failures()).slice(before.length)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      actorId: null,
      subject: null,
      detail: { method: 'singleSignOn' },
    })
    expect(JSON.stringify(entry)).not.toContain('stranger')
  })

  test('is not requested after a callback by another issuer', async () => {
    await refused({}, { extra: '&iss=https://evil.example' })
    expect(idp.seen.tokens).toEqual([])
  })
})

describe('a call that requires a recent password', () => {
  let boss: Awaited<ReturnType<typeof addJoinedPerson>>
  beforeAll(async () => {
    boss = await addJoinedPerson(w, 'admin')
  })
  const claimsOf = (authTime: number | undefined) => ({
    ...{ sub: 'boss', email: boss.email, auth_time: authTime },
  })
  /** The failure code of making a reset link after signing in, or `made`. */
  async function resetLink(authTime: number | undefined, session = '') {
    const { answer } = await enter({ claims: claimsOf(authTime) }, { session })
    const headers = { cookie: sessionIn(answer) }
    const url = `/api/users/${kim.id}/reset-link`
    return (await w.call('nobody', 'POST', url, undefined, headers)).body.code ?? 'made'
  }

  test('is allowed after the provider has just authenticated the person', async () => {
    expect(await resetLink(now)).toBe('made')
    // The clock of the provider is fast.
    for (const ahead of [now + 86_400, 1e300]) expect(await resetLink(ahead)).toBe('made')
  })

  test.each([
    ['an hour ago', past],
    ['in 1970', 0],
    ['at an unknown time', undefined],
  ])(
    'is refused when the provider authenticated the person %s, despite a new sign-in',
    async (_, authTime) => {
      expect(await resetLink(authTime)).toBe('passwordRequired')
    },
  )

  test('is allowed when a signed-in person signs in again, even without an auth_time', async () => {
    expect(await resetLink(now, boss.cookie)).toBe('made')
    const lee = await addJoinedPerson(w, 'admin')
    expect(await resetLink(undefined, lee.cookie)).toBe('made')
  })

  test('is not allowed by signing in again when the auth_time of the provider is old', async () => {
    const lee = await addJoinedPerson(w, 'admin')
    await refused({ claims: claimsOf(past) }, { session: lee.cookie })
    const { status } = await w.call(
      ...(['nobody', 'GET', '/api/auth/user', undefined, { cookie: lee.cookie }] as const),
    )
    expect(status).toBe(200)
  })

  test.each([-1, '0', null])(
    'is not allowed by a sign-in with the invalid auth_time %j',
    async (authTime) => {
      await refused({ claims: { auth_time: authTime } })
    },
  )
})

test('single sign-on does not exempt an admin from a required second factor', async () => {
  const lee = await addJoinedPerson(w, 'admin')
  await w.db.insert(settings).values({
    ...{ companyName: 'C', holdingsName: null, timeZone: 'UTC' },
    adminsNeedSecondFactor: true,
  })
  onTestFinished(async () => {
    await w.db.delete(settings)
  })
  const { answer } = await enter({ claims: { sub: 'lee', email: lee.email, auth_time: now } })
  const headers = { cookie: sessionIn(answer) }
  const ask = (method: 'GET' | 'POST', url: string) =>
    w.call('nobody', method, url, undefined, headers)
  expect((await ask('GET', '/api/jobs')).body.code).toBe('secondFactorRequired')
  // They can only set one up, and the provider has just asked them to sign in.
  expect((await ask('POST', '/api/account/second-factor')).status).toBe(200)
})

describe('provider metadata', () => {
  test.each(['https://evil.example', undefined])(
    'of the issuer %s are rejected',
    async (issuer) => {
      const before = await signedIn()
      const { answer, lines } = await enter({ metadata: { issuer } })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('Ridgeline ID does not answer right now')
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(await signedIn()).toBe(before)
      expect(canariesIn(lines.join(''))).toEqual([])
    },
  )
})

describe('a redirect of the provider is not followed', () => {
  const statuses = [302, 307]
  test.each(statuses)('%i, on reading its metadata', async (status) => {
    const path = '/.well-known/openid-configuration'
    const { answer } = await enter({ redirects: { path, status } })
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([503, undefined])
    expect(idp.seen.followed).toEqual([])
  })

  test.each(
    ['/token', '/jwks', '/userinfo'].flatMap((path) => statuses.map((status) => [path, status])),
  )('by %s, %i', async (path, status) => {
    const userinfo = { email: kim.email, email_verified: true }
    const redirects = { path: String(path), status: Number(status) }
    await refused({ claims: { email: undefined }, userinfo, redirects })
    expect(idp.seen.followed).toEqual([])
  })
})

test('failed callbacks are audited only with a cookie', async () => {
  await w.db.delete(auditRepeats)
  const before = (await failures()).length
  const server = await newServer()
  for (let n = 0; n < 5; n++) await server.app.inject({ url: `${PATH}/callback?code=x&state=y` })
  expect(await failures()).toHaveLength(before)
  idp.behave({})
  const [cookie = ''] = String((await start(server)).headers['set-cookie']).split(';')
  const url = `${PATH}/callback?code=x&state=y`
  const { statusCode } = await server.app.inject({ url, headers: { cookie } })
  expect(statusCode).toBe(401)
  expect(await failures()).toHaveLength(before + 1)
})
