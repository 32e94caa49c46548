import { DAY_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { credentials, throttles } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { auditedOf } from '../../testing/auditedOf.ts'
import { addJoinedPerson, cookieFrom, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const NEW = 'seven copper kettles'
const client = { role: 'client' }

let w: TestApp
beforeAll(async () => {
  w = await testApp()
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: 'Ridge Homes', timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const as = (cookie: string) => ({
  get: (url: string) => w.call('nobody', 'GET', url, undefined, { cookie }),
  post: (url: string, body: object) => w.call('nobody', 'POST', url, body, { cookie }),
  delete: (url: string) => w.call('nobody', 'DELETE', url, undefined, { cookie }),
})
const signIn = async (email: string, agent = 'test') => {
  const { headers } = await w.call(
    'nobody',
    'POST',
    '/api/login',
    { email, password: PASSWORD },
    { 'user-agent': agent },
  )
  return cookieFrom(headers)
}

/** The entries about a person in the audit log. */
const audited = async (id: string) =>
  (await auditedOf(w, id)).map(({ action, actorId, subjectId, detail }) => ({
    action,
    actorId,
    subjectId,
    detail,
  }))

describe('POST /api/account/password', () => {
  const change = (cookie: string, currentPassword: string, newPassword: string) =>
    as(cookie).post('/api/account/password', { currentPassword, newPassword })

  test('changes the password, keeps this session and ends the others', async () => {
    const kim = await addJoinedPerson(w)
    const here = await signIn(kim.email)
    expect((await change(here, PASSWORD, NEW)).status).toBe(204)
    expect((await as(here).get('/api/auth/user')).status).toBe(200)
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(401)
    expect(
      (await w.call('nobody', 'POST', '/api/login', { email: kim.email, password: NEW })).status,
    ).toBe(200)
  })

  test('rejects a wrong current password and a weak or unchanged new one, beside the field', async () => {
    const kim = await addJoinedPerson(w)
    for (const [current, next, fields] of [
      ['wrong-password-x', NEW, { currentPassword: 'That is not your current password' }],
      [
        PASSWORD,
        'ridgeline-2026',
        { newPassword: 'It is built from your name, your email or the name of the company' },
      ],
      [PASSWORD, 'short', { newPassword: 'Use at least 12 characters' }],
      [PASSWORD, PASSWORD, { newPassword: 'Choose a password that differs from the current one' }],
      [PASSWORD, '', { newPassword: 'Password is required' }],
    ] as const) {
      const answer = await change(kim.cookie, current, next)
      expect(answer).toMatchObject({ status: 400, body: { fields } })
    }
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(200)
  })

  test('wrong current passwords are throttled, without delaying sign-in', async () => {
    const kim = await addJoinedPerson(w)
    for (let n = 0; n < 6; n++)
      expect((await change(kim.cookie, 'wrong-password-x', NEW)).status).toBe(400)
    expect((await change(kim.cookie, PASSWORD, NEW)).status).toBe(429)
    expect((await as(kim.cookie).post('/api/account/confirm', { password: PASSWORD })).status).toBe(
      429,
    )
    expect(await signIn(kim.email)).toMatch(/^plumbline=/)
    w.clock.now = new Date(w.clock.now.getTime() + 31_000)
    expect((await change(kim.cookie, PASSWORD, NEW)).status).toBe(204)
  })

  test('is written to the audit log, and so is a wrong current password', async () => {
    const kim = await addJoinedPerson(w)
    await change(kim.cookie, 'wrong-password-x', NEW)
    await change(kim.cookie, PASSWORD, NEW)
    const own = { actorId: kim.id, subjectId: kim.id }
    expect(await audited(kim.id)).toEqual([
      { action: 'person.invited', actorId: w.idOf('ada'), subjectId: kim.id, detail: client },
      { action: 'person.joined', ...own, detail: client },
      { action: 'signIn.succeeded', ...own, detail: { method: 'invite' } },
      { action: 'signIn.failed', ...own, detail: { at: 'signedIn' } },
      { action: 'password.changed', ...own, detail: null },
    ])
  })

  test('a concurrent sign-in with the old password gets no session', async () => {
    const kim = await addJoinedPerson(w)
    const attempts = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        w.call('nobody', 'POST', '/api/login', { email: kim.email, password: PASSWORD }),
      ),
      change(kim.cookie, PASSWORD, NEW),
    ])
    for (const { status, headers } of attempts.slice(0, 4)) {
      if (status === 200)
        expect((await as(cookieFrom(headers)).get('/api/auth/user')).status).toBe(401)
      else expect(status).toBe(401)
    }
  })
})

describe('POST /api/account/confirm', () => {
  const confirm = (cookie: string, password: string) =>
    as(cookie).post('/api/account/confirm', { password })
  const newAdmin = (cookie: string) => {
    count += 1
    const email = `admin${count}@example.com`
    const body = { firstName: 'New', lastName: 'Admin', email, role: 'admin' }
    return as(cookie).post('/api/users', body)
  }
  let count = 0
  let start = new Date()
  beforeEach(() => {
    start = w.clock.now
  })
  afterEach(() => {
    w.clock.now = start
  })
  const later = (ms: number) => {
    w.clock.now = new Date(start.getTime() + ms)
  }

  test('entering the password allows protected calls for ten minutes, in this session only', async () => {
    const kim = await addJoinedPerson(w, 'admin')
    const other = await signIn(kim.email)
    later(10 * MINUTE_MS)
    expect((await newAdmin(kim.cookie)).status).toBe(201)
    later(10 * MINUTE_MS + 1)
    expect(await newAdmin(kim.cookie)).toMatchObject({
      status: 403,
      body: { code: 'passwordRequired', message: 'Enter your password again to do this' },
    })
    expect((await confirm(kim.cookie, PASSWORD)).status).toBe(204)
    expect((await newAdmin(kim.cookie)).status).toBe(201)
    expect((await newAdmin(other)).status).toBe(403)
    later(20 * MINUTE_MS + 2)
    expect((await newAdmin(kim.cookie)).status).toBe(403)
    expect((await audited(kim.id)).map(({ action }) => action)).toContain('password.confirmed')
  })

  test('a password entered in the future, by the clock, does not count', async () => {
    const kim = await addJoinedPerson(w, 'admin')
    later(-MINUTE_MS)
    expect((await newAdmin(kim.cookie)).status).toBe(403)
  })

  test('a wrong password is rejected beside the field, audited, and confirms nothing', async () => {
    const kim = await addJoinedPerson(w, 'admin')
    later(11 * MINUTE_MS)
    expect(await confirm(kim.cookie, 'wrong-password-x')).toMatchObject({
      status: 400,
      body: { fields: { password: 'That is not your password' } },
    })
    expect((await newAdmin(kim.cookie)).status).toBe(403)
    expect((await audited(kim.id)).at(-1)).toMatchObject({
      ...{ action: 'signIn.failed', actorId: kim.id },
      detail: { at: 'signedIn' },
    })
  })

  test('six wrong passwords make this session wait, but not other sessions of the person', async () => {
    const kim = await addJoinedPerson(w)
    const other = await signIn(kim.email)
    for (let n = 0; n < 6; n++)
      expect((await confirm(kim.cookie, 'wrong-password-x')).status).toBe(400)
    const { status, headers } = await confirm(kim.cookie, PASSWORD)
    expect([status, headers['retry-after']]).toEqual([429, '30'])
    expect((await confirm(other, PASSWORD)).status).toBe(204)
  })

  test.each([[{}], [{ password: '' }], [{ password: 5 }], [{ password: '\ud800' }]])(
    'rejects %j',
    async (body) => {
      const kim = await addJoinedPerson(w)
      const answer = await as(kim.cookie).post('/api/account/confirm', body)
      expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['password']])
    },
  )

  test('requires a session', async () => {
    expect(
      (await w.call('nobody', 'POST', '/api/account/confirm', { password: PASSWORD })).status,
    ).toBe(401)
  })

  test('lists the ways in which a person can confirm their identity', async () => {
    const kim = await addJoinedPerson(w)
    const ways = async () => (await as(kim.cookie).get('/api/account/confirm')).body
    expect(await ways()).toEqual({ password: true, singleSignOn: null })
    await w.db.update(credentials).set({ passwordHash: null }).where(eq(credentials.userId, kim.id))
    expect(await ways()).toEqual({ password: false, singleSignOn: null })
    expect((await confirm(kim.cookie, PASSWORD)).status).toBe(400)
  })
})

describe('the sessions of a person', () => {
  test('are listed for the person only, with the current one marked', async () => {
    const kim = await addJoinedPerson(w)
    w.clock.now = new Date(w.clock.now.getTime() + 1000)
    const phone = await signIn(kim.email, 'Phone <b>1</b>')
    const { status, body } = await as(phone).get('/api/account/sessions')
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
    expect(body[0]).toMatchObject({
      current: true,
      userAgent: 'Phone <b>1</b>',
      address: '127.0.0.1',
    })
    expect(body[1]).toMatchObject({ current: false })
    expect(Date.parse(body[0].expiresAt) - Date.parse(body[0].createdAt)).toBe(30 * DAY_MS)
    expect(JSON.stringify(body)).not.toContain(phone.split('=')[1])
  })

  test('can be ended one by one or all but the current one; sessions of others are a 404', async () => {
    const kim = await addJoinedPerson(w)
    const lee = await addJoinedPerson(w)
    const [phone, tablet] = [await signIn(kim.email), await signIn(kim.email)]
    const sidOf = async (cookie: string) =>
      (await as(cookie).get('/api/account/sessions')).body.find(
        (place: { current: boolean }) => place.current,
      ).sid
    const phoneSid = await sidOf(phone)
    expect((await as(lee.cookie).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(404)
    expect((await as(tablet).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(204)
    expect((await as(tablet).delete(`/api/account/sessions/${phoneSid}`)).status).toBe(404)
    expect((await as(phone).get('/api/auth/user')).status).toBe(401)
    expect((await as(tablet).delete('/api/account/sessions')).status).toBe(204)
    expect((await as(tablet).get('/api/account/sessions')).body).toHaveLength(1)
    expect((await as(kim.cookie).get('/api/auth/user')).status).toBe(401)
    expect((await as(lee.cookie).get('/api/auth/user')).status).toBe(200)
  })
})
