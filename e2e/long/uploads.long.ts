import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { heapOf, INSPECTOR_ARGS } from '../harness/inspector.ts'
import { filesOf, pictureOf, type SentPhoto, sendPhoto } from '../harness/photos.ts'
import { Server } from '../harness/server.ts'
import { memoryOf } from './memory.ts'
import { random, seed } from './options.ts'
import { SmallDisk, whyNoDisk } from './uploads/disk.ts'
import { ENDINGS, sendAndCut, uploadRequest } from './uploads/interruptedUpload.ts'
import { heavyHeic, phonePhoto } from './uploads/pictures.ts'

const CUTS = 200
const UPLOADS = 500
const QUARTERS = 4
/** The most that the peak memory may grow from the second to the last quarter of the uploads. */
const MAX_GROWTH_MB = 30
/** The same for the heap of the program after garbage collection. */
const MAX_HEAP_GROWTH_MB = 1
const MB = 1024 * 1024
const env = { RATE_CALLS: '1000000', RATE_UPLOADS: '1000000' }
const FILES_PER_PHOTO = 3

const photosOf = (admin: ApiClient) => admin.request<SentPhoto[]>('GET', '/api/photos')

/** Expects this number of photos with all their files, and no other files. */
async function expectWhole(server: Server, admin: ApiClient, photos: number) {
  expect(await photosOf(admin)).toHaveLength(photos)
  // The files of an interrupted upload are removed once the server notices.
  await expect.poll(() => filesOf(server).uploads, { timeout: 60_000 }).toEqual([])
  // The large sizes are made when no other picture is being inspected.
  await expect
    .poll(() => filesOf(server).stored, { timeout: 60_000 })
    .toHaveLength(photos * FILES_PER_PHOTO)
}

describe('on a server with disk space', () => {
  let server: Server
  let admin: ApiClient
  beforeAll(async () => {
    server = new Server({ from: inject('company'), nodeArgs: INSPECTOR_ARGS, env })
    await server.start()
    admin = await signIn(server.url, owner.email)
  })
  afterAll(() => server.remove())
  afterEach(async () => {
    for (const { id } of await photosOf(admin)) await admin.request('DELETE', `/api/photos/${id}`)
  })

  test('an upload interrupted at a random byte leaves no files, and its retry creates one photo', async () => {
    const chance = random(seed)
    const content = await phonePhoto({ width: 1200, height: 900 })
    const cuts: number[] = []
    for (let n = 0; n < CUTS; n++) {
      const key = `cut-${n}`
      const request = await uploadRequest(admin, content, key)
      const cut = Math.floor(chance() * request.length)
      const ending = ENDINGS[n % ENDINGS.length] ?? 'destroy'
      await sendAndCut(admin, request.subarray(0, cut), ending)
      cuts.push(cut / request.length)
      await expectWhole(server, admin, n)
      const sent = await sendPhoto(admin, { content }, {}, { 'idempotency-key': key })
      expect(
        sent.status,
        `cut ${n} by ${ending} after ${cut} of ${request.length} bytes, seed ${seed}`,
      ).toBe(201)
      await expectWhole(server, admin, n + 1)
    }
    const [first, last] = [Math.min(...cuts), Math.max(...cuts)].map(
      (share) => `${(share * 100).toFixed(1)} %`,
    )
    console.log(`${CUTS} uploads cut after ${first} to ${last} of their bytes`)
  })

  test.skipIf(process.platform !== 'linux')(
    'memory does not grow with the pictures that were sent',
    async () => {
      const pictures = [
        await phonePhoto({ width: 3000, height: 2250 }),
        await phonePhoto({ width: 1600, height: 1200, quality: 60 }),
        await phonePhoto({ width: 640, height: 480, orientation: 1 }),
        heavyHeic(),
      ]
      const resident: number[] = []
      const heap: number[] = []
      for (let quarter = 0; quarter < QUARTERS; quarter++) {
        let peak = 0
        for (let n = 0; n < UPLOADS / QUARTERS; n++) {
          const content = pictures[n % pictures.length] ?? heavyHeic()
          expect((await sendPhoto(admin, { content })).status).toBe(201)
          peak = Math.max(peak, memoryOf(server.pid, 'VmRSS'))
        }
        resident.push(peak)
        heap.push((await heapOf(server)) / MB)
      }
      console.log(
        `${UPLOADS} uploads; most resident in each quarter: ${resident.map(Math.round).join(', ')} MB; ` +
          `heap after it: ${heap.map((mb) => mb.toFixed(1)).join(', ')} MB`,
      )
      const growth = (figures: number[]) => (figures.at(-1) ?? 0) - (figures[1] ?? 0)
      expect(growth(resident)).toBeLessThan(MAX_GROWTH_MB)
      expect(growth(heap)).toBeLessThan(MAX_HEAP_GROWTH_MB)
    },
  )

  test('a program killed right after its responses makes the large sizes on its next start', async () => {
    const content = await phonePhoto({ width: 2400, height: 1800 })
    const sent = await Promise.all([1, 2, 3].map(() => sendPhoto(admin, { content })))
    await server.kill()
    expect(filesOf(server).stored.length).toBeLessThan(sent.length * FILES_PER_PHOTO)
    await server.start()
    await expect
      .poll(() => filesOf(server).stored, { timeout: 30_000 })
      .toHaveLength(sent.length * FILES_PER_PHOTO)
    for (const { status, body } of sent) {
      expect(status).toBe(201)
      await pictureOf(admin, `${body.url}?size=full`)
    }
  })
})

const noDisk = whyNoDisk()
if (noDisk) console.log(`What a full disk does is not tested: ${noDisk}`)

describe.skipIf(noDisk !== undefined)('on a small disk', () => {
  let server: Server
  let disk: SmallDisk
  let admin: ApiClient
  beforeEach(async () => {
    // Uploads are accepted until the disk is completely full.
    server = new Server({ env: { ...env, MIN_FREE_MB: '0' } })
    disk = new SmallDisk(server.dataDir, inject('company'), 256)
    await server.start()
    admin = await signIn(server.url, owner.email)
  })
  afterEach(async () => {
    await server.stop()
    disk.unmount()
    await server.remove()
  })

  test('on a full disk an upload is a 507 and leaves no files, and works again with space', async () => {
    const content = await phonePhoto({ width: 1200, height: 900 })
    const first = await sendPhoto(admin, { content })
    expect(first.status).toBe(201)
    const [original, thumb] = await Promise.all(
      ['original', 'thumb'].map(
        async (shown) => (await pictureOf(admin, `${first.body.url}?size=${shown}`)).length,
      ),
    )
    await expectWhole(server, admin, 1)
    // The disk fills up in each of these steps: receiving, copying into the store, the thumbnail,
    // and its copy.
    const steps = [original, original, thumb, thumb].map((bytes) => bytes ?? 0)
    const levels = [0, ...steps.map((bytes, n) => sum(steps.slice(0, n)) + bytes / 2)]
    for (const [n, level] of levels.entries()) {
      disk.fillLeaving(level)
      const refused = await sendPhoto(admin, { content })
      expect([refused.status, refused.body.code], `with ${level} bytes left`).toEqual([
        507,
        'noSpace',
      ])
      await expectWhole(server, admin, n + 1)
      disk.freeSpace()
      expect((await sendPhoto(admin, { content })).status).toBe(201)
      await expectWhole(server, admin, n + 2)
    }
  })
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
