import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { type SentPhoto, sendPhoto } from '../harness/photos.ts'
import { Server } from '../harness/server.ts'
import { SmallDisk, whyNoDisk } from './uploads/disk.ts'
import { phonePhoto } from './uploads/pictures.ts'

const MB = 1_000_000
const MIN_FREE = 100
const RESERVE = 64 * 1024 * 1024
/** How long the program may take to notice that the disk is full; milliseconds. */
const NOTICED = 10_000

const noDisk = whyNoDisk()
if (noDisk) console.log(`What a full disk does is not tested: ${noDisk}`)

describe.skipIf(noDisk !== undefined)('on a disk that fills up', () => {
  let server: Server
  let disk: SmallDisk
  let admin: ApiClient
  let content: Buffer
  beforeEach(async () => {
    content = await phonePhoto({ width: 1200, height: 900 })
    server = new Server({ env: { MIN_FREE_MB: String(MIN_FREE) } })
    disk = new SmallDisk(server.dataDir, inject('company'), 512)
    // The program makes it a minute after its start.
    writeFileSync(join(server.dataDir, 'reserve'), Buffer.alloc(RESERVE))
    await server.start()
    admin = await signIn(server.url, owner.email)
  })
  afterEach(async () => {
    await server.stop()
    disk.unmount()
    await server.remove()
  })

  const reserveIsThere = () => existsSync(join(server.dataDir, 'reserve'))

  /** Signs in, changes and deletes things, all of which write to the database. */
  async function work(photo: SentPhoto | undefined) {
    const again = await signIn(server.url, owner.email)
    const job = await again.request<{ id: string }>('POST', '/api/jobs', {
      ...{ name: 'Deck', address: '1 Elm St' },
    })
    await again.request('PUT', `/api/jobs/${job.id}`, { notes: 'A note' })
    await again.request('DELETE', `/api/jobs/${job.id}`)
    if (photo) await again.request('DELETE', `/api/photos/${photo.id}`)
  }

  test('uploads are refused below the limit, and the rest works', async () => {
    const { body: photo } = await sendPhoto(admin, { content })
    disk.fillLeaving((MIN_FREE - 10) * MB)
    const refused = await sendPhoto(admin, { content })
    expect([refused.status, refused.body.code]).toEqual([507, 'noSpace'])
    await work(photo)
    expect(reserveIsThere()).toBe(true)
    disk.freeSpace()
    expect((await sendPhoto(admin, { content })).status).toBe(201)
  })

  test('on a full disk the reserve is given up, and signing in and deleting work', async () => {
    const { body: photo } = await sendPhoto(admin, { content })
    disk.fillLeaving(0)
    await expect.poll(reserveIsThere, { timeout: NOTICED }).toBe(false)
    await work(photo)
    expect((await sendPhoto(admin, { content })).status).toBe(507)
    disk.freeSpace()
    expect((await sendPhoto(admin, { content })).status).toBe(201)
  })
})
