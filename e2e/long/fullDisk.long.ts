import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { type SentPhoto, sendPhoto, waitForPhotoSizes } from '../harness/photos.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { ROOT } from './operating/page.ts'
import { SmallDisk, whyNoDisk } from './uploads/disk.ts'
import { phonePhoto } from './uploads/pictures.ts'

const MB = 1_000_000
const MIN_FREE = 100
const RESERVE = 64 * 1024 * 1024
/** The time in which the program must notice that the disk is full. */
const NOTICE_TIMEOUT_MS = 10_000

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
    // The program itself creates the reserve only a minute after its start.
    writeFileSync(join(server.dataDir, 'reserve'), Buffer.alloc(RESERVE))
    await server.start()
    admin = await signIn(server.url, owner.email)
  })
  afterEach(async () => {
    await server.stop()
    disk.unmount()
    await server.remove()
  })

  const reserveExists = () => existsSync(join(server.dataDir, 'reserve'))

  /** Signs in, and creates, changes and deletes records, all of which writes to the database. */
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
    await waitForPhotoSizes(server)
    disk.fillLeaving((MIN_FREE - 10) * MB)
    const refused = await sendPhoto(admin, { content })
    expect([refused.status, refused.body.code]).toEqual([507, 'noSpace'])
    await work(photo)
    expect(reserveExists()).toBe(true)
    disk.freeSpace()
    expect((await sendPhoto(admin, { content })).status).toBe(201)
  })

  test('on a full disk the reserve is released, and signing in and deleting work', async () => {
    const { body: photo } = await sendPhoto(admin, { content })
    await waitForPhotoSizes(server)
    disk.fillLeaving(0)
    await expect.poll(reserveExists, { timeout: NOTICE_TIMEOUT_MS }).toBe(false)
    await work(photo)
    expect((await sendPhoto(admin, { content })).status).toBe(507)
    disk.freeSpace()
    expect((await sendPhoto(admin, { content })).status).toBe(201)
  })
  const backups = () => join(server.dataDir, 'backups')
  const backupsOnDisk = () => (existsSync(backups()) ? readdirSync(backups()) : [])
  /** Waits until no backup is running. @returns the problem of the last one */
  async function problem() {
    const read = () =>
      admin.request<{ running: boolean; failure: { problem: string } | null }>(
        'GET',
        '/api/backups',
      )
    await expect.poll(async () => (await read()).running, { timeout: 30_000 }).toBe(false)
    return (await read()).failure?.problem
  }
  /** Runs `npm run backup`. @returns its output, and whether it succeeded */
  const backUpTo = (file: string) =>
    new Promise<{ succeeded: boolean; output: string }>((resolve) => {
      const env = { ...process.env, PLUMBLINE_DATA: server.dataDir, MIN_FREE_MB: String(MIN_FREE) }
      execFile('npm', ['run', 'backup', '--', file], { cwd: ROOT, env }, (error, out, err) =>
        resolve({ succeeded: error === null, output: out + err }),
      )
    })

  test.each([
    ['just above the limit', MIN_FREE + 5],
    ['below the limit, where the reserve is the next to go', 45],
  ])('%s no backup starts, and the reserve is retained', async (_, megabytes) => {
    const { body: photo } = await sendPhoto(admin, { content })
    await waitForPhotoSizes(server)
    await admin.request('POST', '/api/backups')
    expect(await problem()).toBeUndefined()
    const before = backupsOnDisk()
    expect(before).toHaveLength(1)
    disk.fillLeaving(megabytes * MB)
    await admin.request('POST', '/api/backups')
    expect(await problem()).toMatch(/^not enough free space \(about \d+\.\d MB needed, /)
    const byCommand = await backUpTo(join(server.dataDir, 'mine.zip'))
    expect(byCommand.succeeded).toBe(false)
    expect(byCommand.output).toContain('No backup was made: not enough free space (about ')
    expect(readdirSync(server.dataDir).filter((name) => name.includes('mine'))).toEqual([])
    expect(backupsOnDisk()).toEqual(before)
    expect(reserveExists()).toBe(true)
    await work(photo)
    expect((await sendPhoto(admin, { content })).status).toBe(megabytes > MIN_FREE ? 201 : 507)
    disk.freeSpace()
    await admin.request('POST', '/api/backups')
    expect(await problem()).toBeUndefined()
    expect(backupsOnDisk()).toHaveLength(2)
  })

  test('a backup to another disk succeeds', async () => {
    disk.fillLeaving(45 * MB)
    const elsewhere = `${server.dataDir}-elsewhere.zip`
    expect(await backUpTo(elsewhere)).toMatchObject({ succeeded: true })
    rmSync(elsewhere)
  })

  test('a backup stops when the disk fills up meanwhile, and leaves nothing', async () => {
    for (let sent = 0; sent < 4; sent++) await sendPhoto(admin, { content })
    const database = await connectTo(server.postgres)
    // Locks the last table that is backed up before the files, so that the backup waits there.
    await database.query('begin; lock table weather_days')
    await admin.request('POST', '/api/backups')
    const waiting = async () =>
      (
        await database.query(
          "select 1 from pg_locks where not granted and mode = 'AccessShareLock'",
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
    expect(backupsOnDisk()).toHaveLength(1)
    disk.fillLeaving((MIN_FREE - 5) * MB)
    await database.query('commit')
    await database.end()
    expect(await problem()).toMatch(
      /^the disk filled up meanwhile: 9\d\.\d MB free, and 100\.0 MB /,
    )
    expect(backupsOnDisk()).toEqual([])
    expect(reserveExists()).toBe(true)
  })
})
