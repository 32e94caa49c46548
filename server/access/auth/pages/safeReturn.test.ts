import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newcomer } from '../../../testing/newcomer.ts'
import { type TestApp, testApp } from '../../../testing/testApp.ts'
import { safeReturn } from './layout.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

describe('a return address that is kept', () => {
  test.each([
    ['/', '/'],
    ['/jobs', '/jobs'],
    ['/jobs/5?tab=tasks#top', '/jobs/5?tab=tasks#top'],
    ['/jobs?search=/api/logout', '/jobs?search=/api/logout'],
    ['/jobs?search=a%2fb%5c%00', '/jobs?search=a%2fb%5c%00'],
    ['/jobs#//evil.example', '/jobs#//evil.example'],
    ['/apis', '/apis'],
    ['/jobs/api', '/jobs/api'],
    ['/x/../jobs', '/jobs'],
    ['/jobs/b%C3%BCcher', '/jobs/b%C3%BCcher'],
    ['/jobs/bücher', '/jobs/b%C3%BCcher'],
    ['/jobs/a%20b', '/jobs/a%20b'],
    ['/%6aobs', '/%6aobs'],
    ['/@evil.example', '/@evil.example'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
    ['/https://evil.example', '/https://evil.example'],
  ])('%j', (wanted, place) => {
    expect(safeReturn(wanted)).toBe(place)
  })
})

const elsewhere = [
  undefined,
  null,
  7,
  ['/jobs', '/jobs'],
  '',
  'jobs',
  '?x',
  '#x',
  '//evil.example',
  '///evil.example',
  '////evil.example/..',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%255cevil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%252fevil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e%2e//evil.example',
  '/x/%2e%2e/%2fevil.example',
  '/jobs\\..\\evil',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/\r\nset-cookie: a=b',
  '/%0d%0aset-cookie: a=b',
  '/%09/evil.example',
  '/\u0000',
  '/%00',
  '/\u0085',
  'https://evil.example/',
  'https:/evil.example',
  'https:evil.example',
  'HTTP://here.invalid/jobs',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:/api/logout',
  '/api',
  '/api/logout',
  '/api/',
  '/api?x',
  '/api#x',
  '/API/logout',
  '/Api/Logout',
  '/aPI',
  '/%61pi/logout',
  '/%61%70%69/logout',
  '/%2561pi/logout',
  '/%252561pi/logout',
  '/%25252561pi/logout',
  '/%2525252561pi/logout',
  '/%41PI/logout',
  '/api%2flogout',
  '/api%2Flogout',
  '/api%252flogout',
  '/api%5clogout',
  '/./api/logout',
  '/%2e/api/logout',
  '/x/../api/logout',
  '/x/%2e%2e/api/logout',
  '/x/%2E./api/logout',
  '/%2e%2e/api/logout',
  '/%252e%252e/api/logout',
  '/x%2f..%2fapi%2flogout',
  '/x/..%2fapi/logout',
  '/x/..;/api/logout',
  '/api;x=1/logout',
  '/;x/api/logout',
  '/api;/logout',
  '/%61pi%3bx/logout',
  '//api/logout',
  '/jobs/%',
  '/jobs/%zz',
  '/jobs/%ff',
  '/jobs/%25',
  `/${'%25'.repeat(9)}61pi`,
]

describe('a return address that is replaced by the first screen', () => {
  test.each(elsewhere.map((wanted) => [wanted]))('%j', (wanted) => {
    expect(safeReturn(wanted)).toBe('/')
  })
})

test('redirects of a signed-in person stay on this site and do not sign them out', async () => {
  const here = 'http://localhost:80'
  for (const wanted of [...elsewhere, '/%6aobs', '/@evil.example', '/https://evil.example']) {
    const address = `/api/login?returnTo=${encodeURIComponent(String(wanted ?? ''))}`
    const { status, headers } = await w.call('ada', 'GET', address)
    expect(status).toBe(303)
    // The address as a browser resolves it.
    const place = new URL(String(headers.location), `${here}/api/login`)
    expect(place.origin).toBe(new URL(here).origin)
    const after = await w.call('ada', 'GET', `${place.pathname}${place.search}`)
    expect(after.headers['set-cookie']).toBeUndefined()
    expect(after.headers.location).toBeUndefined()
  }
  expect((await w.call('ada', 'GET', '/api/auth/user')).status).toBe(200)
})

test('every spelling of the logout address signs out', async () => {
  for (const path of ['/api/logout', '/%61pi/logout', '/%61%70%69/log%6fut']) {
    const { cookie } = await newcomer(w, 'client')
    const get = (url: string) => w.call('nobody', 'GET', url, undefined, { cookie })
    expect((await get('/api/auth/user')).status).toBe(200)
    expect((await get(path)).status).toBe(303)
    expect((await get('/api/auth/user')).status).toBe(401)
  }
})
