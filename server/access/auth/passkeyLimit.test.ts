import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { throttles } from '../../schema/auth.ts'
import { type Authenticator, newAuthenticator } from '../../testing/authenticator.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const origin = 'https://plumbline.example.com'
const rpId = 'plumbline.example.com'
const HOME = '203.0.113.9'
const STRANGER = '198.51.100.7'

let w: TestApp
let kim = { email: '', key: newAuthenticator() }
beforeAll(async () => {
  w = await testApp({ publicUrl: origin, rateSignIn: 20 })
  const key = newAuthenticator()
  const { email, cookie } = await addJoinedPerson(w)
  const started = await post('/api/account/passkeys/options', undefined, HOME, cookie)
  const credential = key.register({ origin, rpId, challenge: started.body.options.challenge })
  const cookies = `${cookie}; ${started.cookie}`
  const added = await post('/api/account/passkeys', { name: 'Phone', credential }, HOME, cookies)
  if (added.status !== 201) throw new Error(`the passkey was not added: ${added.status}`)
  kim = { email, key }
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(throttles)
})

async function post(url: string, body: object | undefined, from: string, cookie = '') {
  const answer = await w.app.inject({
    ...{ method: 'POST', url, remoteAddress: from },
    headers: { origin, ...(cookie && { cookie }) },
    ...(body && { payload: body }),
  })
  const [set = ''] = [answer.headers['set-cookie']].flat()
  return {
    ...{ status: answer.statusCode, body: answer.json(), cookie: String(set).split(';')[0] ?? '' },
    wait: Number(answer.headers['retry-after']),
  }
}
const options = (from: string) => post('/api/login/passkey/options', undefined, from)
async function signIn(key: Authenticator, from: string) {
  const { body, cookie } = await options(from)
  const credential = key.signIn({ origin, rpId, challenge: body.options.challenge })
  return (await post('/api/login/passkey', { credential }, from, cookie)).status
}
const byPassword = async (from: string) =>
  (await post('/api/login', { email: kim.email, password: PASSWORD }, from)).status

test('signing in with a passkey does not count against the limits', async () => {
  for (let n = 0; n < 21; n++) expect([n, await signIn(kim.key, HOME)]).toEqual([n, 200])
  expect(await byPassword(HOME)).toBe(200)
  // Every counted attempt was taken back.
  const counts = await w.db.select({ count: throttles.count, key: throttles.key }).from(throttles)
  const own = counts.filter(({ key }) => key.endsWith(HOME))
  expect(own.length).toBeGreaterThan(1)
  expect(own.map(({ count }) => count)).toEqual(own.map(() => 0))
})

test('passkey challenges that are not used do not delay sign-in', async () => {
  for (let n = 0; n < 30; n++) expect((await options(HOME)).status).toBe(200)
  expect(await byPassword(HOME)).toBe(200)
  expect(await signIn(kim.key, HOME)).toBe(200)
})

test('wrong passkeys and wrong passwords share a limit', async () => {
  const { key } = { key: newAuthenticator() }
  const seen: number[] = []
  for (let n = 0; n < 21; n++) seen.push(await signIn(key, HOME))
  expect(seen).toEqual([...Array(20).fill(401), 429])
  expect(await byPassword(HOME)).toBe(429)
  expect(await signIn(kim.key, STRANGER)).toBe(200)
})

test('a network gets 120 passkey challenges a minute, and can still sign in by password', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, () => options(STRANGER)))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  for (const { wait } of refused) expect(wait).toBeGreaterThan(0)
  expect(await byPassword(STRANGER)).toBe(200)
  expect(await signIn(kim.key, HOME)).toBe(200)
})
