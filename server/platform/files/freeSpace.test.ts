import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phonePicture } from '../../testing/pictures/make.ts'
import { testApp } from '../../testing/testApp.ts'
import { silentLog } from '../db/testing.ts'
import { freeBytes, keepReserve, requireFreeSpace } from './freeSpace.ts'
import { uploadsFolder } from './uploadsFolder.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-space-'))
const disk = { free: 0 }
beforeAll(async () => {
  disk.free = await freeBytes(dataDir)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const HALF = 2

describe('the space for an upload', () => {
  test('is the free disk space beyond the minimum', async () => {
    const minFree = Math.round(disk.free / HALF)
    await requireFreeSpace({ dataDir, minFree }, 0)
    await expect(requireFreeSpace({ dataDir, minFree }, disk.free)).rejects.toMatchObject({
      status: 507,
      name: 'noSpace',
    })
  })

  test('is not checked without a minimum', async () => {
    await requireFreeSpace({ dataDir, minFree: 0 }, disk.free * HALF)
  })

  test('is required: without it uploads are rejected, and other calls work', async () => {
    const w = await testApp({ minFree: disk.free * HALF })
    const content = await phonePicture({ width: 64, height: 48 })
    const sent = await w.upload('ada', '/api/photos', { field: 'photo', content })
    expect(sent).toMatchObject({ status: 507, body: { code: 'noSpace' } })
    expect(readdirSync(w.settings.dataDir)).not.toContain('files')
    expect(() => statSync(uploadsFolder(w.settings.dataDir))).toThrow('ENOENT')
    const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '1 Elm St' })
    expect(job.status).toBe(201)
    expect((await w.call('ada', 'DELETE', `/api/jobs/${job.body.id}`)).status).toBe(204)
    expect((await w.call('ada', 'GET', '/api/storage')).body).toMatchObject({ isLow: true })
    await w.close()
  })
})

describe('the reserve file', () => {
  const reserve = join(dataDir, 'reserve')
  const size = () => statSync(reserve, { throwIfNoEntry: false })?.size

  test('has 64 MB that are allocated on the disk', async () => {
    const keeper = keepReserve({ dataDir, minFree: 1 }, silentLog, 1)
    await expect.poll(size).toBe(64 * 1024 * 1024)
    await keeper.close()
    expect(statSync(reserve).blocks * 512).toBeGreaterThanOrEqual(64 * 1024 * 1024)
    rmSync(reserve)
  })

  test('is not created where that would leave too little space', async () => {
    const keeper = keepReserve({ dataDir, minFree: disk.free * HALF }, silentLog, 1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await keeper.close()
    expect(size()).toBeUndefined()
  })
})
