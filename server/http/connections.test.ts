import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { limitConnections } from './connections.ts'

const IDLE_TIMEOUT_MS = 300

let w: TestApp
let port: number
beforeAll(async () => {
  w = await testApp()
  limitConnections(w.app.server, IDLE_TIMEOUT_MS)
  port = Number(new URL(await w.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => w.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

/** A connection that sends the text, and reads only once a listener is added. */
function send(text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}
const openConnections = () =>
  new Promise<number>((resolve) => w.app.server.getConnections((_, count) => resolve(count)))

test('a response that nobody reads closes its connection', async () => {
  const document = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'
  send(document.repeat(20))
  await expect.poll(openConnections).toBe(1)
  await expect.poll(openConnections).toBe(0)
})

test('a slow response does not close its connection', async () => {
  const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '12 Elm St' })
  const body = JSON.stringify({ name: 'Porch' })
  let received = ''
  await w.db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs for update`)
    const head = [
      `PUT /api/jobs/${job.body.id} HTTP/1.1`,
      `host: localhost\r\ncookie: ${w.cookieOf('ada')}`,
      `content-type: application/json\r\ncontent-length: ${body.length}`,
    ].join('\r\n')
    send(`${head}\r\n\r\n${body}`).on('data', (chunk) => {
      received += String(chunk)
    })
    await sleep(4 * IDLE_TIMEOUT_MS)
  })
  await expect.poll(() => received).toMatch(/^HTTP\/1.1 200 /)
})
