import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { HOUR_MS, MINUTE_MS } from '@plumbline/contract/time.ts'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diskStore } from './disk.ts'
import { checkFiles, type ExpectedFile } from './integrity.ts'
import { openFileStore } from './openStore.ts'
import { s3Store } from './s3.ts'
import { type FileStore, type ListedFile, StoreError } from './store.ts'

let folder: string
const s3 = {
  bucket: 'plumbline',
  region: 'us-east-1',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
}
let server: S3rver
let endpoint: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-files-'))
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: s3.bucket, configs: [] }],
  })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

let drafts = 0
async function local(content: Uint8Array | string): Promise<string> {
  const file = path.join(folder, `local-${drafts++}`)
  await writeFile(file, content)
  return file
}

const stores: Record<string, () => FileStore> = {
  disk: () => diskStore(path.join(folder, 'disk')),
  s3: () => s3Store({ ...s3, endpoint, forcePathStyle: true }),
}

test('S3 starts without console output', async () => {
  const warned: Error[] = []
  const collect = (warning: Error) => warned.push(warning)
  process.on('warning', collect)
  stores.s3?.()
  // Warnings are emitted at the next tick.
  await new Promise(setImmediate)
  process.off('warning', collect)
  expect(warned).toEqual([])
})

describe.each(Object.keys(stores))('the store on %s', (kind) => {
  let store: FileStore
  beforeEach(async () => {
    store = stores[kind]?.() as FileStore
    for (const { key } of await all(store.list())) await store.delete(key)
  })
  const read = async (key: string, range?: { start: number; end: number }) => {
    const file = await store.open(key, range)
    return file && { size: file.size, content: await buffer(file.stream) }
  }

  test('returns a stored file byte for byte, and leaves the source in place', async () => {
    for (const content of [randomBytes(3_000_000), Buffer.alloc(0), Buffer.from('a')]) {
      const source = await local(content)
      await store.put('photos/one-original', source)
      await store.put('photos/two', source)
      for (const key of ['photos/one-original', 'photos/two']) {
        const stored = await read(key)
        expect(stored?.size).toBe(content.length)
        expect(stored?.content.equals(content)).toBe(true)
      }
    }
  })

  test('returns a part of a file, with the size of the whole', async () => {
    await store.put('photos/a', await local('0123456789'))
    expect(await read('photos/a', { start: 2, end: 4 })).toEqual({
      size: 10,
      content: Buffer.from('234'),
    })
    expect(await read('photos/a', { start: 9, end: 9 })).toEqual({
      size: 10,
      content: Buffer.from('9'),
    })
  })

  test('replaces an earlier file of the same key', async () => {
    await store.put('photos/a', await local('first, and longer'))
    await store.put('photos/a', await local('second'))
    expect((await read('photos/a'))?.content.toString()).toBe('second')
    expect(await all(store.list())).toMatchObject([{ key: 'photos/a', size: 6 }])
  })

  test('a missing file is undefined, and can be deleted', async () => {
    expect(await store.open('photos/none')).toBeUndefined()
    expect(await store.open('nowhere/none', { start: 0, end: 1 })).toBeUndefined()
    await store.delete('photos/none')
    await store.put('photos/a', await local('x'))
    await store.delete('photos/a')
    expect(await store.open('photos/a')).toBeUndefined()
    expect(await all(store.list())).toEqual([])
  })

  test('lists every file with its size and age', async () => {
    const keys = Array.from({ length: 25 }, (_, n) => (n % 2 ? `photos/n${n}` : `receipts/n${n}`))
    for (const key of keys) await store.put(key, await local(key))
    const listed = await all(store.list())
    expect(new Set(listed.map(({ key }) => key))).toEqual(new Set(keys))
    for (const { key, size, modifiedAt } of listed) {
      expect(size).toBe(key.length)
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(MINUTE_MS)
    }
  })

  test('a source that cannot be read stores nothing', async () => {
    await expect(store.put('photos/a', path.join(folder, 'no-such-file'))).rejects.toThrow()
    expect(await all(store.list())).toEqual([])
  })

  test('twenty concurrent writes of one key leave one complete file', async () => {
    const contents = Array.from({ length: 20 }, (_, n) => Buffer.alloc(50_000, n + 1))
    const sources = await Promise.all(contents.map(local))
    await Promise.all(sources.map((source) => store.put('photos/a', source)))
    const stored = await read('photos/a')
    expect(contents.some((content) => stored?.content.equals(content))).toBe(true)
    expect(await all(store.list())).toHaveLength(1)
  })

  test.each([
    '',
    'a',
    '/etc/passwd',
    '../a/b',
    'photos/../a',
    'photos/.a',
    'photos/a/b',
    'photos/a\0',
    'Photos/a',
  ])('%j is not a valid key', async (key) => {
    await expect(store.put(key, await local('x'))).rejects.toThrow(/key/)
    await expect(store.open(key)).rejects.toThrow(/key/)
    await expect((async () => store.delete(key))()).rejects.toThrow(/key/)
  })

  test('the check finds missing, changed and orphaned files, and nothing else', async () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
    const rows: ExpectedFile[] = ['fine', 'longer', 'other', 'gone'].map((name) => ({
      key: `photos/${name}`,
      size: name.length,
      sha256: sha256(name),
    }))
    async function* expected() {
      yield* rows
    }
    for (const { key } of rows) await store.put(key, await local(key.slice('photos/'.length)))
    await store.put('photos/stray', await local('stray'))
    const now = new Date(Date.now() + 2 * HOUR_MS)
    expect(await checkFiles(store, expected(), { now: new Date(), contents: true })).toEqual({
      missing: [],
      changed: [],
      orphaned: [],
    })

    await store.put('photos/longer', await local('longer still'))
    await store.put('photos/other', await local('anoth'))
    await store.delete('photos/gone')
    expect(await checkFiles(store, expected(), { now })).toEqual({
      missing: ['photos/gone'],
      changed: ['photos/longer'],
      orphaned: ['photos/stray'],
    })
    expect(await checkFiles(store, expected(), { now, contents: true })).toMatchObject({
      changed: ['photos/longer', 'photos/other'],
    })
  })
})

describe('on disk', () => {
  test('lists files that a crash left incomplete, so that the check finds them', async () => {
    const root = path.join(folder, 'crashed')
    const store = diskStore(root)
    await store.put('photos/a', await local('a'))
    const draft = path.join(root, 'photos', '.b.0123456789ab')
    await writeFile(draft, 'half')
    await utimes(draft, new Date(0), new Date(0))
    expect((await all(store.list())).map(({ key }: ListedFile) => key).sort()).toEqual([
      'photos/.b.0123456789ab',
      'photos/a',
    ])
  })

  test('cannot be read by other accounts of the machine', async () => {
    const root = path.join(folder, 'private')
    await diskStore(root).put('photos/a', await local('secret'))
    for (const place of [root, path.join(root, 'photos')])
      expect((await stat(place)).mode & 0o077).toBe(0)
  })
})

describe('on S3', () => {
  test('a server that does not respond, or refuses, is a StoreError', async () => {
    const silent = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address() as { port: number }
    const unreachable = s3Store({
      ...s3,
      endpoint: `http://127.0.0.1:${address.port}`,
      forcePathStyle: true,
    })
    await expect(unreachable.open('photos/a')).rejects.toThrow(StoreError)
    await expect(unreachable.put('photos/a', await local('a'))).rejects.toThrow(StoreError)
    await expect(unreachable.delete('photos/a')).rejects.toThrow(StoreError)
    await expect(all(unreachable.list())).rejects.toThrow(StoreError)
    silent.close()
    const refused = s3Store({ ...s3, endpoint, forcePathStyle: true, bucket: 'another' })
    await expect(refused.put('photos/a', await local('a'))).rejects.toThrow(StoreError)
  })

  test('is used when the settings name a bucket; else the data folder is', async () => {
    const remote = await openFileStore({
      dataDir: folder,
      s3: { ...s3, endpoint, forcePathStyle: true },
    })
    await remote.put('photos/settings', await local('x'))
    expect((await all((stores.s3 as () => FileStore)().list())).map(({ key }) => key)).toContain(
      'photos/settings',
    )
    const own = await openFileStore({ dataDir: path.join(folder, 'own'), s3: undefined })
    await own.put('photos/settings', await local('x'))
    expect(await readdir(path.join(folder, 'own/files/photos'))).toEqual(['settings'])
  })
})
