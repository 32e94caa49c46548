import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import cookies from '@fastify/cookie'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { cookieName } from './session.ts'
import { registerStatic } from './static.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-static-'))
const settings = readSettings({})
const app = fastify()
/** A script as the build lays it down; here each says which it is. */
const packings = { '': 'plain', '.br': 'in brotli', '.gz': 'in gzip' }
beforeAll(async () => {
  const parts = [
    '<script src="/ahead.js" data-signed-in></script>',
    '<link rel="modulepreload" href="/assets/app.js" data-signed-in>',
    '<link rel="modulepreload" href="/assets/dashboard.js" data-signed-in data-home>',
  ]
  writeFileSync(
    path.join(folder, 'index.html'),
    `<html><head>\n${parts.join('\n')}\n</head></html>`,
  )
  for (const [ending, text] of Object.entries(packings))
    writeFileSync(path.join(folder, `part.js${ending}`), text)
  await app.register(cookies)
  await registerStatic(app, settings, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['a stranger', '/', false, []],
  ['a stranger', '/jobs', false, []],
  ['a browser with a session', '/', true, ['ahead.js', 'app.js', 'dashboard.js']],
  ['a browser with a session', '/?from=mail', true, ['ahead.js', 'app.js', 'dashboard.js']],
  ['a browser with a session', '/jobs', true, ['ahead.js', 'app.js']],
])('%s is told at %s what comes next', async (_, url, signedIn, names) => {
  const headers = signedIn ? { cookie: `${cookieName(settings)}=x` } : {}
  const { body, headers: got } = await app.inject({ url, headers })
  expect([...body.matchAll(/(\w+\.js)"/g)].map(([, name]) => name)).toEqual(names)
  expect(body.includes('data-anonymous')).toBe(!signedIn)
  expect(got['cache-control']).toBe('no-store')
})

test.each(['/assets/gone.js', '/api/gone'])('%s is a 404, not a screen', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404)
})

test.each([
  ['br, gzip', 'in brotli', 'br'],
  ['gzip, deflate', 'in gzip', 'gzip'],
  ['identity', 'plain', undefined],
])('who takes %s gets the script %s', async (accepted, text, encoding) => {
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
