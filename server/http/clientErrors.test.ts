import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
let port: number
beforeAll(async () => {
  w = await testApp()
  port = Number(new URL(await w.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => w.close())

/**
 * Everything received on a bare connection until the server closes it. The first text is sent at
 * once, each further one after a response.
 */
const talk = (...texts: string[]) =>
  new Promise<string>((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(texts.shift() ?? ''))
    socket.on('data', (chunk) => {
      received += String(chunk)
      const next = texts.shift()
      if (next) socket.write(next)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
  })

const health = 'GET /api/health HTTP/1.1\r\nhost: localhost\r\n'

test.each([
  [
    'a request with too long headers',
    `${health}x-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headersTooLarge',
  ],
  ['a malformed request', 'this is no request\r\n\r\n', 400, 'malformedRequest'],
])('%s gets a JSON error, and the connection is closed', async (_, text, status, code) => {
  const [head = '', body = ''] = (await talk(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) })
})

test('a request with too long headers on a reused connection gets a 431', async () => {
  const received = await talk(`${health}\r\n`, `${health}x-long: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(received).toMatch(/^HTTP\/1.1 200 /)
  expect(received).toContain('HTTP/1.1 431 ')
})
