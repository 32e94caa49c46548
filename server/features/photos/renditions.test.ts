import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { tagOf } from '@plumbline/contract/route.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog, testDatabase } from '../../platform/db/testing.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { inspector } from '../../platform/files/inspect.ts'
import { checkFiles } from '../../platform/files/integrity.ts'
import { pictureKey } from '../../platform/files/pictures/store.ts'
import { type FileStore, StoreError } from '../../platform/files/store.ts'
import { jobs } from '../../schema/jobs.ts'
import { photos } from '../../schema/photos.ts'
import { phonePicture } from '../../testing/pictures/make.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'
import { photoFiles } from './queries.ts'
import { openRenditions } from './renditions.ts'

let w: TestApp
/** The file store. Tests delay single steps of it or let them fail. */
let store: FileStore
let steps: { put?: (key: string) => Promise<unknown>; open?: (key: string) => Promise<unknown> }
let stored: string[]
let picture: Buffer
/** Renditions as of one more node. They are only created on request, or by a catch-up. */
const node = () =>
  openRenditions({ db: w.db, files: store, dataDir: w.settings.dataDir, log: silentLog })

beforeAll(async () => {
  picture = await phonePicture()
  const database = await testDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-renditions-'))
  const disk = diskStore(path.join(folder, 'files'))
  store = {
    ...disk,
    async put(key, source) {
      await steps.put?.(key)
      stored.push(key)
      await disk.put(key, source)
    },
    async open(key, range) {
      await steps.open?.(key)
      return disk.open(key, range)
    },
  }
  const renditions = openRenditions({
    db: database.db,
    files: store,
    dataDir: folder,
    log: silentLog,
  })
  w = await testApp({ dataDir: folder }, database, {
    files: store,
    // As if the program were killed right after each upload.
    renditions: { ...renditions, enqueue: () => {} },
  })
})
afterAll(() => w.close())
beforeEach(async () => {
  steps = {}
  for (const { id } of await w.db.select().from(photos))
    await w.call('ada', 'DELETE', `/api/photos/${id}`)
  stored = []
})

async function newPhoto(content = picture, fields: Record<string, string> = {}) {
  const answer = await w.upload('sam', '/api/photos', { field: 'photo', content }, fields)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as { id: string; url: string; updatedAt: string }
}
async function rowOf(id: string) {
  const [row] = await w.db.select().from(photos).where(eq(photos.id, id))
  if (!row) throw new Error('the photo is gone')
  return row
}
const shown = (url: string, name: 'sam' | 'ada' = 'sam') => w.call(name, 'GET', `${url}?size=full`)
const check = () =>
  checkFiles(store, photoFiles(w.db), {
    now: new Date(Date.now() + 7_200_000),
    contents: true,
  })
const intact = { missing: [], changed: [], orphaned: [] }
const keys = async () => {
  const found: string[] = []
  for await (const { key } of store.list()) found.push(key)
  return found
}
const fullKeys = () => stored.filter((key) => key.endsWith('-full'))
/** Blocks a step until it is released. `reached` resolves when the step is reached. */
function gate() {
  let release = () => {}
  let arrive = () => {}
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const open = new Promise<void>((resolve) => {
    release = resolve
  })
  const block = (suffix: string) => async (key: string) => {
    if (!key.endsWith(suffix)) return
    arrive()
    await open
  }
  return { reached, release, block }
}

describe('a JPEG', () => {
  test('is stored with an original and a thumbnail when it is uploaded', async () => {
    const { id, url } = await newPhoto()
    expect(Object.keys((await rowOf(id)).files).sort()).toEqual(['original', 'thumb'])
    expect(await check()).toEqual(intact)
    const thumb = await w.call('sam', 'GET', `${url}?size=thumb`)
    expect(await sharp(thumb.bytes).metadata()).toMatchObject({ width: 480, height: 360 })
  })

  test('gets its large size once, when it is first opened, and keeps its version', async () => {
    const { id, url, updatedAt } = await newPhoto()
    const before = await rowOf(id)
    const answers = await Promise.all(Array.from({ length: 6 }, () => shown(url)))
    for (const { status, bytes } of answers) {
      expect(status).toBe(200)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 640 })
    }
    expect(fullKeys()).toHaveLength(1)
    const { files, bytes } = await rowOf(id)
    expect(files).toEqual({ ...before.files, full: files.full })
    expect(bytes).toBe(before.bytes + (files.full?.size ?? 0))
    expect(await check()).toEqual(intact)
    const change = { caption: 'Footings' }
    const changed = await w.call('sam', 'PUT', `/api/photos/${id}`, change, {
      'if-match': tagOf({ updatedAt }),
    })
    expect(changed.status).toBe(200)
  })

  test('that nobody opened gets its large size when the program catches up', async () => {
    const made = [await newPhoto(), await newPhoto()]
    const renditions = node()
    await renditions.catchUp()
    for (const { id } of made)
      await expect.poll(async () => (await rowOf(id)).files.full).toBeDefined()
    await renditions.close()
    expect(fullKeys()).toHaveLength(2)
    await node().catchUp()
    expect(fullKeys()).toHaveLength(2)
    expect(await check()).toEqual(intact)
  })

  test('has one large file when two nodes make it concurrently', async () => {
    const { id } = await newPhoto()
    const row = await rowOf(id)
    const [one, other] = await Promise.all([node().fullOf(row, 'sam'), node().fullOf(row, 'ada')])
    expect(one).toEqual(other)
    expect(fullKeys()).toHaveLength(1)
    expect(await check()).toEqual(intact)
  })

  test('that cannot be resized is shown as its thumbnail from then on', async () => {
    const { id, url } = await newPhoto()
    const { files, storageKey } = await rowOf(id)
    const broken = path.join(w.settings.dataDir, 'broken')
    writeFileSync(broken, picture.subarray(0, 2500))
    await store.put(pictureKey(storageKey, 'original'), broken)
    const { status, bytes } = await shown(url)
    expect(status).toBe(200)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 360 })
    expect((await rowOf(id)).files.full).toEqual(files.thumb)
  })

  test('whose resizing fails is shown as its thumbnail until the program catches up', async () => {
    const { id, url } = await newPhoto()
    const failing = [inspector.acquire(), inspector.acquire()]
    const sent = vi.fn()
    for (const child of failing) {
      child.send = () => {
        sent()
        return child.kill('SIGKILL')
      }
      inspector.release(child)
    }
    const warn = vi.fn()
    const renditions = openRenditions({
      ...{ db: w.db, files: store, dataDir: w.settings.dataDir },
      log: { ...silentLog, warn },
    })
    const row = await rowOf(id)
    expect(await renditions.fullOf(row, 'sam')).toBeUndefined()
    expect(await renditions.fullOf(row, 'ada')).toBeUndefined()
    expect(sent).toHaveBeenCalledTimes(1)
    expect(warn).toHaveBeenCalledTimes(1)
    expect((await rowOf(id)).files.full).toBeUndefined()
    expect(await check()).toEqual(intact)

    const { status, bytes, headers } = await shown(url)
    expect(status).toBe(200)
    // A browser revalidates, and gets the large size once it exists.
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 360 })
    expect(sent).toHaveBeenCalledTimes(2)
    expect((await rowOf(id)).files.full).toBeUndefined()

    await renditions.catchUp()
    // Waits for the rendition that has been started.
    await renditions.close()
    expect(await sharp((await shown(url)).bytes).metadata()).toMatchObject({ width: 640 })
  })

  test('is a 503 while the file store is down, and served once it is back', async () => {
    const { id, url } = await newPhoto()
    steps.put = () => Promise.reject(new StoreError(new Error('down')))
    expect((await shown(url)).status).toBe(503)
    expect((await rowOf(id)).files.full).toBeUndefined()
    steps = {}
    expect((await shown(url)).status).toBe(200)
  })
})

describe('a photo that is deleted while its large size is made', () => {
  test.each(['-original', '-full'])(
    'leaves no file, whether it is deleted at reading or storing: %s',
    async (step) => {
      const { id, url } = await newPhoto()
      const { reached, release, block } = gate()
      steps = step === '-full' ? { put: block(step) } : { open: block(step) }
      const requested = shown(url)
      await reached
      const deleted = w.call('ada', 'DELETE', `/api/photos/${id}`)
      if (step === '-original') await deleted
      release()
      expect((await deleted).status).toBe(204)
      expect([200, 404]).toContain((await requested).status)
      expect(await keys()).toEqual([])
    },
  )

  test('leaves no file when it is deleted with its job', async () => {
    const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: 'Elm St' })
    const photo = { jobId: job.body.id as string }
    const uploaded = await w.upload(
      'ada',
      '/api/photos',
      { field: 'photo', content: picture },
      photo,
    )
    const { reached, release, block } = gate()
    steps = { put: block('-full') }
    const requested = shown(uploaded.body.url, 'ada')
    await reached
    const deleted = w.call('ada', 'DELETE', `/api/jobs/${photo.jobId}`)
    release()
    expect((await deleted).status).toBe(204)
    await requested
    expect(await w.db.select().from(jobs).where(eq(jobs.id, photo.jobId))).toEqual([])
    expect(await keys()).toEqual([])
  })
})

test('a PNG gets both sizes when it is uploaded', async () => {
  const { id } = await newPhoto(await sharp(picture).png().toBuffer())
  expect(Object.keys((await rowOf(id)).files).sort()).toEqual(['full', 'original', 'thumb'])
  expect(await check()).toEqual(intact)
})
