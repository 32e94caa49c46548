import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settings } from '../../schema/settings.ts'
import { newAuthenticator } from '../../testing/authenticator.ts'
import { confirmNow } from '../../testing/confirmNow.ts'
import { addJoinedPerson, cookieFrom, PASSWORD } from '../../testing/invitedPeople.ts'
import { mailCatcher } from '../../testing/mailCatcher.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const NEW = 'a quiet harbour in november'
const FACTOR = '/api/account/second-factor'
const PASSKEYS = '/api/account/passkeys'

let w: TestApp
let catcher: Awaited<ReturnType<typeof mailCatcher>>
let kim: Awaited<ReturnType<typeof addJoinedPerson>>
/** Texts that must not be in any email. */
let secrets: string[] = []
let passkey = ''
beforeEach(async () => {
  catcher = await mailCatcher()
  w = await testApp({
    publicUrl: 'http://localhost',
    smtp: { url: catcher.url, from: undefined },
  })
  await w.db
    .insert(settings)
    .values({ companyName: 'Ridgeline', holdingsName: null, timeZone: 'UTC' })
  kim = await addJoinedPerson(w)
  secrets = [PASSWORD, NEW]
})
afterEach(() => catcher.close())

const call = (method: 'POST' | 'DELETE', url: string, body?: unknown, cookie = kim.cookie) =>
  w.call('nobody', method, url, body, { cookie })

async function enable() {
  const { secret } = (await call('POST', FACTOR)).body
  const timestamp = w.clock.now.getTime()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const { status, body } = await call('POST', `${FACTOR}/confirm`, { code })
  expect(status).toBe(200)
  secrets.push(secret, code, ...body.recoveryCodes)
}

async function addPasskey() {
  const started = await call('POST', `${PASSKEYS}/options`)
  const { challenge, rp } = started.body.options
  const where = { origin: 'http://localhost', rpId: rp.id, challenge }
  const credential = newAuthenticator().register(where)
  const cookie = `${kim.cookie}; ${cookieFrom(started.headers)}`
  const added = await call('POST', PASSKEYS, { name: 'Blue phone', credential }, cookie)
  expect(added.status, added.text).toBe(201)
  secrets.push(challenge, credential.id)
  passkey = added.body.id
}

const factor = 'How you sign in was changed'
const changed = (what: string) =>
  `This was just changed for your account at Ridgeline: ${what}\n\nIf it was not you, contact an admin of your company right away.`
const password = 'Your password was changed'

const cases: Record<
  string,
  { before?: () => Promise<unknown>; act: () => Promise<unknown>; mail: [string, string] }
> = {
  'an authenticator app is added': {
    act: enable,
    mail: [factor, changed('two-step sign-in was turned on.')],
  },
  'an authenticator app is removed': {
    before: enable,
    act: () => call('DELETE', FACTOR),
    mail: [factor, changed('two-step sign-in was turned off.')],
  },
  'new recovery codes are made': {
    before: enable,
    act: async () => {
      const { body } = await call('POST', '/api/account/recovery-codes')
      secrets.push(...body.recoveryCodes)
    },
    mail: [factor, changed('new recovery codes were made.')],
  },
  'a passkey is added': {
    act: addPasskey,
    mail: [factor, changed('the passkey “Blue phone” was added.')],
  },
  'a passkey is removed': {
    before: addPasskey,
    act: () => call('DELETE', `${PASSKEYS}/${passkey}`),
    mail: [factor, changed('the passkey “Blue phone” was removed.')],
  },
  'an admin removes the second factor': {
    before: enable,
    act: async () => {
      await confirmNow(w, 'ada')
      await w.call('ada', 'DELETE', `/api/users/${kim.id}/second-factor`)
    },
    mail: [
      factor,
      changed('an admin removed the second factor. Your password alone signs you in now.'),
    ],
  },
  'the password is changed': {
    act: () =>
      call('POST', '/api/account/password', { currentPassword: PASSWORD, newPassword: NEW }),
    mail: [
      password,
      'The password of your account at Ridgeline was just changed, and you were signed out everywhere else.\n\nIf it was not you, contact an admin of your company right away.',
    ],
  },
}

/** The subject and the text of an email, whatever its transfer encoding. */
function read(text: string): [subject: string, words: string] {
  const at = text.indexOf('\r\n\r\n')
  const head = text.slice(0, at).replaceAll(/\r\n\s+/g, ' ')
  const body = text.slice(at + 4).replaceAll('\r\n', '\n')
  const bytes = /^content-transfer-encoding: base64$/im.test(head)
    ? Buffer.from(body, 'base64')
    : Buffer.from(
        body.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        ),
        'latin1',
      )
  return [/^subject: (.*)$/im.exec(head)?.[1] ?? '', bytes.toString('utf8').trim()]
}

test.each(Object.entries(cases))(
  'emails the person, without secrets, when %s',
  async (_, { before, act, mail }) => {
    await before?.()
    await act()
    await w.close()
    const theirs = catcher.emails
      .filter(({ to }) => to[0] === kim.email)
      .map(({ text }) => read(text))
    const [subject, words] = mail
    expect(theirs).toContainEqual([
      subject,
      `Hello ${kim.email.replace(/@.*/, '').replace('p', 'P')},\n\n${words}`,
    ])
    expect(theirs.filter(([, text]) => text.includes(words))).toHaveLength(1)
    for (const secret of secrets)
      for (const { text } of catcher.emails) {
        expect(text).not.toContain(secret)
        expect(read(text)[1]).not.toContain(secret)
      }
  },
)
