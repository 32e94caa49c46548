import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { passwordResets } from '../../schema/auth.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { deleteOldSignIns } from './service.ts'

const NEW = 'seven copper kettles'

let catcher: Awaited<ReturnType<typeof mailCatcher>>
let w: TestApp
beforeAll(async () => {
  catcher = await mailCatcher()
  w = await testApp({
    publicUrl: 'https://plumbline.example.com',
    smtp: { url: catcher.url, from: undefined },
  })
})
afterAll(async () => {
  await w.close()
  await catcher.close()
})
beforeEach(() => {
  catcher.emails.length = 0
})

const post = (path: string, body: object, headers = {}) =>
  w.call('nobody', 'POST', path, body, headers)
const form = (url: string, fields: Record<string, string>) =>
  w.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const mailTo = async (email: string, subject: string) => {
  const find = () =>
    catcher.emails.find(
      ({ to, text }) => to.includes(email) && text.includes(`Subject: ${subject}`),
    )
  await expect.poll(find).toBeTruthy()
  return find()?.text ?? ''
}
const linkIn = (text: string) => new URL(/https:\/\/\S+\/api\/\S+/.exec(text)?.[0] ?? '')

/** Requests a reset and returns the path of the link in the email. */
async function requestReset(email: string) {
  await post('/api/forgot-password', { email })
  return linkIn(await mailTo(email, 'Choose a new password')).pathname
}

describe('POST /api/forgot-password', () => {
  test('responds the same for every address, after the same work, and emails those who joined', async () => {
    const kim = await addJoinedPerson(w)
    const waiting = await invitePerson(w)
    const query = vi.spyOn(w.pool, 'query')
    const work: number[] = []
    for (const email of [kim.email, 'nobody@example.com', waiting.email, 'sue@example.com']) {
      query.mockClear()
      const { status, text } = await post('/api/forgot-password', { email })
      expect([status, text]).toEqual([204, ''])
      work.push(query.mock.calls.length)
    }
    query.mockRestore()
    expect(new Set(work).size).toBe(1)
    const link = linkIn(await mailTo(kim.email, 'Choose a new password'))
    expect(link.href).toMatch(/^https:\/\/plumbline\.example\.com\/api\/reset-password\/[\w-]{43}$/)
    expect(
      catcher.emails.filter(({ text }) => text.includes('Choose a new password')),
    ).toHaveLength(1)
    const stored = JSON.stringify(await w.db.select().from(passwordResets))
    expect(stored).not.toContain(link.pathname.split('/').at(-1))
  })

  test('uses the public address, whatever host the request names', async () => {
    const kim = await addJoinedPerson(w)
    await post('/api/forgot-password', { email: kim.email }, { host: 'localhost:1' })
    expect(linkIn(await mailTo(kim.email, 'Choose')).host).toBe('plumbline.example.com')
  })

  test('emails three links per account and hour; further requests get the same response', async () => {
    const kim = await addJoinedPerson(w)
    const lee = await addJoinedPerson(w)
    const start = w.clock.now
    const ask = async (minutes: number, email = kim.email) => {
      w.clock.now = new Date(start.getTime() + minutes * MINUTE_MS)
      const { status, text } = await post('/api/forgot-password', { email })
      expect([status, text]).toEqual([204, ''])
    }
    for (const minutes of [0, 20, 40, 41, 42]) await ask(minutes)
    await ask(42, lee.email)
    await mailTo(lee.email, 'Choose a new password')
    const sentTo = (email: string) =>
      catcher.emails.filter(
        ({ to, text }) => to.includes(email) && text.includes('Subject: Choose a new password'),
      )
    const sent = (email: string) => sentTo(email).length
    expect([sent(kim.email), sent(lee.email)]).toEqual([3, 1])
    // An hour after the first one, one more. Used links count too.
    await ask(59)
    await ask(60)
    await expect.poll(() => sent(kim.email)).toBe(4)
    await ask(61)
    const last = linkIn(sentTo(kim.email).at(-1)?.text ?? '')
    expect((await post(last.pathname, { password: NEW })).status).toBe(204)
    await ask(62)
    await deleteOldSignIns(w.db, w.clock.now)
    await ask(62)
    await ask(80)
    await expect.poll(() => sent(kim.email)).toBe(5)
    w.clock.now = start
    expect(
      await w.db.select().from(passwordResets).where(eq(passwordResets.userId, kim.id)),
    ).toHaveLength(4)
  })

  test('creates three links for ten concurrent requests', async () => {
    const kim = await addJoinedPerson(w)
    await Promise.all(
      Array.from({ length: 10 }, () => post('/api/forgot-password', { email: kim.email })),
    )
    const rows = await w.db.select().from(passwordResets).where(eq(passwordResets.userId, kim.id))
    expect(rows).toHaveLength(3)
  })

  test('is audited, without the address when it is unknown', async () => {
    const kim = await addJoinedPerson(w)
    await w.db.delete(auditRepeats)
    await post('/api/forgot-password', { email: kim.email })
    await post('/api/forgot-password', { email: 'stranger@example.com' })
    const entries = await w.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'password.resetRequested'))
      .orderBy(auditEntries.id)
    expect(entries.slice(-2)).toMatchObject([
      { actorId: null, subjectId: kim.id },
      { actorId: null, subjectId: null, subject: null, detail: null },
    ])
  })

  test('sent as a form shows a page that does not reveal whether the address exists', async () => {
    const kim = await addJoinedPerson(w)
    const [known, unknown] = [
      await form('/api/forgot-password', { email: kim.email }),
      await form('/api/forgot-password', { email: 'x@example.com' }),
    ]
    expect(known.statusCode).toBe(200)
    expect(known.body).toContain('Check your email')
    expect(unknown.body).toBe(known.body)
    expect((await form('/api/forgot-password', { email: 'nowhere' })).statusCode).toBe(400)
    expect((await w.call('nobody', 'GET', '/api/forgot-password')).text).toContain('Send link')
  })
})

describe('a reset link', () => {
  test('sets a new password once, ends every session, and does not sign in', async () => {
    const kim = await addJoinedPerson(w)
    const path = await requestReset(kim.email)
    const page = await w.call('nobody', 'GET', path)
    expect(page.text).toContain(`value="${kim.email}"`)
    const { status, headers } = await post(path, { password: NEW })
    expect(status).toBe(204)
    expect(headers['set-cookie']).toBeUndefined()
    expect(
      (await w.call('nobody', 'GET', '/api/auth/user', undefined, { cookie: kim.cookie })).status,
    ).toBe(401)
    expect((await post('/api/login', { email: kim.email, password: PASSWORD })).status).toBe(401)
    expect((await post('/api/login', { email: kim.email, password: NEW })).status).toBe(200)
    expect((await post(path, { password: NEW })).status).toBe(404)
    expect((await w.call('nobody', 'GET', path)).text).toContain('This link no longer works')
    expect(await mailTo(kim.email, 'Your password was changed')).not.toContain(NEW)
  })

  test('sent as a form redirects to sign-in, which confirms the new password', async () => {
    const kim = await addJoinedPerson(w)
    const path = await requestReset(kim.email)
    const weak = await form(path, { password: 'short' })
    expect(weak.statusCode).toBe(400)
    expect(weak.body).toContain('Use at least 12 characters')
    const good = await form(path, { password: NEW })
    expect([good.statusCode, good.headers.location]).toEqual([303, '/api/login?done=password'])
    expect((await w.call('nobody', 'GET', '/api/login?done=password')).text).toContain(
      'Your new password is saved',
    )
  })

  test('expires after 30 minutes; a newer link does not invalidate it', async () => {
    const kim = await addJoinedPerson(w)
    const first = await requestReset(kim.email)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 30 * MINUTE_MS - 1000)
    expect((await w.call('nobody', 'GET', first)).status).toBe(200)
    w.clock.now = new Date(start.getTime() + 30 * MINUTE_MS)
    expect((await w.call('nobody', 'GET', first)).status).toBe(404)
    expect((await post(first, { password: NEW })).status).toBe(404)
    w.clock.now = start
    expect((await w.call('nobody', 'GET', first)).status).toBe(200)
    catcher.emails.length = 0
    const second = await requestReset(kim.email)
    expect((await w.call('nobody', 'GET', first)).status).toBe(200)
    expect((await w.call('nobody', 'GET', second)).status).toBe(200)
    expect((await post(first, { password: NEW })).status).toBe(204)
    expect((await post(second, { password: NEW })).status).toBe(404)
  })

  test('used twenty times at once changes the password once', async () => {
    const kim = await addJoinedPerson(w)
    const path = await requestReset(kim.email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post(path, { password: `${NEW} ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('does not work as an invite, nor an invite as a reset', async () => {
    const kim = await addJoinedPerson(w)
    const waiting = await invitePerson(w)
    const token = (await requestReset(kim.email)).split('/').at(-1)
    expect((await post(`/api/invite/${token}`, { password: NEW })).status).toBe(404)
    const inviteToken = waiting.path.split('/').at(-1)
    expect((await post(`/api/reset-password/${inviteToken}`, { password: NEW })).status).toBe(404)
  })

  test('ends when the person is removed', async () => {
    const kim = await addJoinedPerson(w)
    const path = await requestReset(kim.email)
    await w.call('ada', 'DELETE', `/api/users/${kim.id}`)
    expect((await post(path, { password: NEW })).status).toBe(404)
  })
})

describe('an admin', () => {
  test('makes a reset link for someone who has joined', async () => {
    const kim = await addJoinedPerson(w)
    const { status, body } = await w.call('ada', 'POST', `/api/users/${kim.id}/reset-link`)
    expect(status).toBe(200)
    expect((await post(new URL(body.resetLink).pathname, { password: NEW })).status).toBe(204)
    const waiting = await invitePerson(w)
    const refused = await w.call('ada', 'POST', `/api/users/${waiting.id}/reset-link`)
    expect([refused.status, refused.body.code]).toEqual([409, 'hasNotJoined'])
    expect((await w.call('cleo', 'POST', `/api/users/${kim.id}/reset-link`)).status).toBe(403)
  })

  test('emails the link when inviting a person', async () => {
    const person = await invitePerson(w)
    const subject = 'Plumbline shares your project with you'
    expect(linkIn(await mailTo(person.email, subject)).href).toBe(person.inviteLink)
  })
})

test('a changed password is confirmed by email', async () => {
  const kim = await addJoinedPerson(w)
  const { headers } = await post('/api/login', { email: kim.email, password: PASSWORD })
  const change = { currentPassword: PASSWORD, newPassword: NEW }
  await post('/api/account/password', change, { cookie: cookieFrom(headers) })
  expect(await mailTo(kim.email, 'Your password was changed')).toContain(
    'signed out everywhere else',
  )
})

test('without SMTP or a public address the page says to ask an admin', async () => {
  for (const changes of [
    { publicUrl: 'https://x.example.com' },
    { smtp: { url: catcher.url, from: undefined } },
  ]) {
    const withoutMail = await testApp(changes)
    const kim = await addJoinedPerson(withoutMail)
    await expect
      .poll(() =>
        withoutMail.call('nobody', 'GET', '/api/forgot-password').then(({ text }) => text),
      )
      .toContain('Ask an admin of your company')
    expect(
      (await withoutMail.call('nobody', 'POST', '/api/forgot-password', { email: kim.email }))
        .status,
    ).toBe(204)
    expect(await withoutMail.db.select().from(passwordResets)).toEqual([])
    await withoutMail.close()
  }
})
