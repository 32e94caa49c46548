import { DAY_MS } from '@plumbline/contract/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '../http/services.ts'
import { freeBytes } from '../platform/files/freeSpace.ts'
import { backups } from '../schema/backup.ts'
import { settings } from '../schema/settings.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { healthChecks } from './healthChecks.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())
beforeEach(async () => {
  await w.db.delete(backups)
  await w.db.delete(settings)
})

const daysAgo = (days: number) => new Date(w.clock.now.getTime() - days * DAY_MS)

/** Adds a company that was set up some days ago. */
const addCompany = (days: number, backupsKept = 7) =>
  w.db.insert(settings).values({
    ...{ companyName: 'Ridgeline', timeZone: 'America/Chicago' },
    ...{ createdAt: daysAgo(days), backupsKept },
  })

/**
 * Adds a backup that was made some days ago.
 * @param result its size in bytes, or why it failed
 */
function addBackup(days: number, result: number | string) {
  const at = daysAgo(days)
  const ended =
    typeof result === 'number' ? { bytes: result, file: 'plumbline.zip' } : { problem: result }
  return w.db.insert(backups).values({ startedAt: at, finishedAt: at, ...ended })
}

/**
 * The health reported to a request from the machine itself. The clock is a second ahead, because
 * checks run at most once a second.
 */
async function health() {
  w.clock.now = new Date(w.clock.now.getTime() + 1000)
  return (await w.call('nobody', 'GET', '/api/health')).body
}

describe('the last backup', () => {
  test('is reported with its end and size', async () => {
    await addCompany(30)
    await addBackup(1.5, 1_000)
    await addBackup(0.5, 2_000)
    const finishedAt = daysAgo(0.5).toISOString()
    expect(await health()).toMatchObject({
      status: 'ok',
      lastBackup: { finishedAt, bytes: 2_000, problem: null },
    })
  })

  test('may be missing before there is a company, and in its first two days', async () => {
    expect(await health()).toMatchObject({ status: 'ok', lastBackup: null })
    await addCompany(1.9)
    expect(await health()).toMatchObject({
      status: 'ok',
      lastBackup: { finishedAt: null, bytes: null, problem: null },
    })
  })

  test('is a problem when older than two days, or missing two days after setup', async () => {
    await addCompany(2.1)
    expect((await health()).status).toBe('degraded')
    await addBackup(2.1, 1_000)
    expect((await health()).status).toBe('degraded')
    await addBackup(1.9, 1_000)
    expect((await health()).status).toBe('ok')
  })

  test('does not count while it is unfinished', async () => {
    await addCompany(2.1)
    await w.db.insert(backups).values({ startedAt: daysAgo(0.1) })
    expect((await health()).status).toBe('degraded')
  })

  test('is a problem after a failure until one succeeds; the last good one is still reported', async () => {
    await addCompany(30)
    await addBackup(1, 1_000)
    const finishedAt = daysAgo(1).toISOString()
    const problem = 'There is no space left on the disk'
    await addBackup(0.5, problem)
    expect(await health()).toMatchObject({
      ...{ status: 'degraded', lastBackup: { finishedAt, bytes: 1_000, problem } },
    })
    await addBackup(0.1, 1_000)
    expect(await health()).toMatchObject({ status: 'ok', lastBackup: { problem: null } })
  })

  test('is never a problem where no backups are kept', async () => {
    await addCompany(30, 0)
    expect((await health()).status).toBe('ok')
    await addBackup(0.5, 'There is no space left on the disk')
    expect((await health()).status).toBe('ok')
  })
})

test('less free space than the minimum is a problem', async () => {
  const { freeBytes: check } = healthChecks
  const { dataDir } = w.settings
  const at = (minFree: number) =>
    check?.({ settings: { dataDir, minFree } } as Services, {
      ...{ checksumFailures: 0, postgresVersion: '18.1' },
    })
  const free = await freeBytes(dataDir)
  expect(await at(free * 2)).toMatchObject({ value: expect.any(Number), isGood: false })
  for (const minFree of [free / 2, 0])
    expect(await at(minFree)).toMatchObject({ value: expect.any(Number), isGood: true })
})
