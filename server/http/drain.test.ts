import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { drainable } from './drain.ts'

interface Sent {
  readonly until?: 'connection' | 'request'
  readonly drainTimeout?: number
}

/**
 * An application that responds to `/slow` after half a second, and a connection on which the text
 * was sent.
 */
async function openConnection(sent: string, { until = 'connection', drainTimeout }: Sent = {}) {
  const app = Fastify()
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return 'done'
  })
  const close = drainable(app, drainTimeout)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(sent)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => app.server.once(until, resolve))
  return { close, closed, received: () => received }
}

test('a connection that has sent nothing is closed', async () => {
  const { close, closed, received } = await openConnection('')
  await Promise.all([close(), closed])
  expect(received()).toBe('')
})

test('an open request is answered, and its connection is closed', async () => {
  const { close, closed, received } = await openConnection(
    'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n',
    { until: 'request' },
  )
  await Promise.all([close(), closed])
  expect(received()).toMatch(/^HTTP\/1.1 200 OK[\s\S]*done$/)
})

test('a request that never ends is cut', async () => {
  const { close, closed } = await openConnection('GET /slow HTTP/1.1\r\nHost: a\r\n', {
    drainTimeout: 300,
  })
  await Promise.all([close(), closed])
})
