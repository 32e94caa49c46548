import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../app/app.ts'
import type { Settings } from '../../platform/settings.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { throttles } from '../../schema/auth.ts'
import { addJoinedPerson, cookieFrom, invitePerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const HOME = '203.0.113.9'
const STRANGER = '198.51.100.7'

let w: TestApp
let kim = { id: '', email: '', cookie: '' }
beforeAll(async () => {
  w = await testApp({ rateSignIn: 20 })
  kim = await addJoinedPerson(w, 'admin')
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

const login = async (password: string, remoteAddress: string, cookie = '', email = kim.email) => {
  const { statusCode: status, headers } = await w.app.inject({
    ...{ method: 'POST', url: '/api/login', remoteAddress },
    headers: cookie ? { cookie } : {},
    payload: { email, password },
  })
  return { status, headers }
}
const fails = async (times: number, from: string, cookie = '') => {
  const seen: number[] = []
  for (let n = 0; n < times; n++) seen.push((await login('wrong', from, cookie)).status)
  return seen
}
/** The cookie that marks a browser that the person has signed in with. */
const browserOf = async (from: string, email = kim.email) => {
  const { headers } = await login(PASSWORD, from, '', email)
  const [, browser = ''] = [headers['set-cookie']].flat()
  return String(browser).split(';')[0] ?? ''
}

describe('a stranger who guesses a password', () => {
  test('makes only their own network wait', async () => {
    expect(await fails(7, STRANGER)).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect((await login(PASSWORD, STRANGER)).status).toBe(429)
    expect((await login(PASSWORD, HOME)).status).toBe(200)
  })

  test('does not delay a browser known to the account, even on the same network', async () => {
    const browser = await browserOf(HOME)
    await fails(7, HOME)
    expect((await login(PASSWORD, HOME)).status).toBe(429)
    expect((await login(PASSWORD, HOME, browser)).status).toBe(200)
  })

  test('cannot pass for a known browser with a forged cookie or one of another account', async () => {
    const lee = await addJoinedPerson(w)
    const theirs = await browserOf(STRANGER, lee.email)
    const own = await browserOf(HOME)
    const [name, browser, proof] = own.split(/[=.]/)
    await fails(7, STRANGER)
    for (const cookie of [
      theirs,
      `${name}=${browser}.${'x'.repeat(43)}`,
      `${name}=${'x'.repeat(43)}.${proof}`,
      `${name}=${browser}`,
      `${name}=`,
    ])
      expect((await login(PASSWORD, STRANGER, cookie)).status).toBe(429)
  })

  test('gets no more tries in a known browser', async () => {
    const browser = await browserOf(HOME)
    expect(await fails(7, HOME, browser)).toEqual([401, 401, 401, 401, 401, 401, 429])
  })

  test('does not delay the person when they confirm their password in a session', async () => {
    await fails(7, '127.0.0.1')
    const confirm = await w.call(
      'nobody',
      'POST',
      '/api/account/confirm',
      { password: PASSWORD },
      { cookie: kim.cookie },
    )
    expect(confirm.status).toBe(204)
  })

  test('no longer delays the person once they use a reset link', async () => {
    const lee = await addJoinedPerson(w)
    const { body } = await w.call('ada', 'POST', `/api/users/${lee.id}/reset-link`)
    for (let n = 0; n < 7; n++) await login('wrong', HOME, '', lee.email)
    expect((await login(PASSWORD, HOME, '', lee.email)).status).toBe(429)
    const password = 'seven copper kettles'
    await w.call('nobody', 'POST', new URL(body.resetLink).pathname, { password })
    expect((await login(password, HOME, '', lee.email)).status).toBe(200)
  })
})

describe('a network whose limit was used up by somebody else', () => {
  /** Wrong passwords of accounts that do not exist, and how they were refused. */
  const attack = (times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, n) => login('wrong', HOME, '', `guess${n}@example.com`)),
    )
  const post = (url: string, payload: object) =>
    w.app.inject({ method: 'POST', url, payload, remoteAddress: HOME })

  test('gives right passwords back, so that wrong ones alone use it up', async () => {
    for (let n = 0; n < 25; n++) expect((await login(PASSWORD, HOME)).status).toBe(200)
    const answers = await attack(25)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.headers['retry-after']).toMatch(/^[1-9]\d?$/)
  })

  test('lets thirty colleagues with unknown browsers in, at once and one after another', async () => {
    const colleagues = await Promise.all(Array.from({ length: 30 }, () => addJoinedPerson(w)))
    await attack(40)
    const signIn = ({ email }: { email: string }) => login(PASSWORD, HOME, '', email)
    const [, ...atOnce] = await Promise.all([attack(40), ...colleagues.map(signIn)])
    expect(atOnce.map(({ status }) => status)).toEqual(Array(30).fill(200))
    for (const one of colleagues) expect((await signIn(one)).status).toBe(200)
    // Somebody who mistypes it first sees that they have to wait, and gets in all the same.
    expect((await login('wrong', HOME)).status).toBe(429)
    expect((await login(PASSWORD, HOME)).status).toBe(200)
  })

  test('lets known browsers try as often as elsewhere', async () => {
    const browser = await browserOf(HOME)
    await attack(40)
    expect(await fails(5, HOME, browser)).toEqual(Array(5).fill(401))
    expect((await login(PASSWORD, HOME, browser)).status).toBe(200)
  })

  test('lets invites be accepted, and passwords be reset', async () => {
    const invited = await invitePerson(w)
    const lee = await addJoinedPerson(w)
    const { body } = await w.call('ada', 'POST', `/api/users/${lee.id}/reset-link`)
    await attack(40)
    const password = 'seven copper kettles'
    expect((await post('/api/forgot-password', { email: lee.email })).statusCode).toBe(204)
    expect((await post(new URL(body.resetLink).pathname, { password })).statusCode).toBe(204)
    expect((await post(invited.path, { password })).statusCode).toBe(200)
  })
})

describe('the audit log', () => {
  const entries = async (action: 'signIn.failed' | 'signIn.locked' | 'signIn.succeeded') =>
    (
      await w.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, action))
        .orderBy(auditEntries.id)
    ).map(({ actorId, subjectId, address, detail }) => ({ actorId, subjectId, address, detail }))

  test('records every failure with its account, and the lockout that follows', async () => {
    await w.db.delete(auditRepeats)
    const { length } = await entries('signIn.failed')
    const locked = (await entries('signIn.locked')).length
    await fails(8, '192.0.2.1')
    const failed = (await entries('signIn.failed')).slice(length)
    const facts = { actorId: null, subjectId: kim.id, address: '192.0.2.1' }
    expect(failed).toEqual([{ ...facts, detail: { at: 'signIn' } }])
    expect(await w.db.select({ times: auditRepeats.times }).from(auditRepeats)).toContainEqual({
      times: 6,
    })
    expect((await entries('signIn.locked')).slice(locked)).toEqual([
      { ...facts, detail: { seconds: 30 } },
    ])
  })

  test('records nothing that was typed for an unknown address', async () => {
    await w.db.delete(auditRepeats)
    await login('wrong', '192.0.2.2', '', 'my-secret-password')
    const all = await w.db.select().from(auditEntries)
    expect(JSON.stringify(all)).not.toContain('my-secret-password')
    expect((await entries('signIn.failed')).at(-1)).toEqual({
      ...{ actorId: null, subjectId: null, address: '192.0.2.2' },
      detail: { at: 'signIn' },
    })
  })

  test('records a sign-in', async () => {
    await login(PASSWORD, '192.0.2.3')
    expect((await entries('signIn.succeeded')).at(-1)).toEqual({
      ...{ actorId: kim.id, subjectId: kim.id, address: '192.0.2.3' },
      detail: { method: 'password' },
    })
  })
})

test('the session cookie is the first that a sign-in sets', async () => {
  const { headers } = await login(PASSWORD, HOME)
  expect(cookieFrom(headers)).toMatch(/^plumbline=/)
})

describe('behind a proxy', () => {
  const PROXY = '127.0.0.1'

  /**
   * The status of wrong passwords that come through the proxy, each forwarded for one of these
   * addresses.
   */
  async function guess(trustProxy: Settings['trustProxy'], named: readonly string[]) {
    const settings = { ...w.settings, trustProxy }
    const app = await buildApp({ database: w.database, settings })
    onTestFinished(() => app.close())
    const seen: number[] = []
    for (const address of named) {
      const answer = await app.inject({
        ...{ method: 'POST', url: '/api/login', remoteAddress: PROXY },
        headers: { 'x-forwarded-for': address },
        payload: { email: kim.email, password: 'wrong' },
      })
      seen.push(answer.statusCode)
    }
    return seen
  }
  const one = Array(7).fill(STRANGER)
  const several = [1, 2, 3, 4, 5, 6, 7].map((n) => `198.51.100.${n}`)
  const counted = [401, 401, 401, 401, 401, 401, 429]

  test.each([[1], [PROXY], [true]])(
    'that is trusted (%s), tries are counted by the client address it forwards',
    async (trust) => {
      expect(await guess(trust, [...one, HOME])).toEqual([...counted, 401])
    },
  )

  test('that is trusted, addresses claimed by the client are ignored', async () => {
    expect(
      await guess(
        1,
        several.map((claimed) => `${claimed}, ${STRANGER}`),
      ),
    ).toEqual(counted)
  })

  test.each([[false], ['10.0.0.1']])(
    'that is not trusted (%s), tries are counted by the address of the proxy',
    async (trust) => {
      expect(await guess(trust, several)).toEqual(counted)
    },
  )
})
