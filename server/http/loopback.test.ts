import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLocalRequest } from '../platform/loopback.ts'
import { firstResponse, sendRaw } from '../testing/rawRequests.ts'

const app = fastify({ http: { requireHostHeader: false } })
let port: number
app.get('/', async (request) => String(isLocalRequest(request)))
beforeAll(async () => {
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

const ask = async (...lines: string[]) =>
  firstResponse(await sendRaw(port, `${['GET / HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`)).body

test.each([
  [['host: localhost']],
  [['host: LOCALHOST.:3000']],
  [['host: 127.0.0.1:3000', 'origin: http://127.0.0.1:3000']],
  [['host: [::1]:3000', 'origin: http://[::1]:3000']],
  [['host: localhost', 'origin: http://localhost:3000', 'x-requested-with: fetch']],
])('a browser on this machine is local: %j', async (lines) => {
  expect(await ask(...lines)).toBe('true')
})

test.each([
  [['host: evil.example']],
  [['host: localhost.evil.example']],
  [['host: 192.168.1.20']],
  [['host:']],
  [[]],
  [['host: localhost', 'origin: http://evil.example']],
  [['host: localhost', 'origin: http://localhost.evil.example']],
  [['host: localhost', 'origin: null']],
  [['host: localhost', 'Forwarded: for=127.0.0.1']],
  [['host: localhost', 'X-Forwarded-For: 127.0.0.1']],
  [['host: localhost', 'X-Forwarded-Proto:']],
  [['host: localhost', 'X-Real-IP: 127.0.0.1']],
  [['host: localhost', 'Via: 1.1 nginx']],
  [['host: localhost', 'ngrok-skip-browser-warning: 1']],
])('any other request is not local: %j', async (lines) => {
  expect(await ask(...lines)).toBe('false')
})

test('an HTTP/1.0 request is from a proxy', async () => {
  const received = await sendRaw(port, 'GET / HTTP/1.0\r\nhost: localhost\r\n\r\n')
  expect(firstResponse(received).body).toBe('false')
})

test.each([
  ['127.0.0.1', 'true'],
  ['127.9.9.9', 'true'],
  ['::1', 'true'],
  ['::ffff:127.0.0.1', 'true'],
  ['::ffff:7f00:1', 'true'],
  ['192.168.1.20', 'false'],
  ['::ffff:192.168.1.20', 'false'],
  ['::2', 'false'],
  ['fe80::1', 'false'],
])('a connection from %j is local: %s', async (remoteAddress, expected) => {
  const { body } = await app.inject({ url: '/', remoteAddress, headers: { host: 'localhost' } })
  expect(body).toBe(expected)
})
