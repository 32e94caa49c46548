import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import cookies from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../platform/settings.ts'
import { cookieName } from './session.ts'
import { registerStatic } from './static.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-static-'))
const settings = readSettings({})
const app = fastify()
let cursor: string | undefined
let isSetUp = true
const ID = '0198c0de-0000-7000-8000-000000000001'

/** A script as the build writes it. Here the content of each version names its encoding. */
const encodings = { '': 'plain', '.br': 'in brotli', '.gz': 'in gzip' }
beforeAll(async () => {
  for (const name of ['index', 'anonymous', 'setup', 'shell'])
    writeFileSync(path.join(folder, `${name}.html`), `${name}</head>`)
  const screens = ['/', '/jobs', '/jobs/$id'].map((screen) => ({
    ...{ path: screen, scripts: `[${screen}]`, reads: `[/api${screen}]` },
  }))
  writeFileSync(path.join(folder, 'screens.json'), JSON.stringify(screens))
  for (const [ending, text] of Object.entries(encodings))
    writeFileSync(path.join(folder, `part.js${ending}`), text)
  for (const name of ['.git', 'assets']) {
    mkdirSync(path.join(folder, name))
    writeFileSync(path.join(folder, name, 'config'), 'not for anybody')
  }
  writeFileSync(path.join(folder, '.env'), 'not for anybody')
  await app.register(cookies)
  await registerStatic(app, folder, {
    isSetUp: async () => isSetUp,
    isSignedIn: async (request) => request.cookies[cookieName(settings)] !== undefined,
    hasSample: () => false,
    eventCursor: () => cursor,
  })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('a page contains the cursor of its events', async () => {
  cursor = '7-5'
  const { body } = await app.inject({ url: '/account', headers: {} })
  cursor = undefined
  expect(body).toBe('anonymous<meta name="event-cursor" content="7-5"></head>')
})

test.each([
  ['without a session', '/', false, 'anonymous'],
  ['without a session', '/jobs', false, 'anonymous'],
  ['with a session', '/account', true, 'index'],
  ['with a session', '/', true, 'index[/api/][/]'],
  ['with a session', '/jobs', true, 'index[/api/jobs][/jobs]'],
  // Search params may change the first calls.
  ['with a session', '/jobs?search=elm', true, 'index[/jobs]'],
  ['with a session', `/jobs/${ID}`, true, 'index[/api/jobs/$id][/jobs/$id]'],
  ['with a session', `/jobs/${ID}/tasks`, true, 'index'],
  ['with a session', '/jobs/', true, 'index[/api/jobs][/jobs]'],
  ['with a session', '/view-as/0198c0de/jobs?search=elm', true, 'shell'],
  ['without a session', '/view-as/0198c0de/jobs', false, 'anonymous'],
])('a browser %s gets the right HTML at %s', async (_, url, signedIn, version) => {
  const headers = signedIn ? { cookie: `${cookieName(settings)}=x` } : {}
  const { body, headers: got } = await app.inject({ url, headers })
  expect(body).toBe(`${version}</head>`)
  expect(got['cache-control']).toBe('no-store')
})

test.each([
  ['without a session', '/', false, 'setup'],
  ['with a session of an earlier installation', '/', true, 'setup'],
  ['without a session', '/jobs', false, 'anonymous'],
])('before setup, a browser %s gets the right HTML at %s', async (_, url, signedIn, version) => {
  isSetUp = false
  const headers = signedIn ? { cookie: `${cookieName(settings)}=x` } : {}
  expect((await app.inject({ url, headers })).body).toBe(`${version}</head>`)
  isSetUp = true
})

test.each([
  [true, '<html data-setup="sample">'],
  [false, '<html data-setup>'],
])(
  'before setup, the page states whether there is a sample company (%s)',
  async (hasSample, html) => {
    const own = mkdtempSync(path.join(tmpdir(), 'plumbline-static-'))
    for (const name of ['index', 'anonymous', 'setup', 'shell'])
      writeFileSync(path.join(own, `${name}.html`), '<html data-setup>')
    writeFileSync(path.join(own, 'screens.json'), '[]')
    const other = fastify()
    await other.register(cookies)
    await registerStatic(other, own, {
      isSetUp: async () => false,
      isSignedIn: async () => false,
      hasSample: () => hasSample,
      eventCursor: () => undefined,
    })
    expect((await other.inject('/')).body).toBe(html)
    await other.close()
    rmSync(own, { recursive: true })
  },
)

test.each(['/assets/gone.js', '/api/gone'])(
  'the missing file %s is a 404, not a screen',
  async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  },
)

test.each([
  ['br, gzip', 'in brotli', 'br'],
  ['gzip, deflate', 'in gzip', 'gzip'],
  ['identity', 'plain', undefined],
])('a browser that accepts %s gets the script as %s', async (accepted, text, encoding) => {
  const { body, headers } = await app.inject({
    url: '/part.js',
    headers: { 'accept-encoding': accepted },
  })
  expect(body).toBe(text)
  expect(headers).toMatchObject({
    vary: 'accept-encoding',
    'content-type': 'application/javascript; charset=utf-8',
  })
  expect(headers['content-encoding']).toBe(encoding)
})

test.each([
  '/.git/config',
  '/.git/',
  '/.git',
  '/%2egit/config',
  '/assets/../.git/config',
  '/assets/%2e%2e/.git/config',
  '/.env',
])('%s is not served as a file', async (url) => {
  const { body } = await app.inject({ url })
  expect(body).not.toContain('not for anybody')
})

test.each(['/assets', '/assets/', '/.git/', '/api', '/api/', '//'])(
  '%s does not list a folder',
  async (url) => {
    const { body } = await app.inject({ url })
    expect(body).not.toMatch(/config|part\.js/)
  },
)
