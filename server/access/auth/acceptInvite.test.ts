import { DAY_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { credentials, sessions } from '../../schema/auth.ts'
import { idempotencyKeys } from '../../schema/idempotency.ts'
import { users } from '../../schema/people.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { race } from '../../testing/race.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp({ publicUrl: 'https://plumbline.example.com' })
})
afterAll(() => w.close())

const post = (path: string, body: object, headers = {}) =>
  w.call('nobody', 'POST', path, body, headers)
const form = (path: string, fields: Record<string, string>) =>
  w.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const tokenOf = (path: string) => path.split('/').at(-1) ?? ''

describe('POST /api/users/invite', () => {
  test('returns the person and a link that starts with the public address', async () => {
    const { status, body } = await w.call('ada', 'POST', '/api/users/invite', {
      email: 'ivy@example.com',
      firstName: 'Ivy',
      lastName: 'Irons',
      role: 'subcontractor',
      specialty: '',
      phone: '',
      projectIds: [],
    })
    expect(status).toBe(201)
    expect(body.inviteLink).toMatch(/^https:\/\/plumbline\.example\.com\/api\/invite\/[\w-]{43}$/)
    expect(body.user).toMatchObject({ email: 'ivy@example.com', isInvited: true, specialty: null })
    const lives = Date.parse(body.user.inviteExpiry) - w.clock.now.getTime()
    expect(lives).toBe(7 * DAY_MS)
  })

  test('an address already in use is a 409 that says "already exists"', async () => {
    const { status, body } = await w.call('ada', 'POST', '/api/users/invite', {
      email: 'IVY@example.com',
      firstName: 'I',
      lastName: 'I',
    })
    expect([status, body.message]).toEqual([409, expect.stringContaining('already exists')])
  })

  test('is for admins only', async () => {
    for (const name of ['sam', 'cleo'] as const) {
      expect((await w.call(name, 'POST', '/api/users/invite', {})).status).toBe(403)
    }
    expect((await w.call('ada', 'POST', '/api/users/invite', {})).body.fields).toMatchObject({
      email: 'Email is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
  })

  test('adds a client and a sub to the jobs; an unknown job adds nobody', async () => {
    const { body: job } = await w.call('ada', 'POST', '/api/jobs', {
      name: 'Porch',
      address: '2 Elm',
    })
    const client = await invitePerson(w, 'client', [job.id])
    const sub = await invitePerson(w, 'subcontractor', [job.id, job.id.toUpperCase()])
    const found = await w.call('ada', 'GET', `/api/jobs/${job.id}`)
    expect(found.body.clientId).toBe(client.id)
    const subs = await w.call('ada', 'GET', `/api/jobs/${job.id}/subcontractors`)
    expect(subs.body.map((person: { id: string }) => person.id)).toEqual([sub.id])
    const lost = { email: 'lost@example.com', firstName: 'L', lastName: 'L', projectIds: [newId()] }
    const refused = await w.call('ada', 'POST', '/api/users/invite', lost)
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { projectIds: expect.any(String) } },
    })
    expect(await w.db.select().from(users).where(eq(users.email, lost.email))).toEqual([])
  })
})

describe('an invite link', () => {
  test('opens a page with the name and the address; the token is not stored in the database', async () => {
    const { path, email, id } = await invitePerson(w)
    const page = await w.call('nobody', 'GET', path)
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain(`value="${email}"`)
    expect(page.text).toMatch(/Welcome, Person\d+/)
    const [row] = await w.db.select().from(users).where(eq(users.id, id))
    expect(row?.inviteToken).toMatch(/^[\w-]{43}$/)
    expect(row?.inviteToken).not.toBe(tokenOf(path))
  })

  test('takes a password, signs the person in, and works once', async () => {
    const { path, email, id } = await invitePerson(w)
    const { status, body, headers } = await post(path, { password: PASSWORD })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, email, isInvited: false, inviteExpiry: null })
    const me = await w.call('nobody', 'GET', '/api/auth/user', undefined, {
      cookie: cookieFrom(headers),
    })
    expect(me.body).toMatchObject({ id, isInvited: false })
    expect(await post(path, { password: PASSWORD })).toMatchObject({
      status: 404,
      body: { code: 'notFound' },
    })
    expect((await w.call('nobody', 'GET', path)).status).toBe(404)
  })

  test('is cookie-safe under https: __Host-, Secure, HttpOnly, Lax', async () => {
    const { path } = await invitePerson(w)
    const { headers } = await post(path, { password: PASSWORD })
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-plumbline=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('sent as a form redirects to the first screen, or shows why the password is too weak', async () => {
    const { path, email } = await invitePerson(w)
    const weak = await form(path, { password: 'password1234', email: 'evil@example.com' })
    expect(weak.statusCode).toBe(400)
    expect(weak.body).toContain('It is built from one of the most common passwords')
    expect(weak.body).toContain(`value="${email}"`)
    expect(weak.body).not.toContain('password1234')
    const good = await form(path, { password: PASSWORD })
    expect([good.statusCode, good.headers.location]).toEqual([303, '/'])
    expect(cookieFrom(good.headers)).toMatch(/^__Host-plumbline=/)
    const late = await form(path, { password: PASSWORD })
    expect(late.statusCode).toBe(404)
    expect(late.body).toContain('This link no longer works')
  })

  test('expires after seven days', async () => {
    const { path } = await invitePerson(w)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 7 * DAY_MS - 1000)
    expect((await w.call('nobody', 'GET', path)).status).toBe(200)
    w.clock.now = new Date(start.getTime() + 7 * DAY_MS)
    expect((await w.call('nobody', 'GET', path)).status).toBe(404)
    expect((await post(path, { password: PASSWORD })).status).toBe(404)
    w.clock.now = start
  })

  test('used three times at once makes one account and one session', async () => {
    const { path, id } = await invitePerson(w)
    const lock = 'select from users for update'
    const use = () => post(path, { password: PASSWORD })
    const answers = await race(w, lock, use)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await w.db.select().from(credentials).where(eq(credentials.userId, id))).toHaveLength(1)
    const theirs = (await w.db.select().from(sessions)).filter(({ sess }) => sess.userId === id)
    expect(theirs).toHaveLength(1)
  })

  test.each(['x', '%00', 'a'.repeat(43), '../../etc', '%F0%9F%99%82'])(
    'with an invalid token (%s) is not found',
    async (token) => {
      const page = await w.call('nobody', 'GET', `/api/invite/${token}`)
      expect(page.status).toBe(404)
      expect((await post(`/api/invite/${token}`, { password: PASSWORD })).status).toBe(404)
    },
  )
})

describe('resend', () => {
  test('makes a new link and invalidates the old one', async () => {
    const { id, path } = await invitePerson(w)
    const { status, body } = await w.call('ada', 'POST', `/api/users/${id}/resend-invite`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['inviteLink'])
    expect((await w.call('nobody', 'GET', path)).status).toBe(404)
    expect((await post(new URL(body.inviteLink).pathname, { password: PASSWORD })).status).toBe(200)
    expect(await w.call('ada', 'POST', `/api/users/${id}/resend-invite`)).toMatchObject({
      status: 409,
      body: { code: 'hasJoined' },
    })
  })

  test('renews an expired invite', async () => {
    const { id } = await invitePerson(w)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 8 * DAY_MS)
    const { body } = await w.call('ada', 'POST', `/api/users/${id}/resend-invite`)
    expect((await post(new URL(body.inviteLink).pathname, { password: PASSWORD })).status).toBe(200)
    w.clock.now = start
  })

  test('invites a sub from the directory, who is then pending', async () => {
    const { body: sub } = await w.call('ada', 'POST', '/api/users', {
      email: 'dora@example.com',
      firstName: 'Dora',
      lastName: 'D',
      role: 'subcontractor',
      specialty: 'Tile',
    })
    const { body } = await w.call('ada', 'POST', `/api/users/${sub.id}/resend-invite`)
    expect((await w.call('ada', 'GET', `/api/users/${sub.id}`)).body.isInvited).toBe(true)
    expect(
      (await post(new URL(body.inviteLink).pathname, { password: PASSWORD })).body,
    ).toMatchObject({ id: sub.id })
  })

  test('is for admins only, and a 404 for an unknown person', async () => {
    const { id } = await invitePerson(w)
    expect((await w.call('sam', 'POST', `/api/users/${id}/resend-invite`)).status).toBe(403)
    expect((await w.call('ada', 'POST', `/api/users/${newId()}/resend-invite`)).status).toBe(404)
  })
})

test('a repeated Idempotency-Key returns the same link, which is stored encrypted', async () => {
  const key = { 'idempotency-key': newId() }
  const person = { email: 'again@example.com', firstName: 'A', lastName: 'Again' }
  const first = await w.call('ada', 'POST', '/api/users/invite', person, key)
  const again = await w.call('ada', 'POST', '/api/users/invite', person, key)
  expect(again.body).toEqual(first.body)
  const stored = JSON.stringify(await w.db.select().from(idempotencyKeys))
  expect(stored).not.toContain(tokenOf(first.body.inviteLink))
  expect(stored).not.toContain('again@example.com')
})

test('a person who has joined can sign in with their password', async () => {
  const { email } = await addJoinedPerson(w)
  expect(
    (await post('/api/login', { email: email.toUpperCase(), password: PASSWORD })).status,
  ).toBe(200)
})
