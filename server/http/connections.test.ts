import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { limitConnections } from './connections.ts'

/** Milliseconds. */
const STILL = 300

let w: TestApp
let port: number
beforeAll(async () => {
  w = await testApp()
  limitConnections(w.app.server, STILL)
  port = Number(new URL(await w.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => w.close())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
})

/** A connection that sends this, and reads only when it is told to. */
function send(text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}
const open = () =>
  new Promise<number>((resolve) => w.app.server.getConnections((_, count) => resolve(count)))

test('an answer that nobody reads ends its connection', async () => {
  const document = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'
  send(document.repeat(20))
  await expect.poll(open).toBe(1)
  await expect.poll(open).toBe(0)
})

test('an answer that is still being made does not', async () => {
  const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '12 Elm St' })
  const body = JSON.stringify({ name: 'Porch' })
  let said = ''
  await w.db.transaction(async (tx) => {
    await tx.execute(sql`select from jobs for update`)
    const head = [
      `PUT /api/jobs/${job.body.id} HTTP/1.1`,
      `host: localhost\r\ncookie: ${w.cookieOf('ada')}`,
      `content-type: application/json\r\ncontent-length: ${body.length}`,
    ].join('\r\n')
    send(`${head}\r\n\r\n${body}`).on('data', (chunk) => {
      said += String(chunk)
    })
    await sleep(4 * STILL)
  })
  await expect.poll(() => said).toMatch(/^HTTP\/1.1 200 /)
})
