import { mkdir, readdir, utimes } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadsFolder } from '../platform/files/uploadsFolder.ts'
import { photos } from '../schema/photos.ts'
import { phonePicture } from '../testing/pictures/make.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { registerBodies } from './body.ts'
import { registerFailures } from './failures.ts'
import { sweepUploads } from './upload.ts'

let w: TestApp
let picture: Buffer
let port: number
beforeAll(async () => {
  w = await testApp()
  picture = await phonePicture({ width: 64, height: 48 })
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as { port: number }).port
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(photos)
})

const uploadFolders = () => readdir(uploadsFolder(w.settings.dataDir)).catch(() => [])
const storedFiles = () => readdir(path.join(w.settings.dataDir, 'files/photos')).catch(() => [])
/** Waits until the server has noticed the end of a connection and removed the upload. */
async function settled() {
  for (let n = 0; n < 100 && (await uploadFolders()).length > 0; n++) await sleep(20)
  expect(await uploadFolders()).toEqual([])
}

/**
 * Sends bytes on a bare connection, and returns everything received until it is closed: by the
 * server, or after `wait` milliseconds.
 */
function talk(
  bytes: Buffer,
  { to = port, wait = 2000 }: { to?: number; wait?: number } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    setTimeout(() => socket.destroy(), wait).unref()
  })
}

/** The bytes of an upload request. */
function wire(content: Buffer): Buffer {
  const head = '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')])
  const lines = [
    'POST /api/photos HTTP/1.1',
    'host: localhost',
    `cookie: ${w.cookieOf('ada')}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${body.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body])
}

describe('an upload over a real connection', () => {
  test('that is cut off leaves no row and no file; a complete one makes one', async () => {
    const whole = wire(picture)
    const start = whole.indexOf('\r\n\r\n')
    for (let n = 0; n < 20; n++) {
      const end = start + Math.floor(((whole.length - start) * n) / 20)
      expect(await talk(whole.subarray(0, end), { wait: 30 })).toBe('')
    }
    await settled()
    expect(await storedFiles()).toEqual([])
    expect(await w.db.select().from(photos)).toEqual([])
    expect(await talk(whole, { wait: 3000 })).toMatch(/^HTTP\/1.1 201/)
    expect(await w.db.select().from(photos)).toHaveLength(1)
    await expect.poll(storedFiles).toHaveLength(3)
  })

  test.each([
    ['declared', (body: Buffer) => body],
    ['chunked', (body: Buffer) => new Blob([new Uint8Array(body)]).stream()],
  ])('that is too large is rejected before it ends: %s', async (_, bodyOf) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/photos`, {
      method: 'POST',
      headers: { cookie: w.cookieOf('ada'), 'content-type': 'multipart/form-data; boundary=b' },
      body: bodyOf(Buffer.alloc(40 * 1024 * 1024)),
      duplex: 'half',
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'tooLarge' })
    await settled()
  })

  test('is not read without a session', async () => {
    const stranger = Buffer.from(
      wire(picture)
        .toString('latin1')
        .replace(/cookie: .*\r\n/, ''),
      'latin1',
    )
    expect(await talk(stranger.subarray(0, 400), { wait: 300 })).toMatch(/^HTTP\/1.1 401/)
    await settled()
  })
})

describe('the time limit of a body', () => {
  test('applies to slow JSON, not to an upload', async () => {
    const app = Fastify()
    registerFailures(app)
    registerBodies(app, 150)
    app.post('/json', async () => 'done')
    app.post('/upload', async (request) => {
      for await (const piece of request.raw) await sleep(piece ? 1 : 0)
      return 'done'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const to = (app.server.address() as { port: number }).port
    const post = (address: string, type: string, length = 5) =>
      Buffer.from(
        `POST ${address} HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
      )

    const slow = await talk(Buffer.concat([post('/json', 'application/json'), Buffer.from('{')]), {
      to,
    })
    expect(slow).toMatch(/^HTTP\/1.1 408 .*"code":"tooSlow"/s)
    const fast = await talk(
      Buffer.concat([post('/json', 'application/json'), Buffer.from('{   }')]),
      {
        to,
        wait: 400,
      },
    )
    expect(fast).toMatch(/^HTTP\/1.1 200 .*done$/s)
    const upload = Buffer.concat([
      post('/upload', 'multipart/form-data; boundary=b'),
      Buffer.from('abc'),
    ])
    expect(await talk(upload, { to, wait: 500 })).toBe('')
    await app.close()
  })
})

test('abandoned uploads are removed, but not those in progress on another node', async () => {
  const folder = uploadsFolder(w.settings.dataDir)
  await mkdir(path.join(folder, 'old'), { recursive: true })
  await mkdir(path.join(folder, 'new'), { recursive: true })
  await utimes(path.join(folder, 'old'), new Date(0), new Date(Date.now() - 2 * HOUR_MS))
  await sweepUploads(w.settings.dataDir, new Date())
  expect(await uploadFolders()).toEqual(['new'])
})

describe('an unreachable file store', () => {
  test('is a 503 for uploads and pictures, and leaves no row', async () => {
    const s3 = {
      bucket: 'b',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      forcePathStyle: true,
    }
    const unreachable = await testApp({ s3: { ...s3, accessKeyId: 'a', secretAccessKey: 'b' } })
    const sent = await unreachable.upload('ada', '/api/photos', {
      field: 'photo',
      content: picture,
    })
    expect(sent).toMatchObject({ status: 503, body: { code: 'storeUnavailable' } })
    expect(sent.headers['retry-after']).toBe('5')
    expect(await unreachable.db.select().from(photos)).toEqual([])
    expect(await readdir(uploadsFolder(unreachable.settings.dataDir))).toEqual([])
    await unreachable.close()
  })
})
