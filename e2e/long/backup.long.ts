import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import type { SentPhoto } from '../harness/photos.ts'
import { png } from '../harness/png.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { recordChanges, rowsAfter } from './operating/changeLog.ts'
import { filesIn, photoFilesIn, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { MixedWriter, type Step } from './operating/mixedWriter.ts'
import { documented } from './operating/page.ts'

const WRITERS = 4
const ROUNDS = 10

const machine = new Machine()
let admin: ApiClient
let database: pg.Client
beforeAll(async () => {
  cpSync(inject('company'), machine.dataDir, { recursive: true, preserveTimestamps: true })
  machine.env = { RATE_UPLOADS: '1000000', RATE_CALLS: '1000000' }
  admin = await signIn(await machine.start(), owner.email)
  // Without scheduled backups, only the writers of this test write.
  await admin.request('PUT', '/api/settings', { backupsKept: 0 })
  database = await connectTo(machine.postgres)
  await writeManyMessages()
}, 120_000)
afterAll(async () => {
  await database.end()
  await machine.remove()
})

/**
 * Inserts messages that take a second or two to back up. Their table is read between jobs and
 * photos, so a backup without a consistent snapshot would contain mismatched tables.
 */
async function writeManyMessages() {
  const address = '1 Kiln Road'
  const job = await admin.request<{ id: string }>('POST', '/api/jobs', { name: 'Talks', address })
  await database.query(
    `insert into messages (id, job_id, sender_id, content)
     select gen_random_uuid(), $1, u.id, (
       select string_agg(md5(talk::text || part::text), ' ') from generate_series(1, 100) as part)
     from users u, generate_series(1, 10000) as talk`,
    [job.id],
  )
}

/**
 * Returns a moment by which all included writes were sent. Fails if an excluded write was
 * acknowledged before it.
 */
function momentOf(included: readonly Step[], excluded: readonly Step[]): number {
  const moment = Math.max(...included.map(({ sent }) => sent))
  expect(moment).toBeLessThan(Math.min(...excluded.map(({ acknowledged }) => acknowledged)))
  return moment
}

test('a restore by docs/operate.md gives one point in time, even under mixed load', async () => {
  const [drill = '', cleaning = ''] = documented('Restore drill', 2)
  const [backup = '', ...rest] = drill.split('\n')
  for (let round = 0; round < ROUNDS; round++) {
    const before = await recordChanges(database)
    const writers = Array.from(
      { length: WRITERS },
      (_, index) =>
        new MixedWriter(admin, `round ${round}, writer ${index}, job`, png(60, 40, round)),
    )
    await Promise.all(writers.map((writer) => writer.more(16)))
    const startedAt = performance.now()
    await machine.paste(backup)
    const endedAt = performance.now()
    await Promise.all(writers.map((writer) => writer.more(6)))
    await Promise.all(writers.map((writer) => writer.end()))
    await machine.paste(rest.join('\n'))

    const copy = new Server({ from: join(machine.folder, 'drill') })
    onTestFinished(() => copy.remove())
    await copy.start()
    const { rows: found, restored } = withoutRestored(await rowsIn(copy.postgres))
    expect(restored).toBe(1)
    const expected = await rowsAfter(database, before, found)
    expect(found).toEqual(expected.rows)
    const files = await photoFilesIn(copy.postgres)
    expect(Object.keys(files)).toHaveLength((found.photos?.size ?? 0) * 3)
    expect(filesIn(join(copy.dataDir, 'files'))).toEqual(files)

    const copyAdmin = await signIn(copy.url, owner.email)
    const jobs = await copyAdmin.request<{ name: string; notes: string | null }[]>(
      'GET',
      '/api/jobs',
    )
    const photos = await idsOf(copyAdmin, '/api/photos')
    const included: Step[] = []
    const excluded: Step[] = []
    for (const writer of writers) {
      // Every write leads to a different state, so at most one step matches.
      const state = writer.stateOf(jobs, photos)
      const at = writer.steps.findIndex((step) => step.state === state)
      expect(at, 'the writer never had what was restored').toBeGreaterThanOrEqual(0)
      included.push(...writer.steps.slice(0, at + 1))
      excluded.push(...writer.steps.slice(at + 1))
    }
    expect(excluded.length).toBeGreaterThanOrEqual(writers.length)
    // The snapshot was taken during the backup.
    expect(momentOf(included, excluded)).toBeLessThan(endedAt)
    expect(Math.min(...excluded.map(({ acknowledged }) => acknowledged))).toBeGreaterThan(startedAt)
    // Writes continued during the backup.
    const during = [...included, ...excluded].filter(
      ({ sent, acknowledged }) => sent > startedAt && acknowledged < endedAt,
    )
    expect(during.length).toBeGreaterThan(0)
    await copy.remove()
    await machine.paste(cleaning)
    console.log(
      `drill ${round}: ${expected.included} transactions in and ${expected.excluded} after it, ${during.length} writes during the backup`,
    )
  }
}, 1_800_000)

const idsOf = async (api: ApiClient, path: string) =>
  (await api.request<SentPhoto[]>('GET', path)).map(({ id }) => id)

test('files whose deletion waited for a backup are deleted after the next one', async () => {
  const [photo = ''] = await idsOf(admin, '/api/photos')
  await admin.request('DELETE', `/api/photos/${photo}`)
  const remaining = (await idsOf(admin, '/api/photos')).length
  expect(readdirSync(join(machine.dataDir, 'files/photos'))).toHaveLength(remaining * 3)
})
