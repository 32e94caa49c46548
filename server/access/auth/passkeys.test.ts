import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removePerson } from '../../features/people/removePerson.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { passkeys, throttles } from '../../schema/auth.ts'
import { settings } from '../../schema/settings.ts'
import { type Authenticator, newAuthenticator } from '../../testing/authenticator.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { hasCertificates } from './passkeyRoutes.ts'

const PATH = '/api/account/passkeys'
const origin = 'https://plumbline.example.com'
const rpId = 'plumbline.example.com'

let w: TestApp
beforeAll(async () => {
  w = await testApp({ publicUrl: origin })
  await w.db.insert(settings).values({ companyName: 'C', holdingsName: null, timeZone: 'UTC' })
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

type Person = Pick<Awaited<ReturnType<typeof addJoinedPerson>>, 'id' | 'cookie' | 'email'>
type Answer = Awaited<ReturnType<TestApp['call']>>
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  cookie = '',
) => w.call('nobody', method, url, body, { cookie, origin })
/** The cookie with this name that a response sets. */
const cookieOf = ({ headers }: Answer, name: string) =>
  [headers['set-cookie']]
    .flat()
    .find((line) => line?.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''
const session = (answer: Answer) => cookieOf(answer, '__Host-plumbline')

/**
 * Requests the options of a new passkey. Returns the challenge, and the cookies to respond with.
 */
async function begin(person: Person) {
  const answer = await call('POST', `${PATH}/options`, undefined, person.cookie)
  const { options } = answer.body
  const cookie = `${person.cookie}; ${cookieOf(answer, '__Host-plumbline_passkey')}`
  return { options, challenge: options.challenge as string, cookie }
}
async function add(person: Person, key: Authenticator, name = 'Phone') {
  const { challenge, cookie } = await begin(person)
  const credential = key.register({ origin, rpId, challenge })
  return call('POST', PATH, { name, credential }, cookie)
}
async function addPerson(role: 'admin' | 'client' = 'client') {
  const person = await addJoinedPerson(w, role)
  const key = newAuthenticator()
  const { status, body } = await add(person, key)
  expect(status).toBe(201)
  return { ...person, key, passkeyId: body.id as string }
}
async function beginSignIn() {
  const answer = await call('POST', '/api/login/passkey/options')
  const { options } = answer.body
  const cookie = cookieOf(answer, '__Host-plumbline_passkey')
  return { options, challenge: options.challenge as string, cookie }
}
const enter = (credential: object, cookie: string) =>
  call('POST', '/api/login/passkey', { credential }, cookie)
async function signIn(key: Authenticator, changes = {}) {
  const { challenge, cookie } = await beginSignIn()
  return enter(key.signIn({ origin, rpId, challenge }, changes), cookie)
}
const refused = { status: 401, body: { code: 'wrongPasskey' } }

describe('adding a passkey', () => {
  test('requires user verification, and lists and audits the new passkey', async () => {
    const kim = await addJoinedPerson(w)
    const { options } = await begin(kim)
    expect(options).toMatchObject({
      rp: { id: rpId, name: 'C' },
      user: { name: kim.email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const key = newAuthenticator()
    const added = await add(kim, key, '  My phone ')
    expect(added.status).toBe(201)
    const passkey = {
      id: expect.stringMatching(/^[\w-]{43}$/),
      name: 'My phone',
      createdAt: expect.stringMatching(/^\d{4}-/),
      lastUsedAt: null,
    }
    expect(added.body).toEqual(passkey)
    expect((await call('GET', PATH, undefined, kim.cookie)).body).toEqual([passkey])
    const again = await begin(kim)
    expect(again.options.excludeCredentials).toMatchObject([{ id: key.id }])
    const entries = await w.db.select().from(auditEntries).where(eq(auditEntries.actorId, kim.id))
    expect(entries.at(-1)).toMatchObject({ action: 'passkey.added', detail: { name: 'My phone' } })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another host', { rpId: 'evil.example' }, {}],
    ['another challenge', { challenge: 'bm90IGl0' }, {}],
    ['no user verification', {}, { isVerified: false }],
  ])('is refused with %s', async (_, where, changes) => {
    const kim = await addJoinedPerson(w)
    const { challenge, cookie } = await begin(kim)
    const credential = newAuthenticator().register({ origin, rpId, challenge, ...where }, changes)
    const answer = await call('POST', PATH, { name: 'Phone', credential }, cookie)
    expect([answer.status, answer.body.code]).toEqual([400, 'badPasskey'])
    expect((await call('GET', PATH, undefined, kim.cookie)).body).toEqual([])
  })

  test.each([
    ['none', '', false],
    ['packed', '', false],
    ['packed', 'x5c', true],
    ['tpm', '', true],
    ['android-key', 'x5c', true],
    ['fido-u2f', 'x5c', true],
  ])('rejects attestation certificates without reading them: %s %s', async (format, field, has) => {
    const kim = await addJoinedPerson(w)
    const { challenge, cookie } = await begin(kim)
    // A map with an empty list of certificates, or an empty map.
    const statement = field ? Buffer.from('a16378356380', 'hex') : Buffer.from('a0', 'hex')
    const credential = newAuthenticator().register(
      { origin, rpId, challenge },
      { format, statement },
    )
    expect(hasCertificates(credential.response.attestationObject)).toBe(has)
    const answer = await call('POST', PATH, { name: 'Phone', credential }, cookie)
    expect(answer.status).toBe(format === 'none' ? 201 : 400)
  })

  test('adds nothing for a person who is removed meanwhile', async () => {
    const kim = await addJoinedPerson(w)
    const { challenge, cookie } = await begin(kim)
    const credential = newAuthenticator().register({ origin, rpId, challenge })
    let added: Promise<Answer> | undefined
    await w.db.transaction(async (tx) => {
      // The table that records spent challenges, which is written after the session was first read.
      await tx.execute(sql`lock table throttles in access exclusive mode`)
      added = call('POST', PATH, { name: 'Phone', credential }, cookie)
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await w.db.execute(waiting)).rows.length).toBe(1)
      await removePerson(tx, w.idOf('ada'), kim.id, new Date())
    })
    expect((await added)?.status).toBe(401)
    expect(await w.db.$count(passkeys, eq(passkeys.userId, kim.id))).toBe(0)
  })

  test('accepts a challenge once, within five minutes, from its person, and none of a sign-in', async () => {
    const [kim, lee] = [await addJoinedPerson(w), await addJoinedPerson(w)]
    const post = (challenge: string, cookie: string) => {
      const credential = newAuthenticator().register({ origin, rpId, challenge })
      return call('POST', PATH, { name: 'Phone', credential }, cookie)
    }
    const first = await begin(kim)
    expect((await post(first.challenge, first.cookie)).status).toBe(201)
    expect((await post(first.challenge, first.cookie)).body.code).toBe('badPasskey')
    const second = await begin(kim)
    const stolen = second.cookie.replace(kim.cookie, lee.cookie)
    expect((await post(second.challenge, stolen)).body.code).toBe('badPasskey')
    const entering = await beginSignIn()
    const mixed = `${kim.cookie}; ${entering.cookie}`
    expect((await post(entering.challenge, mixed)).body.code).toBe('badPasskey')
    const third = await begin(kim)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 5 * MINUTE_MS + 1)
    expect((await post(third.challenge, third.cookie)).body.code).toBe('badPasskey')
    w.clock.now = start
    expect((await post('x', kim.cookie)).body.code).toBe('badPasskey')
  })

  test('rejects a passkey that is already registered, and a twenty-first one', async () => {
    const kim = await addPerson()
    const lee = await addJoinedPerson(w)
    expect((await add(lee, kim.key)).body.code).toBe('passkeyTaken')
    await w.db.insert(passkeys).values(
      Array.from({ length: 20 }, (_, n) => ({
        id: `${lee.id}-${n}`,
        userId: lee.id,
        publicKey: 'x',
        name: `Key ${n}`,
      })),
    )
    expect((await add(lee, newAuthenticator())).body.code).toBe('tooManyPasskeys')
  })

  test.each([
    [{}, ['name', 'credential']],
    [
      { name: '', credential: {} },
      ['credential.id', 'credential.rawId', 'credential.type', 'credential.response', 'name'],
    ],
    [{ name: 'x'.repeat(101), credential: 'x' }, ['credential', 'name']],
    [{ name: 'Phone\r\nBcc: all', credential: 'x' }, ['credential', 'name']],
    [{ name: '\u202e', credential: 'x' }, ['credential', 'name']],
    [
      {
        name: 'x',
        credential: {
          id: 'a+b',
          rawId: 'a',
          type: 'public-key',
          response: { clientDataJSON: 'a', attestationObject: '"' },
        },
      },
      ['credential.id', 'credential.response.attestationObject'],
    ],
  ])('rejects %j', async (body, fields) => {
    const kim = await addJoinedPerson(w)
    const answer = await call('POST', PATH, body, kim.cookie)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).sort()).toEqual([...fields].sort())
  })

  test('requires a password entered in the last ten minutes, and so does removing one', async () => {
    const kim = await addPerson()
    const { challenge, cookie } = await begin(kim)
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 11 * MINUTE_MS)
    const credential = newAuthenticator().register({ origin, rpId, challenge })
    for (const answer of [
      await call('POST', `${PATH}/options`, undefined, kim.cookie),
      await call('POST', PATH, { name: 'Phone', credential }, cookie),
      await call('DELETE', `${PATH}/${kim.passkeyId}`, undefined, kim.cookie),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'passwordRequired'])
    w.clock.now = start
  })
})

describe('signing in with a passkey', () => {
  test('needs no password, and records when the passkey was used', async () => {
    const kim = await addPerson()
    const { options } = await beginSignIn()
    expect(options).toMatchObject({ rpId, userVerification: 'required' })
    expect(options.allowCredentials ?? []).toEqual([])
    const answer = await signIn(kim.key, { userHandle: kim.id })
    expect([answer.status, answer.body.id]).toEqual([200, kim.id])
    const me = await call('GET', '/api/auth/user', undefined, session(answer))
    expect(me.body.id).toBe(kim.id)
    const [passkey] = (await call('GET', PATH, undefined, kim.cookie)).body
    expect(passkey.lastUsedAt).toBe(w.clock.now.toISOString())
    const entries = await w.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.actorId, kim.id), eq(auditEntries.action, 'signIn.succeeded')))
    expect(entries.at(-1)).toMatchObject({ detail: { method: 'passkey' } })
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['the origin over plain http', { origin: 'http://plumbline.example.com' }, {}],
    ['another host', { rpId: 'evil.example' }, {}],
    ['another challenge', { challenge: 'bm90IGl0' }, {}],
    ['no user verification', {}, { isVerified: false }],
    ['another user handle', {}, { userHandle: 'somebody else' }],
  ])('is refused with %s', async (_, where, changes) => {
    const { key } = await addPerson()
    const { challenge, cookie } = await beginSignIn()
    const answer = await enter(key.signIn({ origin, rpId, challenge, ...where }, changes), cookie)
    expect(answer).toMatchObject(refused)
    expect(session(answer)).toBe('')
  })

  test('gives the same response for an unknown passkey as for a wrong one', async () => {
    const { key } = await addPerson()
    const wrong = await signIn(key, { isVerified: false })
    const unknown = await signIn(newAuthenticator())
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
  })

  test('rejects the signature of another passkey', async () => {
    const [kim, lee] = [await addPerson(), await addPerson()]
    const { challenge, cookie } = await beginSignIn()
    const theirs = lee.key.signIn({ origin, rpId, challenge })
    expect(await enter({ ...theirs, id: kim.key.id, rawId: kim.key.id }, cookie)).toMatchObject(
      refused,
    )
  })

  test('accepts a signed challenge once, even when sent ten times at once', async () => {
    const { key } = await addPerson()
    const { challenge, cookie } = await beginSignIn()
    const answer = key.signIn({ origin, rpId, challenge })
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(answer, cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(401)])
    expect(await enter(answer, cookie)).toMatchObject(refused)
    expect(await enter(answer, '')).toMatchObject(refused)
  })

  test('is audited as a failure without a challenge or with a used one', async () => {
    const { key } = await addPerson()
    const { challenge, cookie } = await beginSignIn()
    const answer = key.signIn({ origin, rpId, challenge })
    expect((await enter(answer, cookie)).status).toBe(200)
    const failures = async () => {
      await w.db.delete(auditRepeats)
      return w.db.$count(auditEntries, eq(auditEntries.action, 'signIn.failed'))
    }
    const before = await failures()
    expect(await enter(answer, cookie)).toMatchObject(refused)
    expect(await failures()).toBe(before + 1)
    expect(await enter(answer, '')).toMatchObject(refused)
    expect(await failures()).toBe(before + 2)
  })

  test('rejects a challenge after a failed try, and after five minutes', async () => {
    const { key } = await addPerson()
    const { challenge, cookie } = await beginSignIn()
    const where = { origin, rpId, challenge }
    await enter(key.signIn(where, { isVerified: false }), cookie)
    expect(await enter(key.signIn(where), cookie)).toMatchObject(refused)
    const later = await beginSignIn()
    const start = w.clock.now
    w.clock.now = new Date(start.getTime() + 5 * MINUTE_MS + 1)
    const late = key.signIn({ origin, rpId, challenge: later.challenge })
    expect(await enter(late, later.cookie)).toMatchObject(refused)
    w.clock.now = start
  })

  test('rejects a counter that does not increase, as that of a cloned passkey', async () => {
    const { key } = await addPerson()
    expect((await signIn(key, { counter: 7 })).status).toBe(200)
    expect(await signIn(key, { counter: 7 })).toMatchObject(refused)
    expect(await signIn(key, { counter: 6 })).toMatchObject(refused)
    expect(await signIn(key)).toMatchObject(refused)
    expect((await signIn(key, { counter: 8 })).status).toBe(200)
  })

  test('works with the longest id that WebAuthn allows', async () => {
    const [kim, key] = [await addJoinedPerson(w), newAuthenticator({ idBytes: 1023 })]
    const { body } = await add(kim, key)
    expect((await signIn(key)).status).toBe(200)
    expect((await call('DELETE', `${PATH}/${body.id}`, undefined, kim.cookie)).status).toBe(204)
    expect(await signIn(key)).toMatchObject(refused)
  })

  test('is rejected once the passkey or its person is removed', async () => {
    const [kim, lee] = [await addPerson(), await addPerson()]
    const removed = await call('DELETE', `${PATH}/${kim.passkeyId}`, undefined, kim.cookie)
    expect(removed.status).toBe(204)
    expect(await signIn(kim.key)).toMatchObject(refused)
    await w.call('ada', 'DELETE', `/api/users/${lee.id}`, undefined, { origin })
    expect(await signIn(lee.key)).toMatchObject(refused)
  })

  test('still works after a password reset', async () => {
    const kim = await addPerson()
    const { body } = await w.call('ada', 'POST', `/api/users/${kim.id}/reset-link`, undefined, {
      origin,
    })
    const password = 'seven otters in the mill'
    const { pathname } = new URL(body.resetLink)
    expect((await call('POST', pathname, { password })).status).toBe(204)
    expect((await signIn(kim.key)).status).toBe(200)
  })
})

describe('removing a passkey', () => {
  test('of another person, or an unknown one, is a 404', async () => {
    const [kim, lee] = [await addPerson(), await addPerson()]
    for (const id of [lee.passkeyId, kim.key.id, 'unknown', '%00']) {
      const { status, body } = await call('DELETE', `${PATH}/${id}`, undefined, kim.cookie)
      expect([id, status, body.code]).toEqual([id, 404, 'notFound'])
    }
    expect((await signIn(lee.key)).status).toBe(200)
  })

  test('is refused for the last factor of an admin who must have one', async () => {
    const eve = await addPerson('admin')
    const change = (adminsNeedSecondFactor: boolean) =>
      call('PUT', '/api/settings', { adminsNeedSecondFactor }, eve.cookie)
    expect((await change(true)).status).toBe(200)
    const last = await call('DELETE', `${PATH}/${eve.passkeyId}`, undefined, eve.cookie)
    expect([last.status, last.body.code]).toEqual([409, 'secondFactorNeeded'])
    const byPassword = await call('POST', '/api/login', { email: eve.email, password: PASSWORD })
    expect([byPassword.status, byPassword.body.code]).toEqual([401, 'passkeyRequired'])
    const wrong = await call('POST', '/api/login', { email: eve.email, password: 'not it' })
    expect(wrong.body.code).toBe('wrongCredentials')
    expect((await signIn(eve.key)).status).toBe(200)

    expect((await add(eve, newAuthenticator(), 'Second')).status).toBe(201)
    const one = await call('DELETE', `${PATH}/${eve.passkeyId}`, undefined, eve.cookie)
    expect(one.status).toBe(204)
    expect((await change(false)).status).toBe(200)
  })
})
