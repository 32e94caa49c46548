import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { diskStore } from '../server/platform/files/disk.ts'
import type { FileStore } from '../server/platform/files/store.ts'
import { calendar } from './calendar.ts'
import { samplePhotos } from './photos.ts'
import { pictureFile, storePhotos } from './storePhotos.ts'
import { FRIDAY } from './testing.ts'

const days = calendar(new Date(FRIDAY), 'America/Chicago')
const photos = samplePhotos(days)

it('each photo has its own caption and picture, and no picture is unused', () => {
  expect(new Set(photos.map(({ caption }) => caption)).size).toBe(120)
  for (const { caption } of photos) expect(caption).toMatch(/^[A-Z0-9].{8,78}[.]$/)
  const files = photos.flatMap(({ picture }) => [
    pictureFile(picture, 'full'),
    pictureFile(picture, 'thumb'),
  ])
  const folder = path.dirname(files[0] ?? '')
  expect(files.map((file) => path.basename(file)).toSorted()).toEqual(
    readdirSync(folder).toSorted(),
  )
  const sizes = files.map((file) => statSync(file).size)
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_600_000)
})

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('stored pictures are removed when the store fails halfway', async () => {
  const store = diskStore(folder)
  let puts = 0
  const failing: FileStore = {
    ...store,
    put: async (key, file) => {
      if (++puts === 20) throw new Error('no space left')
      await store.put(key, file)
    },
  }
  await expect(storePhotos(failing, days)).rejects.toThrow('no space left')
  expect(puts).toBeLessThan(24)
  const remainingKeys: string[] = []
  for await (const { key } of store.list()) remainingKeys.push(key)
  expect(remainingKeys).toEqual([])
})
