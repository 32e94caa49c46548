import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient, ApiResponse } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import {
  filesOf,
  type PictureFile,
  pictureOf,
  type SentPhoto,
  sendPhoto,
  waitForPhotoSizes,
} from '../harness/photos.ts'
import { Server } from '../harness/server.ts'
import { memoryOf } from './memory.ts'
import { random, seed, size } from './options.ts'
import { hostileFiles } from './uploads/hostile.ts'
import { oneOfEach } from './uploads/pictures.ts'

const MUTATIONS = size(1000, 30)
/** Enough to decode two pictures of 50 megapixels at once, and for the program itself. */
const MAX_MEMORY_MB = 1500

let server: Server
let admin: ApiClient
let pid: number
beforeAll(async () => {
  console.log(`seed ${seed}`)
  server = new Server({
    from: inject('company'),
    env: { RATE_CALLS: '1000000', RATE_UPLOADS: '1000000' },
  })
  await server.start()
  pid = server.pid
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

let rows = 0
/** Uploads a file and checks what must hold for every upload, whatever its content. */
async function checkUpload(what: string, file: PictureFile): Promise<ApiResponse<SentPhoto>> {
  const sent = await sendPhoto(admin, file)
  expect([201, 400, 413, 415], `${what}: ${JSON.stringify(sent.body)}`).toContain(sent.status)
  if (sent.status === 201) {
    rows++
    for (const shown of ['full', 'thumb']) {
      const found = await sharp(await pictureOf(admin, `${sent.body.url}?size=${shown}`)).metadata()
      expect(found, what).toMatchObject({ format: 'webp' })
      expect(Math.max(found.width, found.height), what).toBeLessThanOrEqual(
        shown === 'full' ? 2048 : 480,
      )
      expect([found.exif, found.xmp, found.iptc, found.icc], what).toEqual(Array(4).fill(undefined))
    }
    const original = await pictureOf(admin, `${sent.body.url}?size=original`)
    expect(Buffer.from(original).equals(Buffer.from(file.content)), what).toBe(true)
  }
  await waitForPhotoSizes(server)
  expect(filesOf(server).stored, what).toHaveLength(rows * 3)
  expect(server.pid, what).toBe(pid)
  return sent
}

/**
 * Returns the peak memory of the program and its decoders in megabytes. 0 on systems other than
 * Linux.
 */
const peakMemory = () => (process.platform === 'linux' ? memoryOf(pid, 'VmHWM') : 0)

test('hostile files do no harm', async () => {
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThan(60)
  const outcomes: string[] = []
  const wrong: string[] = []
  for (const { what, becomes, ...file } of files) {
    const begin = performance.now()
    const { status, body } = await checkUpload(what, file)
    const outcome = status === 201 ? 'stored' : 'refused'
    const line = `${outcome} ${status} ${body.code ?? ''} ${Math.round(performance.now() - begin)} ms: ${what}`
    outcomes.push(line)
    if (becomes !== 'either' && outcome !== becomes) wrong.push(line)
  }
  console.log(`${outcomes.join('\n')}\npeak of memory ${Math.round(peakMemory())} MB`)
  expect(wrong).toEqual([])
  expect(peakMemory()).toBeLessThan(MAX_MEMORY_MB)
})

test('randomly corrupted pictures are stored completely or rejected', async () => {
  const chance = random(seed)
  const below = (limit: number) => Math.floor(chance() * limit)
  const seeds = Object.entries(await oneOfEach())
  const counted: Record<string, number> = {}
  for (let n = 0; n < MUTATIONS; n++) {
    const [kind, picture] = seeds[n % seeds.length] ?? ['', Buffer.alloc(0)]
    const content = mutated(picture, below)
    const begin = performance.now()
    const { status } = await checkUpload(`mutation ${n} of ${kind}, seed ${seed}`, { content })
    expect(performance.now() - begin, `mutation ${n} of ${kind}, seed ${seed}`).toBeLessThan(35_000)
    counted[`${kind} ${status}`] = (counted[`${kind} ${status}`] ?? 0) + 1
  }
  console.log(`${JSON.stringify(counted)}; peak of memory ${Math.round(peakMemory())} MB`)
  // If all or almost none of the corrupted pictures were stored, the test would prove nothing.
  const stored = Object.entries(counted).flatMap(([outcome, times]) =>
    outcome.endsWith('201') ? [times] : [],
  )
  const times = stored.reduce((sum, some) => sum + some, 0)
  expect(times).toBeGreaterThan(MUTATIONS / 20)
  expect(times).toBeLessThan((MUTATIONS * 19) / 20)
  expect(peakMemory()).toBeLessThan(MAX_MEMORY_MB)
})

/**
 * Returns a copy with some bytes changed, numbers set to extremes, parts moved, or the end removed.
 */
function mutated(picture: Buffer, below: (limit: number) => number): Buffer {
  const changed = Buffer.from(picture)
  // The first bytes determine the format, so they stay.
  const place = () => 12 + below(changed.length - 16)
  for (let n = below(8) + 1; n > 0; n--) {
    const kind = below(5)
    if (kind < 2) changed[place()] = below(256)
    else if (kind === 2)
      changed.writeUInt32BE([0, 1, 0x7fffffff, 0xffffffff, 0x80000000][below(5)] ?? 0, place())
    else if (kind === 3) changed.copy(changed, place(), place(), place())
    else changed.writeUInt16BE([0, 1, 0xffff, 0x7fff][below(4)] ?? 0, place())
  }
  return below(10) === 0 ? changed.subarray(0, place()) : changed
}
