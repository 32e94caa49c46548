import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { credentials, sessions, throttles } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { cheapPasswords } from '../../testing/cheapPasswords.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { openPasswords } from './passwords.ts'
import { findAccount, withCurrentHash } from './queries.ts'
import { newSecret, saveSecret } from './secondFactor.ts'

const passwords = cheapPasswords()
let w: TestApp
let kim = { id: '', email: '', cookie: '' }
beforeAll(async () => {
  w = await testApp({}, undefined, { passwords })
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridge & Line', holdingsName: 'Ridge Holdings', timeZone: 'UTC' })
  kim = await addJoinedPerson(w, 'subcontractor')
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const login = (body: object, headers = {}) => w.call('nobody', 'POST', '/api/login', body, headers)
const form = (fields: Record<string, string>, headers = {}) =>
  w.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const me = (cookie: string) => w.call('nobody', 'GET', '/api/auth/user', undefined, { cookie })

describe('POST /api/login', () => {
  test('sets a new cookie and returns the person', async () => {
    const { status, body, headers } = await login({ email: ` ${kim.email} `, password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: kim.id, role: 'subcontractor' })
    expect(body).not.toHaveProperty('inviteToken')
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^plumbline=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^plumbline_browser=[\w-]{43}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    expect((await me(cookieFrom(headers))).body.id).toBe(kim.id)
  })

  test('ends the earlier session of the browser', async () => {
    const first = cookieFrom((await login({ email: kim.email, password: PASSWORD })).headers)
    const second = cookieFrom(
      (await login({ email: kim.email, password: PASSWORD }, { cookie: first })).headers,
    )
    expect(second).not.toBe(first)
    expect((await me(first)).status).toBe(401)
    expect((await me(second)).status).toBe(200)
  })

  test('stores no token in the table', async () => {
    const { headers } = await login({ email: kim.email, password: PASSWORD })
    const token = cookieFrom(headers).split('=')[1] ?? ''
    expect(JSON.stringify(await w.db.select().from(sessions))).not.toContain(token)
  })

  test('responds equally to a wrong password, an unknown address and a person who has not joined', async () => {
    const waiting = await invitePerson(w)
    const wanted = {
      status: 401,
      text: '{"message":"That email and password do not match","code":"wrongCredentials"}',
    }
    const query = vi.spyOn(w.pool, 'query')
    const work: unknown[] = []
    for (const email of [kim.email, 'nobody@example.com', waiting.email, 'sue@example.com']) {
      query.mockClear()
      const before = passwords.count()
      expect(await login({ email, password: 'not-the-password' })).toMatchObject(wanted)
      work.push([passwords.count() - before, query.mock.calls.length])
    }
    query.mockRestore()
    expect(work[0]).toEqual([1, expect.any(Number)])
    expect(work).toEqual(Array(4).fill(work[0]))
  })

  test('throttles known and unknown accounts alike, and returns how long to wait', async () => {
    for (const email of [kim.email, 'ghost@example.com']) {
      for (let n = 0; n < 6; n++)
        expect((await login({ email, password: 'wrong' })).status).toBe(401)
      const { status, body, headers } = await login({ email, password: PASSWORD })
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'tooMany', '30'])
    }
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 31_000)
    expect((await login({ email: kim.email, password: PASSWORD })).status).toBe(200)
    expect((await login({ email: kim.email, password: 'wrong' })).status).toBe(401)
    w.clock.now = start
  })

  test.each([
    [{}, ['email', 'password']],
    [{ email: 5, password: 'x' }, ['email']],
    [{ email: 'a\0b', password: 'x' }, ['email']],
    [{ email: '\ud800', password: 'x' }, ['email']],
    [{ email: 'a', password: '\ud800' }, ['password']],
    [{ email: 'a', password: 'x'.repeat(1001) }, ['password']],
  ])('rejects %j', async (body, fields) => {
    const answer = await login(body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields)).toEqual(fields)
  })
})

test.each([12, 64, 65, 100, 128])(
  'a password of %i characters works as it was typed',
  async (length) => {
    const { email, path } = await invitePerson(w)
    const sentence = 'Nine copper kettles boil while the harbour sleeps; Owls fly over quarry 7! '
    const password = sentence
      .repeat(2)
      .slice(0, length - 1)
      .padEnd(length, 'z')
    expect((await w.call('nobody', 'POST', path, { password })).status).toBe(200)
    expect((await login({ email, password })).status).toBe(200)
    for (const other of [
      `${password.slice(0, -1)}y`,
      password.slice(0, -1),
      password.toLowerCase(),
    ])
      expect((await login({ email, password: other })).status).toBe(401)
  },
)

describe('a password with an older hash', () => {
  const CURRENT = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/
  /** The program as it runs in production, with hashes at their full cost. */
  let real: FastifyInstance
  beforeAll(async () => {
    real = await buildApp({ database: w.database, settings: w.settings, now: () => w.clock.now })
  })
  afterAll(() => real.close())
  const login = (payload: object) => real.inject({ method: 'POST', url: '/api/login', payload })
  const form = (fields: Record<string, string>, url = '/api/login') =>
    real.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  async function withOldHash() {
    const person = await addJoinedPerson(w)
    const stored = async () => {
      const [row] = await w.db.select().from(credentials).where(eq(credentials.userId, person.id))
      return row?.passwordHash ?? ''
    }
    return { ...person, stored, old: await stored() }
  }

  test('is rehashed after a successful sign-in', async () => {
    const { email, stored, old, cookie } = await withOldHash()
    expect((await login({ email, password: 'not the right one' })).statusCode).toBe(401)
    expect(await stored()).toBe(old)
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(200)
    const current = await stored()
    expect([old, current]).toEqual([
      expect.not.stringMatching(CURRENT),
      expect.stringMatching(CURRENT),
    ])
    // It signs nobody out, and happens once.
    expect((await me(cookie)).status).toBe(200)
    expect((await login({ email, password: PASSWORD })).statusCode).toBe(200)
    expect(await stored()).toBe(current)
    expect((await login({ email, password: 'not the right one' })).statusCode).toBe(401)
  })

  test('is rehashed before the page asks for a code', async () => {
    const { id, email, stored } = await withOldHash()
    const secret = newSecret()
    await saveSecret(w.db, w.settings, { userId: id, secret, now: w.clock.now })
    const on = { totpConfirmedAt: w.clock.now }
    await w.db.update(credentials).set(on).where(eq(credentials.userId, id))
    const page = await form({ email, password: PASSWORD })
    expect(await stored()).toMatch(CURRENT)
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    const timestamp = w.clock.now.getTime()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
    const answer = await form({ ticket, code }, '/api/login/code')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  })

  test('is not rehashed over a concurrent change', async () => {
    const { id, old, stored } = await withOldHash()
    const account = await findAccount(w.db, id)
    if (!account) throw new Error('There is no account')
    const newer = await passwords.hash('another long one of theirs')
    const set = { passwordHash: newer }
    await w.db.update(credentials).set(set).where(eq(credentials.userId, id))
    expect((await withCurrentHash(w.db, openPasswords(), account, PASSWORD)).passwordHash).toBe(old)
    expect(await stored()).toBe(newer)
  })
})

describe('the sign-in form', () => {
  test.each([
    ['/jobs/5?tab=tasks#top', '/jobs/5?tab=tasks#top'],
    ['/', '/'],
    [undefined, '/'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/jobs\\..\\evil', '/'],
    ['/\t/evil.example', '/'],
    ['/\r\nset-cookie: a=b', '/'],
    ['/\u0000', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['jobs', '/'],
    ['/x/..//evil.example', '/'],
    ['/api/logout', '/'],
    ['/./api/logout', '/'],
    ['/apis', '/apis'],
  ])('redirects from %j to %j', async (returnTo, place) => {
    const answer = await form({
      email: kim.email,
      password: PASSWORD,
      ...(returnTo === undefined ? {} : { returnTo }),
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, place])
    const page = await w.call(
      'nobody',
      'GET',
      `/api/login?returnTo=${encodeURIComponent(returnTo ?? '')}`,
    )
    expect(page.text).toContain(`name="returnTo" value="${place}"`)
  })

  test('a failure shows the page again with everything typed except the password', async () => {
    const answer = await form({
      email: '"><b>@example.com',
      password: 'my-secret',
      returnTo: '/jobs',
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('role="alert">That email and password do not match.')
    expect(answer.body).toContain('value="&quot;&gt;&lt;b&gt;@example.com"')
    expect(answer.body).toContain('value="/jobs"')
    expect(answer.body).not.toContain('my-secret')
  })

  test('shows how long to wait', async () => {
    for (let n = 0; n < 6; n++) await form({ email: kim.email, password: 'wrong' })
    const answer = await form({ email: kim.email, password: 'wrong' })
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('30')
    expect(answer.body).toContain('Too many attempts. Wait 30 seconds and try again.')
  })

  test('is refused when another site sends it', async () => {
    const answer = await form(
      { email: kim.email, password: PASSWORD },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('GET /api/login', () => {
  test('shows the text for the chosen role, with the name of the company', async () => {
    const plain = await w.call('nobody', 'GET', '/api/login')
    expect(plain.text).toContain('Ridge &amp; Line')
    expect(plain.text).not.toContain('class="lead"')
    for (const [role, words] of [
      ['admin', 'Manage jobs'],
      ['subcontractor', 'See your tasks'],
      ['client', 'Follow your project'],
    ]) {
      expect((await w.call('nobody', 'GET', `/api/login?role=${role}`)).text).toContain(words)
    }
    expect((await w.call('nobody', 'GET', '/api/login?role=constructor&role=x')).status).toBe(200)
    expect(plain.text).not.toContain('/api/login/oidc')
  })

  test('needs no inline style or script', async () => {
    const { text } = await w.call('nobody', 'GET', '/api/login')
    expect(text).not.toMatch(/<style|style="|<script(?! src="\/)| on\w+="/)
    const address = /href="(\/api\/pages\.css\?v=[^"]+)"/.exec(text)?.[1] ?? ''
    const style = await w.call('nobody', 'GET', address)
    expect(style.text).toContain('.card {')
    expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' })
    expect(style.headers['cache-control']).toContain('immutable')
  })

  test('has the colors of the application, dark also where no script runs', async () => {
    const { text } = await w.call('nobody', 'GET', '/api/pages.css')
    const tokens = await readFile(
      path.join(import.meta.dirname, '../../../contract/tokens.css'),
      'utf8',
    )
    expect(text.startsWith(tokens)).toBe(true)
    const dark = /\n *\.dark \{([^}]+)\}/.exec(tokens)?.[1]
    expect(dark).toContain('--ground: #11161b;')
    const media = text.slice(text.indexOf('@media (prefers-color-scheme: dark)'))
    expect(media).toContain(`:root:not([data-theme]) {${dark}}`)
  })

  test('redirects a person who is signed in', async () => {
    const { status, headers } = await w.call('ada', 'GET', '/api/login?returnTo=/jobs')
    expect([status, headers.location]).toEqual([303, '/jobs'])
  })
})

describe('signing out', () => {
  const signedIn = async () =>
    cookieFrom((await login({ email: kim.email, password: PASSWORD })).headers)

  test('GET ends the session and returns to the landing page', async () => {
    const cookie = await signedIn()
    const { status, headers } = await w.call('nobody', 'GET', '/api/logout', undefined, { cookie })
    expect([status, headers.location]).toEqual([303, '/'])
    expect(String(headers['set-cookie'])).toMatch(
      /^plumbline=; .*(Expires=Thu, 01 Jan 1970|Max-Age=0)/,
    )
    expect(headers['clear-site-data']).toBe('"cache"')
    expect((await me(cookie)).status).toBe(401)
  })

  test('GET from another site asks first; the button there signs out', async () => {
    const cookie = await signedIn()
    const page = await w.call('nobody', 'GET', '/api/logout', undefined, {
      cookie,
      'sec-fetch-site': 'cross-site',
    })
    expect(page.status).toBe(200)
    expect(page.headers['clear-site-data']).toBeUndefined()
    expect(page.text).toContain('<form method="post" action="/api/logout">')
    expect((await me(cookie)).status).toBe(200)
    const button = await w.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      payload: '',
    })
    expect([button.statusCode, button.headers.location]).toEqual([303, '/'])
    expect(button.headers['clear-site-data']).toBe('"cache"')
    expect((await me(cookie)).status).toBe(401)
  })

  test('POST as JSON is a 204, signed in or not', async () => {
    const cookie = await signedIn()
    const { status, headers } = await w.call('nobody', 'POST', '/api/logout', undefined, { cookie })
    expect([status, headers['clear-site-data']]).toEqual([204, '"cache"'])
    expect((await me(cookie)).status).toBe(401)
    expect((await w.call('nobody', 'POST', '/api/logout')).status).toBe(204)
  })
})

describe('a session', () => {
  test('ends 30 days after its last use', async () => {
    const start = w.clock.now
    const cookie = cookieFrom((await login({ email: kim.email, password: PASSWORD })).headers)
    w.clock.now = new Date(start.getTime() + 29 * DAY_MS)
    const prolonged = await me(cookie)
    expect(prolonged.status).toBe(200)
    expect(cookieFrom(prolonged.headers)).toBe(cookie)
    w.clock.now = new Date(start.getTime() + 58 * DAY_MS)
    expect((await me(cookie)).status).toBe(200)
    w.clock.now = new Date(start.getTime() + 89 * DAY_MS)
    expect((await me(cookie)).status).toBe(401)
    w.clock.now = start
  })

  test('ends 90 days after the sign-in, however often it is used', async () => {
    const start = w.clock.now
    const at = (ms: number) => {
      w.clock.now = new Date(start.getTime() + ms)
    }
    const { headers } = await login({ email: kim.email, password: PASSWORD })
    const cookie = cookieFrom(headers)
    const lives: (string | undefined)[] = []
    for (const day of [15, 30, 45, 55, 70, 80]) {
      at(day * DAY_MS)
      const { status, headers } = await me(cookie)
      expect(status).toBe(200)
      lives.push(/Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.[1])
    }
    const days = lives.map((life) => life && Number(life) / 86_400)
    expect(days).toEqual([30, 30, 30, 30, 20, undefined])
    at(90 * DAY_MS - 1000)
    expect((await me(cookie)).status).toBe(200)
    at(90 * DAY_MS)
    expect((await me(cookie)).status).toBe(401)
    w.clock.now = start
  })

  test('ends after 90 days even if its stored expiry is later', async () => {
    const start = w.clock.now
    const cookie = cookieFrom((await login({ email: kim.email, password: PASSWORD })).headers)
    await w.db.update(sessions).set({ expire: new Date(start.getTime() + 365 * DAY_MS) })
    w.clock.now = new Date(start.getTime() + 91 * DAY_MS)
    expect((await me(cookie)).status).toBe(401)
    w.clock.now = start
  })
})

test('a call without a session gets a 401 with the message that the client expects', async () => {
  const { status, body } = await w.call('nobody', 'GET', '/api/auth/user')
  expect([status, body.message]).toEqual([401, 'Unauthorized'])
})

test('more than 20 concurrent tries from one address are refused', async () => {
  const small = await testApp({ rateSignIn: 20 })
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) =>
      small.call('nobody', 'POST', '/api/login', {
        email: `guess${n}@example.com`,
        password: 'wrong',
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toMatch(/^[1-9]\d?$/)
  await small.close()
})

test('the sign-in page shows the logo of the company', async () => {
  const logoIn = async () =>
    /<img class="logo on-(\w+)" src="([^"]+)" alt="">/.exec(
      (await w.call('nobody', 'GET', '/api/login')).text,
    )
  expect(await logoIn()).toBeNull()
  expect((await w.call('nobody', 'GET', '/api/login/logo')).status).toBe(404)

  const content = await sharp({
    create: { width: 60, height: 20, channels: 4, background: '#ffffff80' },
  })
    .png()
    .toBuffer()
  await w.upload('ada', '/api/settings/logo', { field: 'logo', content }, {}, {}, 'PUT')
  const [, ground, address = ''] = (await logoIn()) ?? []
  expect(ground).toBe('dark')
  const picture = await w.call('nobody', 'GET', address)
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  expect((await sharp(picture.bytes).metadata()).width).toBe(60)

  await w.call('ada', 'DELETE', '/api/settings/logo')
  expect(await logoIn()).toBeNull()
  expect((await w.call('nobody', 'GET', address)).status).toBe(404)
})
