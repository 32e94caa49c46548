import { and, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../schema/audit.ts'
import { credentials, passkeys, recoveryCodes, throttles } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { confirmNow } from '../../testing/confirmNow.ts'
import { addJoinedPerson, cookieFrom, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const PATH = '/api/account/second-factor'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridge: Line', holdingsName: null, timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
  // Every test begins in a new time step, so that no code was used before.
  w.clock.now = new Date(w.clock.now.getTime() + 5 * MINUTE)
})

const codeOf = (secret: string, at = w.clock.now) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const wait = (time: number) => {
  w.clock.now = new Date(w.clock.now.getTime() + time)
}
type Joined = Awaited<ReturnType<typeof addJoinedPerson>>
const as = (
  cookie: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
) => w.call('nobody', method, url, body, { cookie })
const login = (body: object) => w.call('nobody', 'POST', '/api/login', body)
const signInAs = async ({ email }: Joined, more = {}) =>
  login({ email, password: PASSWORD, ...more })

/** A person with two-step sign-in. */
async function addProtected(role: 'admin' | 'client' = 'client') {
  const person = await addJoinedPerson(w, role)
  const { secret } = (await as(person.cookie, 'POST', PATH)).body
  const { body } = await as(person.cookie, 'POST', `${PATH}/confirm`, { code: codeOf(secret) })
  wait(MINUTE)
  return { ...person, secret: secret as string, recoveryCodes: body.recoveryCodes as string[] }
}
const actionsOf = async (actorId: string) =>
  (await w.db.select().from(auditEntries).where(eq(auditEntries.actorId, actorId))).map(
    ({ action }) => action,
  )

describe('setting up a second factor', () => {
  test('takes effect once a code confirms the secret, and ends other sessions', async () => {
    const kim = await addJoinedPerson(w)
    const other = cookieFrom((await signInAs(kim)).headers)
    const started = await as(kim.cookie, 'POST', PATH)
    expect(started.status).toBe(200)
    const { secret, uri } = started.body
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const { host, pathname, searchParams } = new URL(uri)
    expect([host, decodeURIComponent(pathname)]).toEqual(['totp', `/Ridge: Line:${kim.email}`])
    expect(Object.fromEntries(searchParams)).toEqual({
      issuer: 'Ridge: Line',
      secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    // Not yet in use.
    expect((await as(kim.cookie, 'GET', PATH)).body).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
      required: false,
    })
    expect((await signInAs(kim)).status).toBe(200)

    const confirmed = await as(kim.cookie, 'POST', `${PATH}/confirm`, { code: codeOf(secret) })
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
    for (const code of confirmed.body.recoveryCodes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect((await as(other, 'GET', '/api/auth/user')).status).toBe(401)
    expect((await as(kim.cookie, 'GET', PATH)).body).toEqual({
      enabledAt: w.clock.now.toISOString(),
      recoveryCodesLeft: 10,
      required: false,
    })
    expect(await actionsOf(kim.id)).toContain('secondFactor.enabled')
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const { id, secret, recoveryCodes: codes } = await addProtected()
    const stored = JSON.stringify([
      await w.db.select().from(credentials).where(eq(credentials.userId, id)),
      await w.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)),
      await w.db.select().from(auditEntries),
    ])
    expect(stored).not.toContain(secret)
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replace('-', ''))
    }
  })

  test.each([
    [{}, 'Enter the code'],
    [{ code: 7 }, 'Enter the code'],
    [{ code: ' ' }, 'Enter the code'],
    [{ code: 'x'.repeat(101) }, 'That is too long for a code'],
    [{ code: '\ud800' }, 'Contains characters that cannot be used'],
    [{ code: '000 00' }, 'That code is not right'],
    [{ code: 'abcdef' }, 'That code is not right'],
  ])('rejects %j as the first code', async (body, problem) => {
    const kim = await addJoinedPerson(w)
    await as(kim.cookie, 'POST', PATH)
    const answer = await as(kim.cookie, 'POST', `${PATH}/confirm`, body)
    expect([answer.status, answer.body.fields]).toEqual([400, { code: problem }])
    expect((await as(kim.cookie, 'GET', PATH)).body.enabledAt).toBeNull()
  })

  test('is refused while one is on, and confirming before setup begins', async () => {
    const kim = await addProtected()
    const lee = await addJoinedPerson(w)
    const cookie = cookieFrom((await signInAs(kim, { code: codeOf(kim.secret) })).headers)
    for (const [who, path, code] of [
      [cookie, PATH, 'secondFactorOn'],
      [cookie, `${PATH}/confirm`, 'secondFactorOn'],
      [lee.cookie, `${PATH}/confirm`, 'secondFactorOff'],
    ] as const) {
      const answer = await as(who, 'POST', path, { code: '123456' })
      expect([answer.status, answer.body.code]).toEqual([409, code])
    }
  })

  test('requires a recent password, and so do turning it off and new recovery codes', async () => {
    const [kim, lee] = [await addProtected(), await addJoinedPerson(w)]
    const cookie = cookieFrom((await signInAs(kim, { code: codeOf(kim.secret) })).headers)
    wait(11 * MINUTE)
    for (const [who, method, path] of [
      [lee.cookie, 'POST', PATH],
      [cookie, 'DELETE', PATH],
      [cookie, 'POST', '/api/account/recovery-codes'],
    ] as const) {
      const answer = await as(who, method, path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'passwordRequired'])
    }
  })
})

describe('signing in with JSON', () => {
  test('requires both the password and the code, and reveals nothing by the code alone', async () => {
    const kim = await addProtected()
    const missing = await signInAs(kim)
    expect([missing.status, missing.body.code]).toEqual([401, 'codeRequired'])
    expect(missing.headers['set-cookie']).toBeUndefined()
    expect(Object.keys(missing.body).sort()).toEqual(['code', 'message'])

    const code = codeOf(kim.secret)
    const guessed = await login({ email: kim.email, password: 'not it at all', code })
    expect(guessed.body.code).toBe('wrongCredentials')
    const answer = await signInAs(kim, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
    expect(answer.status).toBe(200)
    expect((await as(cookieFrom(answer.headers), 'GET', '/api/auth/user')).body.id).toBe(kim.id)
    expect(await actionsOf(kim.id)).toContain('signIn.succeeded')
  })

  test.each([
    [-61 * SECOND, false],
    [-30 * SECOND, true],
    [0, true],
    [30 * SECOND, true],
    [61 * SECOND, false],
  ])('accepts the code of a clock that is %i ms off: %s', async (off, works) => {
    const kim = await addProtected()
    const at = new Date(w.clock.now.getTime() + off)
    const answer = await signInAs(kim, { code: codeOf(kim.secret, at) })
    expect([answer.status, answer.body.code]).toEqual(works ? [200, undefined] : [401, 'wrongCode'])
  })

  test('accepts each code once, and no earlier code after it', async () => {
    const kim = await addProtected()
    const code = codeOf(kim.secret)
    const before = codeOf(kim.secret, new Date(w.clock.now.getTime() - 30 * SECOND))
    expect((await signInAs(kim, { code })).status).toBe(200)
    expect((await signInAs(kim, { code })).body.code).toBe('wrongCode')
    expect((await signInAs(kim, { code: before })).body.code).toBe('wrongCode')
    wait(30 * SECOND)
    expect((await signInAs(kim, { code: codeOf(kim.secret) })).status).toBe(200)
  })

  test('of ten sign-ins at once with one code, one succeeds', async () => {
    const kim = await addProtected()
    for (const code of [codeOf(kim.secret), kim.recoveryCodes[0]]) {
      await w.db.delete(throttles)
      const answers = await Promise.all(Array.from({ length: 10 }, () => signInAs(kim, { code })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  test('accepts a recovery code once, however it is typed', async () => {
    const kim = await addProtected()
    const [first = '', second = ''] = kim.recoveryCodes
    expect((await signInAs(kim, { code: first })).status).toBe(200)
    expect((await signInAs(kim, { code: first })).body.code).toBe('wrongCode')
    const typed = ` ${second.toUpperCase().replace('-', ' ').replaceAll('0', 'O')} `
    const answer = await signInAs(kim, { code: typed })
    expect(answer.status).toBe(200)
    const { body } = await as(cookieFrom(answer.headers), 'GET', PATH)
    expect(body.recoveryCodesLeft).toBe(8)
    expect(await actionsOf(kim.id)).toContain('secondFactor.recoveryCodeUsed')
  })

  test('rejects the codes of another person', async () => {
    const [kim, lee] = [await addProtected(), await addProtected()]
    for (const code of [codeOf(lee.secret), lee.recoveryCodes[0]])
      expect((await signInAs(kim, { code })).body.code).toBe('wrongCode')
    const { body } = await as(
      cookieFrom((await signInAs(lee, { code: codeOf(lee.secret) })).headers),
      'GET',
      PATH,
    )
    expect(body.recoveryCodesLeft).toBe(10)
  })

  test('throttles codes after six wrong ones, but not passwords', async () => {
    const kim = await addProtected()
    for (let n = 0; n < 6; n++)
      expect((await signInAs(kim, { code: '12345' })).body.code).toBe('wrongCode')
    const answer = await signInAs(kim, { code: codeOf(kim.secret) })
    expect([answer.status, answer.body.code]).toEqual([429, 'tooMany'])
    expect((await signInAs(kim)).body.code).toBe('codeRequired')
    const failed = await w.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectId, kim.id), eq(auditEntries.action, 'signIn.failed')))
    expect(failed.map(({ actorId, detail }) => ({ actorId, detail }))).toEqual(
      // Six of them: repetitions within an hour are counted.
      [{ actorId: null, detail: { at: 'code' } }],
    )
    const locked = await w.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectId, kim.id), eq(auditEntries.action, 'signIn.locked')))
    expect(locked).toMatchObject([{ actorId: null, detail: { seconds: 30 } }])
    wait(31 * SECOND)
    expect((await signInAs(kim, { code: codeOf(kim.secret) })).status).toBe(200)
  })

  test('still requires the code after a password reset', async () => {
    const kim = await addProtected()
    await confirmNow(w, 'ada')
    const { body } = await w.call('ada', 'POST', `/api/users/${kim.id}/reset-link`)
    const password = 'seven otters in the mill'
    const reset = await w.call('nobody', 'POST', new URL(body.resetLink).pathname, { password })
    expect([reset.status, reset.headers['set-cookie']]).toEqual([204, undefined])
    const without = await login({ email: kim.email, password })
    expect(without.body.code).toBe('codeRequired')
    const code = codeOf(kim.secret)
    expect((await login({ email: kim.email, password, code })).status).toBe(200)
  })
})

describe('the sign-in page', () => {
  const post = (url: string, fields: Record<string, string>) =>
    w.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const begin = async ({ email }: Joined) => {
    const page = await post('/api/login', { email, password: PASSWORD, returnTo: '/jobs?a=1' })
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
    return { page, ticket }
  }
  const enter = (ticket: string, code: string) =>
    post('/api/login/code', { ticket, code, returnTo: '/jobs?a=1' })

  test('asks for the code on a second page, then opens the requested screen', async () => {
    const kim = await addProtected()
    const { page, ticket } = await begin(kim)
    expect(page.statusCode).toBe(200)
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toContain('<h1>Enter the code</h1>')
    expect(page.body).toMatch(
      /id="code"[^>]* autocomplete="one-time-code"[^>]* inputmode="numeric"/,
    )
    const wrong = await enter(ticket, 'abcde-fghjk')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).toContain('role="alert">That code is not right, or was used already.')
    expect(wrong.body).toContain(`name="ticket" value="${ticket}"`)
    const answer = await enter(ticket, codeOf(kim.secret))
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/jobs?a=1'])
    expect((await as(cookieFrom(answer.headers), 'GET', '/api/auth/user')).body.id).toBe(kim.id)
  })

  test('accepts a recovery code on the second page', async () => {
    const kim = await addProtected()
    const { ticket } = await begin(kim)
    const recovery = (code: string) =>
      post('/api/login/code', { ticket, code, returnTo: '/', with: 'recoveryCode' })
    // After a wrong code, the next one is typed in the same field.
    const wrong = await recovery('abcde-fghjk')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).toContain('<details open>')
    expect(wrong.body.match(/id="(\w+)"[^>]* autofocus/)?.[1]).toBe('recoveryCode')
    expect((await enter(ticket, 'abcde-fghjk')).body).toContain('<details>')
    const empty = await recovery('')
    expect(empty.body).toContain('id="recoveryCode-problem"')
    expect(empty.body).not.toContain('id="code-problem"')
    const labels = Array.from(empty.body.matchAll(/<label for="(\w+)"/g), ([, id]) => id)
    expect(labels).toEqual(['code', 'recoveryCode'])
    expect((await recovery(kim.recoveryCodes[3] ?? '')).statusCode).toBe(303)
  })

  test.each([
    ['after five minutes', async () => wait(5 * MINUTE + SECOND)],
    [
      'once the password was changed',
      async ({ id }: Joined) => {
        await confirmNow(w, 'ada')
        const { body } = await w.call('ada', 'POST', `/api/users/${id}/reset-link`)
        const password = 'seven otters in the mill'
        await w.call('nobody', 'POST', new URL(body.resetLink).pathname, { password })
      },
    ],
    [
      'once the person was removed',
      async ({ id }: Joined) => w.call('ada', 'DELETE', `/api/users/${id}`),
    ],
  ] as const)('asks for the password again %s', async (_, change) => {
    const kim = await addProtected()
    const { ticket } = await begin(kim)
    await change(kim)
    const answer = await enter(ticket, codeOf(kim.secret))
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).toContain('That took too long. Enter your email and password again.')
    expect(answer.body).toContain('name="password"')
  })

  test('rejects a forged ticket and one for another purpose', async () => {
    const kim = await addProtected()
    const { ticket } = await begin(kim)
    const [{ totpSecret } = { totpSecret: null }] = await w.db
      .select()
      .from(credentials)
      .where(eq(credentials.userId, kim.id))
    for (const forged of ['x', `${ticket.slice(0, -2)}AA`, totpSecret ?? '']) {
      const answer = await enter(forged, codeOf(kim.secret))
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
    }
  })
})

describe('turning the second factor off', () => {
  test('allows signing in by password alone, and deletes the recovery codes', async () => {
    const kim = await addProtected()
    const cookie = cookieFrom((await signInAs(kim, { code: codeOf(kim.secret) })).headers)
    expect((await as(cookie, 'DELETE', PATH)).status).toBe(204)
    expect((await signInAs(kim)).status).toBe(200)
    expect(await w.db.$count(recoveryCodes, eq(recoveryCodes.userId, kim.id))).toBe(0)
    expect(await actionsOf(kim.id)).toContain('secondFactor.disabled')
    for (const [method, path] of [
      ['DELETE', PATH],
      ['POST', '/api/account/recovery-codes'],
    ] as const) {
      const again = await as(cookie, method, path)
      expect([again.status, again.body.code]).toEqual([409, 'secondFactorOff'])
    }
  })

  test('new recovery codes invalidate the earlier ones', async () => {
    const kim = await addProtected()
    const cookie = cookieFrom((await signInAs(kim, { code: codeOf(kim.secret) })).headers)
    const { body } = await as(cookie, 'POST', '/api/account/recovery-codes')
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await signInAs(kim, { code: kim.recoveryCodes[0] })).body.code).toBe('wrongCode')
    expect((await signInAs(kim, { code: body.recoveryCodes[0] })).status).toBe(200)
    expect(await actionsOf(kim.id)).toContain('secondFactor.recoveryCodesMade')
  })

  test('an admin can remove the second factor of a person, who is signed out everywhere', async () => {
    const kim = await addProtected()
    await w.db
      .insert(passkeys)
      .values({ id: `k${kim.id}`, userId: kim.id, publicKey: 'x', name: 'Phone' })
    const cookie = cookieFrom((await signInAs(kim, { code: codeOf(kim.secret) })).headers)
    const url = `/api/users/${kim.id}/second-factor`
    const { body } = await as(cookie, 'POST', '/api/account/calendar-feed')
    const calendar = new URL(body.url).pathname
    expect((await w.call('nobody', 'GET', calendar)).status).toBe(200)
    expect((await as(cookie, 'DELETE', url)).status).toBe(403)
    const eve = await addJoinedPerson(w, 'admin')
    wait(11 * MINUTE)
    expect((await as(eve.cookie, 'DELETE', url)).body.code).toBe('passwordRequired')
    const fresh = cookieFrom((await signInAs(eve)).headers)
    expect((await as(fresh, 'DELETE', `/api/users/${eve.id}/second-factor`)).status).toBe(403)
    expect((await as(fresh, 'DELETE', url)).status).toBe(204)
    expect((await as(cookie, 'GET', '/api/auth/user')).status).toBe(401)
    expect((await w.call('nobody', 'GET', calendar)).status).toBe(404)
    expect((await signInAs(kim)).status).toBe(200)
    expect(await w.db.$count(passkeys, eq(passkeys.userId, kim.id))).toBe(0)
    expect((await as(fresh, 'DELETE', url)).body.code).toBe('secondFactorOff')
    const [entry] = await w.db
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.subjectId, kim.id), eq(auditEntries.action, 'secondFactor.disabled')),
      )
    expect(entry).toMatchObject({ actorId: eve.id, detail: { passkeys: 1 } })
  })

  test('only admins see who has a second factor', async () => {
    const has = async (cookie: string, id: string) =>
      (await as(cookie, 'GET', `/api/users/${id}`)).body.hasSecondFactor
    const eve = await addJoinedPerson(w, 'admin')
    const ann = await addJoinedPerson(w, 'client')
    expect(await has(eve.cookie, ann.id)).toBe(false)
    await w.db
      .insert(passkeys)
      .values({ id: `k${ann.id}`, userId: ann.id, publicKey: 'x', name: 'Phone' })
    const kim = await addProtected()
    expect([await has(eve.cookie, ann.id), await has(eve.cookie, kim.id)]).toEqual([true, true])
    expect(await has(ann.cookie, ann.id)).toBeNull()
  })

  test('removing a person deletes their codes, passkeys and credentials', async () => {
    const kim = await addProtected()
    await w.db
      .insert(passkeys)
      .values({ id: `k${kim.id}`, userId: kim.id, publicKey: 'x', name: 'Phone' })
    expect((await w.call('ada', 'DELETE', `/api/users/${kim.id}`)).status).toBeLessThan(300)
    for (const table of [credentials, recoveryCodes, passkeys])
      expect(await w.db.$count(table, eq(table.userId, kim.id))).toBe(0)
  })
})
