import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { calendarRoutes } from '@plumbline/contract/calendar.ts'
import { exportRoutes } from '@plumbline/contract/export.ts'
import { paymentRoutes } from '@plumbline/contract/payments.ts'
import { type Photo, photoRoutes, pictureSizes } from '@plumbline/contract/photos.ts'
import { proposalRoutes } from '@plumbline/contract/proposals.ts'
import { rentalExpenseRoutes } from '@plumbline/contract/rentalExpenses.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { settingsRoutes } from '@plumbline/contract/settings.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../server/app/app.ts'
import { photoFiles } from '../server/features/photos/queries.ts'
import { rentalFiles } from '../server/features/rentals/queries.ts'
import type { Database } from '../server/platform/db/open.ts'
import { testDatabase } from '../server/platform/db/testing.ts'
import { diskStore } from '../server/platform/files/disk.ts'
import { checkFiles } from '../server/platform/files/integrity.ts'
import { readSettings } from '../server/platform/settings.ts'
import { tables } from '../server/schema/tables.ts'
import { addressesOf, cachedGet } from '../server/testing/addresses.ts'
import { samplePassword } from './people.ts'
import { prepareSample } from './prepare.ts'

/** A company set up with the sample over HTTP, as the first visitor does. */
describe('a company set up with the sample', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-sample-'))
  const setting = {
    companyName: 'Ridgeline Builders',
    holdingsName: 'Ridgeline Holdings',
    firstName: 'Ada',
    lastName: 'Adler',
    email: 'ada@example.com',
    password: 'a long walk by the quarry',
    timeZone: 'America/Chicago',
    sample: true,
  }
  let app: Awaited<ReturnType<typeof buildApp>>
  let database: Database
  let admin: string
  beforeAll(async () => {
    const settings = readSettings({
      LOG_LEVEL: 'silent',
      PLUMBLINE_DATA: dataDir,
      RATE_SIGN_IN: '1000',
    })
    database = await testDatabase()
    app = await buildApp({ database, settings, prepareSample })
    admin = await enter('/api/setup', setting, 201)
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** @returns the session's cookie */
  async function enter(url: string, body: object, status: number): Promise<string> {
    const answer = await app.inject({ method: 'POST', url, payload: body })
    expect(answer).toMatchObject({ statusCode: status })
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  async function get(cookie: string, url: string) {
    const answer = await app.inject({ method: 'GET', url, headers: { cookie } })
    return { status: answer.statusCode, body: answer.json() }
  }

  it('shows its figures to the person who set it up', async () => {
    expect((await get(admin, '/api/settings')).body).toMatchObject({
      companyName: 'Ridgeline Builders',
      sample: true,
    })
    expect((await get(admin, '/api/dashboard')).body).toMatchObject({
      totalApprovedAmount: 128_431_650,
      activeJobs: 13,
      completedJobs: 9,
      totalJobs: 24,
      onHoldJobs: 2,
    })
    expect((await get(admin, '/api/bid-totals')).body).toMatchObject({
      pendingBids: 5,
      activeJobs: 15,
    })
  })

  it('lets its people sign in with the password of the sample', async () => {
    const email = (name: string) => ({ email: `${name}@example.com`, password: samplePassword })
    const sub = await enter('/api/login', email('tom.kowalski'), 200)
    expect((await get(sub, '/api/dashboard')).body).toMatchObject({
      activeTasks: 4,
      completedTasks: 11,
      thisWeek: 3,
    })
    const client = await enter('/api/login', email('maya.okafor'), 200)
    const { body } = await get(client, '/api/dashboard')
    expect(body.jobs.map((job: { name: string }) => job.name)).toEqual([
      'Kitchen remodel',
      'Hall bath',
    ])
    expect(body.recentUpdates.length).toBeGreaterThan(3)
    const invited = { method: 'POST', url: '/api/login', payload: email('howard.pike') } as const
    expect((await app.inject(invited)).statusCode).toBe(401)
  })

  // sample/reads.test.ts makes the reads without a file. This one writes documents as PDF.
  it('answers every read of a file', async () => {
    const paths = allRows
      .filter(({ method, file }) => method === 'GET' && file)
      .map(({ path }) => path)
      // It has no logo and no receipts, and nobody has a calendar link.
      .filter((path) => path !== rentalExpenseRoutes.receipt.path)
      .filter((path) => path !== settingsRoutes.logo.path)
      .filter((path) => path !== calendarRoutes.subscribe.path)
      // It is served only to the person who has created its link, within a minute.
      .filter((path) => path !== exportRoutes.download.path)
      // The reads of a client alone.
      .filter((path) => !path.startsWith('/api/my-'))
      // A reversal has no receipt.
      .filter((path) => path !== paymentRoutes.page.path && path !== paymentRoutes.pdf.path)
      // It needs the ids of the photos to download.
      .filter((path) => path !== photoRoutes.zip.path)
      // Not every version has photos.
      .filter((path) => path !== proposalRoutes.photo.path)
    const urls: string[] = []
    const list = cachedGet((url: string) => get(admin, url))
    for (const path of paths) {
      // All rows of the sample are written in the same way, so the first and the last are enough.
      const all = await addressesOf(path, list)
      urls.push(...new Set([...all.slice(0, 1), ...all.slice(-1)]))
    }
    expect(urls.length).toBeGreaterThan(20)
    for (const url of urls) {
      const { statusCode } = await app.inject({ method: 'GET', url, headers: { cookie: admin } })
      expect([url, statusCode]).toEqual([url, 200])
    }
  }, 90_000)

  async function* allFiles() {
    yield* photoFiles(database.db)
    yield* rentalFiles(database.db)
  }

  it('has 120 photos with three files each, and no other files', async () => {
    const { body: list } = (await get(admin, '/api/photos')) as { body: Photo[] }
    expect(list).toHaveLength(120)
    const contents = new Set<string>()
    for (const { url, caption, size, width, height } of list) {
      const files = await Promise.all(
        pictureSizes.map((form) =>
          app.inject({ url: `${url}?size=${form}`, headers: { cookie: admin } }),
        ),
      )
      const [thumb, full, original] = files.map(({ rawPayload }) => rawPayload)
      const responses = files.map(({ statusCode, headers }) => [
        statusCode,
        headers['content-type'],
      ])
      const webp = [200, 'image/webp']
      expect([caption, responses]).toEqual([caption, [webp, webp, webp]])
      contents.add(
        createHash('sha256')
          .update(full ?? '')
          .digest('hex'),
      )
      expect([full?.length, original?.length]).toEqual([size, size])
      expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width, height })
      const small = await sharp(thumb).metadata()
      expect(Math.max(small.width, small.height)).toBe(400)
    }
    expect(contents.size).toBe(120)
    const check = { now: new Date(Date.now() + 7_200_000), contents: true }
    const store = diskStore(path.join(dataDir, 'files'))
    const sound = { missing: [], changed: [], orphaned: [] }
    expect(await checkFiles(store, allFiles(), check)).toEqual(sound)

    // A second setup is rejected before any file is stored.
    const again = await app.inject({ method: 'POST', url: '/api/setup', payload: setting })
    expect(again.statusCode).toBe(409)
    expect(await checkFiles(store, allFiles(), check)).toEqual(sound)
  }, 60_000)

  const own = {
    ...{ companyName: 'Stone & Sons', firstName: 'Nora', lastName: 'Stone' },
    ...{ email: 'nora@example.com', password: 'a quiet bench in the shade' },
    confirm: setting.companyName,
  }
  const replaceSample = (cookie: string, change: object) =>
    app.inject({
      ...{ method: 'POST', url: '/api/setup/replace-sample', headers: { cookie } },
      payload: { ...own, ...change },
    })
  const rowsIn = async () => {
    const counted = await Promise.all(
      Object.values(tables).map(async ([name, table]) => [name, await database.db.$count(table)]),
    )
    return Object.fromEntries(counted.filter(([, count]) => count !== 0))
  }

  it.each([
    ['confirm', { confirm: 'Ridgeline' }],
    ['password', { password: 'nora stone 2026' }],
    ['companyName', { companyName: ' ' }],
  ])('is not replaced without a valid %s', async (field, change) => {
    const before = await rowsIn()
    const answer = await replaceSample(admin, change)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)).toEqual([field])
    expect(await rowsIn()).toEqual(before)
  })

  it('is not replaced if it cannot be backed up', async () => {
    const folder = path.join(dataDir, 'backups')
    writeFileSync(folder, 'A file where the folder should be')
    const answer = await replaceSample(admin, {})
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'backupFailed'])
    rmSync(folder)
    expect((await get(admin, '/api/settings')).body).toMatchObject({ sample: true })
  })

  it('is replaced by an empty company with a new admin, after a backup', async () => {
    const answer = await replaceSample(admin, {})
    expect([answer.statusCode, answer.json().email]).toEqual([200, own.email])
    expect((await get(admin, '/api/settings')).status).toBe(401)
    const owner = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect((await get(owner, '/api/settings')).body).toMatchObject({
      ...{ companyName: own.companyName, holdingsName: null, sample: false },
      timeZone: setting.timeZone,
    })
    expect((await get(owner, '/api/jobs')).body).toEqual([])
    // Its two backups, the first of which failed, are the only rows left of the sample.
    expect(await rowsIn()).toEqual({
      ...{ settings: 1, users: 1, credentials: 1, sessions: 1, scheduleTemplates: 6 },
      ...{ auditEntries: 2, events: 1, pushKeys: 1, backups: 2 },
    })
    const later = { now: new Date(Date.now() + 7_200_000), contents: true }
    const left = await checkFiles(diskStore(path.join(dataDir, 'files')), allFiles(), later)
    expect(left.orphaned).toEqual([])
    const { body } = await get(owner, '/api/backups')
    expect(body.kept).toHaveLength(1)
    await enter('/api/login', { email: own.email, password: own.password }, 200)
    expect((await replaceSample(owner, {})).statusCode).toBe(409)
  })
})
