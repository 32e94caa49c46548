import { DAY_MS } from '@plumbline/contract/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSetupCode } from '../access/auth/setupCode.ts'
import { users } from '../schema/people.ts'
import { newAuthenticator } from '../testing/authenticator.ts'
import { CLIENT, faultyProvider } from '../testing/faultyProvider.ts'
import { PASSWORD } from '../testing/invitedPeople.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { cookies } from './cookies.ts'

const HOST = 'plumbline.example.com'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let idp: Awaited<ReturnType<typeof faultyProvider>>
beforeAll(async () => {
  idp = await faultyProvider()
})
afterAll(() => idp.close())

/** A browser, with its cookies and every Set-Cookie line it received. */
function browserOf({ app }: Pick<TestApp, 'app'>, origin: string) {
  const stored = new Map<string, string>()
  const setCookieLines: string[] = []
  async function ask(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    { body, headers = {} }: { body?: object | string; headers?: Record<string, string> } = {},
  ) {
    const cookie = [...stored].map((pair) => pair.join('=')).join('; ')
    const answer = await app.inject({
      ...{ method, url },
      headers: { cookie, ...(method !== 'GET' && { origin }), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      setCookieLines.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') stored.delete(name)
      else stored.set(name, value)
    }
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(400)
    return answer
  }
  return { ask, stored, setCookieLines }
}

/**
 * Signs in and out in every possible way, and returns the Set-Cookie lines and the remaining
 * cookies.
 */
async function everyCookie(origin: string) {
  const oidc = { ...CLIENT, issuer: idp.issuer, label: 'Ridgeline ID' }
  const printed: string[] = []
  const setupCode = makeSetupCode((line) => void printed.push(line))
  const w = await testApp({ publicUrl: origin, oidc }, undefined, { setupCode })
  const { ask, stored, setCookieLines } = browserOf(w, origin)

  // Deletes the people of every test, so that the company can be set up.
  await w.db.delete(users)
  setupCode.show()
  const you = { firstName: 'Dana', lastName: 'Reyes', email: 'dana@example.com' }
  const company = { companyName: 'Ridgeline', holdingsName: '', timeZone: 'UTC', sample: false }
  const password = PASSWORD
  const body = { ...company, ...you, password, code: printed[0]?.split(' ').at(-1) }
  await ask('POST', '/api/setup', { body })
  const bid = (
    await ask('POST', '/api/pending-bids', { body: { name: 'Porch', address: '1 Elm St' } })
  ).json()
  const lines = [{ description: 'Floor', quantity: '1', unitPrice: '900' }]
  const sections = [{ title: 'Porch', kind: 'optional', lines }]
  await ask('PUT', `/api/pending-bids/${bid.id}/pricing`, { body: { sections } })
  const proposal = (await ask('POST', `/api/pending-bids/${bid.id}/proposals`, { body: {} })).json()
  const { path } = (await ask('GET', `/api/proposals/${proposal.id}/link`)).json()
  for (const body of ['step=update&choices=1&o0-0=yes', 'step=decline'])
    await ask('POST', path, { body, headers: FORM })
  const kim = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Kern', role: 'client' }
  const invited = await ask('POST', '/api/users/invite', { body: { ...kim, projectIds: [] } })
  await ask('POST', new URL(invited.json().inviteLink).pathname, { body: { password } })
  const start = w.clock.now
  w.clock.now = new Date(start.getTime() + 2 * DAY_MS)
  await ask('GET', '/api/auth/user')
  w.clock.now = start
  await ask('POST', '/api/logout')
  const credentials = { email: kim.email, password }
  await ask('POST', '/api/login', { body: credentials })

  const key = newAuthenticator()
  const site = { origin, rpId: HOST }
  const options = async (path: string) =>
    (await ask('POST', `${path}/options`)).json().options.challenge as string
  const challenge = await options('/api/account/passkeys')
  const made = { name: 'Phone', credential: key.register({ ...site, challenge }) }
  await ask('POST', '/api/account/passkeys', { body: made })
  const { secret } = (await ask('POST', '/api/account/second-factor')).json()
  const app = new TOTP({ secret: Secret.fromBase32(secret) })
  const codeAt = (after: number) =>
    app.generate({ timestamp: w.clock.now.getTime() + after * 30_000 })
  await ask('POST', '/api/account/second-factor/confirm', { body: { code: codeAt(0) } })

  await ask('GET', '/api/logout')
  const signIn = await options('/api/login/passkey')
  const credential = key.signIn({ ...site, challenge: signIn })
  await ask('POST', '/api/login/passkey', { body: { credential } })
  await ask('GET', '/api/logout')
  const typed = new URLSearchParams(credentials).toString()
  const { body: page } = await ask('POST', '/api/login', { body: typed, headers: FORM })
  const ticket = /name="ticket" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const code = new URLSearchParams({ ticket, code: codeAt(1) }).toString()
  await ask('POST', '/api/login/code', { body: code, headers: FORM })
  await ask('GET', '/api/logout')

  idp.behave({ claims: { email: kim.email, email_verified: true } })
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { headers: redirect } = await ask('GET', '/api/login/oidc', { headers })
  const { searchParams } = new URL(String(redirect.location))
  idp.expect(searchParams.get('nonce') ?? '')
  await ask('GET', `/api/login/oidc/callback?code=x&state=${searchParams.get('state')}`)
  expect((await ask('GET', '/api/auth/user')).json().email).toBe(kim.email)
  const names = [...stored.keys()]
  await w.close()
  return { setCookieLines, names }
}

const namesIn = (lines: readonly string[]) =>
  [...new Set(lines.map((line) => line.split('=')[0]))].toSorted()

test('every cookie under https is __Host-, Secure, HttpOnly and SameSite, also when it is deleted', async () => {
  const origin = `https://${HOST}`
  const { setCookieLines: lines, names } = await everyCookie(origin)
  const form =
    /^__Host-plumbline(_[a-z]+)?=(\S+; Max-Age=[1-9]\d*; Path=\/|; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT); HttpOnly; Secure; SameSite=(Lax|Strict)$/
  expect(lines.filter((line) => !form.test(line))).toEqual([])
  const all = Object.keys(cookies).map((name) => `__Host-${name}`)
  expect(namesIn(lines.filter((line) => !/^\S+=;/.test(line)))).toEqual(all.toSorted())
  // The cookie of a known browser stays.
  expect(namesIn(lines.filter((line) => /^\S+=;/.test(line)))).toEqual(
    all.filter((name) => name !== '__Host-plumbline_browser').toSorted(),
  )
  expect(names.toSorted()).toEqual(['__Host-plumbline', '__Host-plumbline_browser'])
})

test('cookies over http have no __Host- prefix', async () => {
  // Passkeys need this host name over http.
  const { setCookieLines } = await everyCookie(`http://${HOST}`)
  const form = /^plumbline(_[a-z]+)?=.*; Path=\/; .*HttpOnly; SameSite=(Lax|Strict)$/
  expect(setCookieLines.filter((line) => !form.test(line) || line.includes('Secure'))).toEqual([])
  expect(namesIn(setCookieLines)).toEqual(Object.keys(cookies).toSorted())
})
