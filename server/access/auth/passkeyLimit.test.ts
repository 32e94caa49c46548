import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { throttles } from '../../schema/auth.ts'
import { type Authenticator, newAuthenticator } from '../../testing/authenticator.ts'
import { addJoinedPerson, PASSWORD } from '../../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const origin = 'https://plumbline.example.com'
const rpId = 'plumbline.example.com'
const HOME = '203.0.113.9'

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

test('nothing that others of a network try delays a passkey there, nor does it delay a password', async () => {
  for (let n = 0; n < 40; n++)
    await post('/api/login', { email: `guess${n}@example.com`, password: 'wrong' }, HOME)
  const stolen = newAuthenticator()
  for (let n = 0; n < 21; n++) expect(await signIn(stolen, HOME)).toBe(401)
  const challenges = await Promise.all(Array.from({ length: 130 }, () => options(HOME)))
  expect(challenges.map(({ status }) => status)).toEqual(Array(130).fill(200))
  for (let n = 0; n < 21; n++) expect(await signIn(kim.key, HOME)).toBe(200)
  expect(await byPassword(HOME)).toBe(200)
})
