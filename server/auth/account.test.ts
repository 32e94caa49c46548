import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settings } from '../settings/table.ts'
import { addJoinedPerson, cookieFrom, PASSWORD } from '../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { throttles } from './table.ts'

const NEW = 'seven copper kettles'

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

  test('refuses a wrong current password, a weak new one and the same one, beside the field', async () => {
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

  test('wrong current passwords are throttled as at sign-in', async () => {
    const kim = await addJoinedPerson(w)
    for (let n = 0; n < 6; n++)
      expect((await change(kim.cookie, 'wrong-password-x', NEW)).status).toBe(400)
    expect((await change(kim.cookie, PASSWORD, NEW)).status).toBe(429)
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
    expect(Date.parse(body[0].expiresAt) - Date.parse(body[0].createdAt)).toBe(30 * 86_400_000)
    expect(JSON.stringify(body)).not.toContain(phone.split('=')[1])
  })

  test('can be ended one by one or all but the current one; those of others are a 404', async () => {
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
