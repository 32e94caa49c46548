import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import type { Database } from '../platform/db/open.ts'
import { testDatabase } from '../platform/db/testing.ts'
import { readSettings } from '../platform/settings.ts'
import { firstResponse, sendRaw } from '../testing/rawRequests.ts'
import { originForm } from './hosts.ts'

let database: Database
/**
 * A server with the web application, a public address and other allowed hosts, but no trusted
 * proxy.
 */
let app: FastifyInstance
let port: number
const web = mkdtempSync(path.join(tmpdir(), 'plumbline-hosts-'))

beforeAll(async () => {
  for (const name of ['index', 'anonymous', 'setup', 'shell'])
    writeFileSync(path.join(web, `${name}.html`), '<title>Plumbline</title>')
  writeFileSync(path.join(web, 'screens.json'), '[]')
  writeFileSync(path.join(web, 'part.js'), '1')
  database = await testDatabase()
  app = await serverWith({})
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await app.close()
  await database.close()
  rmSync(web, { recursive: true })
})

/** Builds another server on the same database. */
function serverWith(env: Record<string, string>) {
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    PLUMBLINE_DATA: web,
    PUBLIC_URL: 'http://jobs.example.com:8080',
    ALLOWED_HOSTS: 'Office.test, 203.0.113.7,[2001:DB8::7], bücher.example',
    ...env,
  })
  return buildApp({ database, settings, webFolder: web })
}

const ask = async (head: string, rest = '\r\nconnection: close\r\n\r\n') =>
  firstResponse(await sendRaw(port, `${head}${rest}`))
const withHost = (host: string, target = '/api/setup') =>
  ask(`GET ${target} HTTP/1.1\r\nhost:${host}`)

describe('a known host is served', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    'localhost.',
    'localhost.:3000',
    '127.0.0.1',
    '127.0.0.1:65535',
    '127.8.9.1:3000',
    '[::1]',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]:3000',
    '[::ffff:127.0.0.1]:3000',
    'jobs.example.com',
    'jobs.example.com:8080',
    'jobs.example.com:9090',
    'JOBS.example.COM.',
    'office.test:3000',
    '203.0.113.7:3000',
    '[2001:db8::7]:3000',
    '[2001:0db8:0000::7]',
    'xn--bcher-kva.example',
    '  localhost  ',
  ])('%j', async (host) => {
    expect(await withHost(host)).toMatchObject({ status: 200, body: '{"needed":true}' })
  })
})

describe('an unknown host is a 421', () => {
  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.localhost',
    'jobs.example.com.evil.example',
    'evil-jobs.example.com',
    'example.com',
    'localhost..',
    '0.0.0.0:3000',
    '192.168.1.20',
    '128.0.0.1',
    '[::2]:3000',
    '[::ffff:192.168.1.20]',
    'rebind.network:3000',
    'a',
  ])('%j', async (host) => {
    const { status, headers, body } = await withHost(host)
    expect([status, headers['content-type']]).toEqual([421, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toEqual({
      code: 'unknownHost',
      message: expect.stringContaining('ALLOWED_HOSTS'),
    })
  })
})

describe('an invalid host is a 400', () => {
  test.each([
    '',
    ':3000',
    'localhost:',
    'localhost:port',
    'localhost:999999',
    'localhost:3000:3000',
    'user@localhost',
    'localhost/evil.example',
    'localhost\\evil.example',
    'localhost#evil',
    'localhost?evil',
    'localhost, evil.example',
    'localhost evil.example',
    '%6cocalhost',
    '::1',
    '[::1',
    '[::1]evil.example',
    '[localhost]',
  ])('%j', async (host) => {
    expect(await withHost(host)).toMatchObject({ status: 400 })
  })
})

test.each([
  ['two hosts', 'GET /api/setup HTTP/1.1\r\nhost: localhost\r\nHost: evil.example'],
  ['two hosts, the first one foreign', 'GET / HTTP/1.1\r\nHost: evil.example\r\nhost: localhost'],
  [
    'two hosts with 2,000 headers in between',
    `GET /api/setup HTTP/1.1\r\nhost: localhost\r\n${'a:\r\n'.repeat(2000)}host: evil.example`,
  ],
  ['the same host twice', 'GET /api/setup HTTP/1.1\r\nhost: localhost\r\nhost: localhost'],
  ['two hosts at the health check', 'GET /api/health HTTP/1.1\r\nhost: localhost\r\nhost: a'],
  ['no host', 'GET /api/setup HTTP/1.1'],
  ['no host in HTTP 1.0', 'GET /api/setup HTTP/1.0'],
  ['a target with another host', 'GET http://evil.example/api/setup HTTP/1.1\r\nhost: localhost'],
  ['a target with another port', 'GET http://localhost:1/api/setup HTTP/1.1\r\nhost: localhost'],
  ['a name before the host of the target', 'GET http://x@localhost/ HTTP/1.1\r\nhost: localhost'],
  [
    'a body with two lengths',
    'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2',
  ],
  [
    'a body with a length and in chunks',
    'POST /api/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ntransfer-encoding: chunked',
  ],
  [
    'chunked as not the last encoding',
    'POST /api/login HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked, identity',
  ],
  ['a folded header', 'GET /api/setup HTTP/1.1\r\nhost: localhost\r\n evil.example'],
  ['a space before the colon', 'GET /api/setup HTTP/1.1\r\nhost : localhost'],
])('%s is rejected', async (_, head) => {
  expect(await ask(head)).toMatchObject({
    status: 400,
    body: expect.stringMatching(/"code":"(malformedRequest|invalid)"/),
  })
})

test.each([
  ['http://localhost/api/setup', 200],
  ['HTTP://LOCALHOST/api/setup?x=1', 200],
  ['http://localhost', 200],
  ['ftp://localhost/api/setup', 400],
  ['localhost/api/setup', 400],
])('the absolute target %s is read as its path, if it is http', async (target, status) => {
  expect((await withHost('localhost', target)).status).toBe(status)
})

test('an absolute target is reduced to its path and query', () => {
  expect(
    ['/a', 'http://a', 'http://a?b', 'http://a/b?c', 'https://a//b', '*'].map((url) =>
      originForm({ url }),
    ),
  ).toEqual(['/a', '/', '/?b', '/b?c', '//b', '*'])
})

test.each([
  '/',
  '/jobs',
  '/part.js',
  '/api/login',
  '/api/docs',
  '/api/docs/static/swagger-ui.css',
  '/api/openapi.json',
  '/api/no-such-thing',
  '/no-such-thing.js',
  '/api/pages.css',
])('an unknown host is served nothing: %s', async (target) => {
  expect((await withHost('localhost', target)).status).not.toBe(421)
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const answer = await ask(
      `${method} ${target} HTTP/1.1\r\nhost: evil.example\r\naccept: text/html,*/*`,
    )
    expect(answer.status).toBe(421)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).not.toMatch(/<script|<form|<a |src=|href=/)
    expect(answer.body).not.toContain('evil')
    if (method !== 'HEAD') expect(answer.body).toContain('ALLOWED_HOSTS')
  }
})

test.each(['10.0.0.7', 'evil.example', ''])('a health check may use the host %j', async (host) => {
  const answer = await withHost(host, '/api/health')
  expect(answer).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  expect(await ask('GET /api/health HTTP/1.0')).toMatchObject({ status: 200 })
})

test('a company cannot be set up through a rebound host name', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/setup',
    headers: {
      host: 'evil.example:3000',
      origin: 'http://evil.example:3000',
      'sec-fetch-site': 'same-origin',
    },
    payload: {},
  })
  expect([answer.statusCode, answer.json().code]).toEqual([421, 'unknownHost'])
})

describe('the forwarded host', () => {
  const statusOf = async (env: Record<string, string>, headers: Record<string, string>) => {
    const other = await serverWith(env)
    onTestFinished(() => other.close())
    return (await other.inject({ url: '/api/setup', headers })).statusCode
  }
  const forwarded = { 'x-forwarded-host': 'evil.example' }

  test('is ignored without a trusted proxy', async () => {
    expect(await statusOf({}, { host: 'localhost', ...forwarded })).toBe(200)
    expect(await statusOf({}, { host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(421)
    const elsewhere = { TRUST_PROXY: '10.0.0.1' }
    expect(await statusOf(elsewhere, { host: 'localhost', ...forwarded })).toBe(200)
  })

  test.each(['true', '1', '127.0.0.1'])(
    'must be known with TRUST_PROXY=%s',
    async (TRUST_PROXY) => {
      const statusFor = (name: string) =>
        statusOf({ TRUST_PROXY }, { host: 'localhost', 'x-forwarded-host': name })
      expect(await statusFor('jobs.example.com')).toBe(200)
      expect(await statusFor('evil.example')).toBe(421)
      expect(await statusFor('evil.example, jobs.example.com')).toBe(200)
      expect(await statusFor('jobs.example.com, evil.example')).toBe(421)
      expect(await statusFor('a b')).toBe(400)
    },
  )

  test('does not make an unknown Host known, since pages can send that header', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'jobs.example.com' }
    expect(await statusOf({ TRUST_PROXY: 'true' }, headers)).toBe(421)
  })
})

describe('the listening address', () => {
  test('the name or address in HOST is a known host', async () => {
    for (const [HOST, host] of [
      ['192.168.1.20', '192.168.1.20:3000'],
      ['office', 'office:3000'],
      ['fd00::7', '[fd00::7]:3000'],
      ['0.0.0.0', '0.0.0.0:3000'],
    ] as const) {
      const other = await serverWith({ HOST })
      expect((await other.inject({ url: '/api/setup', headers: { host } })).statusCode).toBe(200)
      expect(
        (await other.inject({ url: '/api/setup', headers: { host: '192.168.1.21' } })).statusCode,
      ).toBe(421)
      await other.close()
    }
  })

  const addresses = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  test.skipIf(addresses.length === 0)(
    'the local address of a connection is a known host',
    async () => {
      for (const host of ['0.0.0.0', '::']) {
        const other = await serverWith({ HOST: host })
        const { port } = new URL(await other.listen({ host, port: 0 }))
        for (const { address } of addresses) {
          const url = `http://${address}:${port}/api/setup`
          expect((await fetch(url)).status).toBe(200)
        }
        await other.close()
      }
    },
  )
})
