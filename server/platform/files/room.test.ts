import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { diskSpaceIn, NoSpaceError } from './room.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-room-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const MB = 1_000_000

/** The space in a folder on a disk with the given free megabytes; by default the data folder. */
const withFree = (free: number, minFree: number, folder = dataDir) =>
  diskSpaceIn(folder, { dataDir, minFree: minFree * MB }, async () => free * MB)

describe('the space for a large file', () => {
  test('is the free space above the limit', async () => {
    const room = await withFree(300, 100)
    expect([await room.fits(200 * MB), await room.fits(200 * MB + 1)]).toEqual([true, false])
    await room.require(200 * MB)
    await expect(room.require(201 * MB)).rejects.toThrow(
      new NoSpaceError(
        'not enough free space (about 201.0 MB needed, 300.0 MB free, and 100.0 MB must stay free)',
      ),
    )
  })

  test('never includes what the reserve file needs', async () => {
    const room = await withFree(100, 1)
    expect([await room.fits(32 * MB), await room.fits(33 * MB)]).toEqual([true, false])
  })

  test('is all free space on another disk', async () => {
    const room = await withFree(100, 90, '/proc')
    expect([await room.fits(100 * MB), await room.fits(101 * MB)]).toEqual([true, false])
    await expect(room.require(101 * MB)).rejects.toThrow(/needed, 100\.0 MB free\)$/)
  })

  test('is not checked with a limit of 0, or when the free space is unknown', async () => {
    expect(await (await withFree(0, 0)).fits(1e15)).toBe(true)
    const silent = await diskSpaceIn(dataDir, { dataDir, minFree: MB }, () =>
      Promise.reject(new Error('ENOSYS')),
    )
    expect(await silent.fits(1e15)).toBe(true)
  })
})

describe('a large file being written', () => {
  const parts = Array.from({ length: 64 }, (_, n) => Buffer.alloc(100_000, n))

  test('is passed on unchanged', async () => {
    const { guard } = await withFree(200, 100)
    const passed = await buffer(Readable.from(parts).pipe(guard()))
    expect(passed.equals(Buffer.concat(parts))).toBe(true)
  })

  test('is stopped within 2 MB of falling below the limit', async () => {
    let written = 0
    const { guard } = await diskSpaceIn(
      dataDir,
      { dataDir, minFree: 100 * MB },
      async () => 103 * MB - written,
    )
    const writing = pipeline(parts, guard(), async function* (stream: AsyncIterable<Buffer>) {
      for await (const part of stream) written += part.length
      yield ''
    })
    await expect(writing).rejects.toThrow(
      /^the disk filled up meanwhile: 99\.\d MB free, and 100\.0 MB must stay free$/,
    )
    expect(written).toBeGreaterThan(3 * MB)
    expect(written).toBeLessThan(5 * MB)
  })
})
