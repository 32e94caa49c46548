import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app/app.ts'
import { firstResponse, sendRaw } from '../testing/rawRequests.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { baseHeaders } from './headers.ts'

let w: TestApp
let app: FastifyInstance
let port: number
const web = mkdtempSync(path.join(tmpdir(), 'plumbline-answers-'))

beforeAll(async () => {
  for (const name of ['index', 'anonymous', 'setup', 'shell'])
    writeFileSync(path.join(web, `${name}.html`), '<title>Plumbline</title>')
  writeFileSync(path.join(web, 'screens.json'), '[]')
  writeFileSync(path.join(web, 'part.js'), '"a script"')
  w = await testApp()
  app = await buildApp({ database: w.database, settings: w.settings, webFolder: web })
  app.get('/thrown', { onRequest: () => Promise.reject(new Error('in a hook')) }, async () => 'x')
  app.get('/thrown-late', { onSend: () => Promise.reject(new Error('late')) }, async () => 'x')
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await app.close()
  await w.close()
  rmSync(web, { recursive: true })
})

const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', ...more, '', ''].join('\r\n')
const ada = () => `cookie: ${w.cookieOf('ada')}`
const JSON_BODY = 'content-type: application/json'
const upload = () =>
  `${head('PUT /api/settings/logo', ada(), 'content-type: multipart/form-data; boundary=x', 'content-length: 30000000')}--x\r\n`

const requests: [what: string, status: number, text: () => string][] = [
  ['a call', 200, () => head('GET /api/setup')],
  ['health', 200, () => head('GET /api/health')],
  ['a page', 200, () => head('GET /api/login')],
  ['the application', 200, () => head('GET /jobs')],
  ['a script', 200, () => head('GET /part.js')],
  ['a part of a script', 206, () => head('GET /part.js', 'range: bytes=0-2')],
  ['a part that a script does not have', 400, () => head('GET /part.js', 'range: bytes=99-')],
  ['the documents', 200, () => head('GET /api/docs/')],
  ['the script of the documents', 200, () => head('GET /api/docs/static/swagger-initializer.js')],
  ['a style of the pages', 200, () => head('GET /api/pages.css')],
  ['only the head', 200, () => head('HEAD /api/login')],
  ['a redirect', 303, () => head('GET /api/logout')],
  ['a redirect of the documents', 302, () => head('GET /api/docs/static/index.html')],
  ['nothing there', 404, () => head('GET /api/nothing')],
  ['no such file', 404, () => head('GET /nothing.js')],
  ['what may not be asked', 404, () => head('OPTIONS /api/login')],
  ['a method that is not served', 404, () => head('PROPFIND /api/login')],
  ['what asks to be sent back', 404, () => head('TRACE /api/login', ada())],
  ['a method that nobody knows', 400, () => head('STEAL /api/login')],
  ['an address that cannot be decoded', 400, () => head('GET /api/%zz')],
  [
    'an address with a parameter that is too long',
    400,
    () => head(`GET /api/invite/${'a'.repeat(999)}`),
  ],
  ['nobody signed in', 401, () => head('GET /api/jobs')],
  ['another site', 403, () => head('POST /api/login', 'origin: https://evil.example')],
  [
    'a body that is no JSON',
    400,
    () => `${head('POST /api/login', JSON_BODY, 'content-length: 1')}{`,
  ],
  [
    'a body that is too large',
    413,
    () => `${head('POST /api/login', JSON_BODY, 'content-length: 300000')}{`,
  ],
  [
    'a body of an unknown kind',
    415,
    () => `${head('POST /api/login', 'content-type: text/plain', 'content-length: 1')}x`,
  ],
  ['an upload that is too large', 413, upload],
  [
    'a job that does not exist',
    404,
    () => head('DELETE /api/jobs/0198c0de', ada(), 'if-match: "1"'),
  ],
  ['an expectation that nobody meets', 417, () => head('GET /api/setup', 'expect: miracles')],
  ['an upgrade', 200, () => head('GET /api/setup', 'connection: upgrade', 'upgrade: websocket')],
  ['an unknown host', 421, () => head('GET /').replace('localhost', 'evil.example')],
  [
    'an unknown host, in a browser',
    421,
    () => head('GET /', 'accept: text/html').replace('localhost', 'evil.example'),
  ],
  ['two hosts', 400, () => head('GET /', 'host: localhost')],
  ['no host', 400, () => 'GET / HTTP/1.1\r\n\r\n'],
  ['noise', 400, () => 'this is no request\r\n\r\n'],
  [
    'the start of an encrypted connection',
    400,
    () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  ],
  ['another protocol', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['headers that are too large', 431, () => head('GET /', `x-long: ${'a'.repeat(20_000)}`)],
  ['a length that is none', 400, () => head('POST /api/login', 'content-length: -1')],
  [
    'chunks that are none',
    400,
    () => `${head('POST /api/login', JSON_BODY, 'transfer-encoding: chunked')}zz\r\n`,
  ],
  ['an error in a hook', 500, () => head('GET /thrown')],
  ['an error while answering', 500, () => head('GET /thrown-late')],
]

test.each(requests)('the response to %s (%i) has the base headers', async (_, status, text) => {
  const answer = firstResponse(await sendRaw(port, text()))
  expect([answer.status, answer.body.slice(0, 200)]).toEqual([status, expect.anything()])
  expect(answer.headers).toMatchObject(baseHeaders)
  if (answer.headers['content-type']?.includes('html'))
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
})

test('TRACE returns nothing of the request', async () => {
  for (const target of ['/', '/api/login', '/api/jobs', '/part.js', '/api/docs/']) {
    const answer = firstResponse(
      await sendRaw(port, head(`TRACE ${target}`, ada(), 'x-sent: a-secret')),
    )
    expect([target, answer.status]).toEqual([target, 404])
    expect(answer.body).not.toMatch(/plumbline=|a-secret/)
  }
})

test('a 304 response has the base headers', async () => {
  const { etag } = firstResponse(await sendRaw(port, head('GET /part.js'))).headers
  const answer = firstResponse(await sendRaw(port, head('GET /part.js', `if-none-match: ${etag}`)))
  expect(answer.status).toBe(304)
  expect(answer.headers).toMatchObject(baseHeaders)
})

test('a response during shutdown has the base headers', async () => {
  const other = await buildApp({ database: w.database, settings: w.settings })
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const closing = new Promise<void>((resolve) => other.addHook('preClose', async () => resolve()))
  other.get('/slow', () => finished.then(() => 'done'))
  const to = Number(new URL(await other.listen({ host: '127.0.0.1', port: 0 })).port)
  const arrived = () => new Promise((resolve) => other.server.once('request', resolve))

  const socket = connect(to, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  const ended = new Promise((resolve) => socket.on('close', resolve))
  let request = arrived()
  socket.write(head('GET /slow'))
  await request
  const closed = other.close()
  await closing
  request = arrived()
  socket.write(head('GET /api/setup'))
  await request
  finish()
  await Promise.all([closed, ended])
  const answers = received.split(/(?=HTTP\/1\.1 \d{3})/).map(firstResponse)
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
  for (const { headers } of answers) expect(headers).toMatchObject(baseHeaders)
})
