import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseHealth } from '../../platform/db/health.ts'
import { type Database, openDatabase } from '../../platform/db/open.ts'
import { silentLog, testDatabase } from '../../platform/db/testing.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { smallCompany } from '../../testing/backups.ts'
import { verify } from './verify.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-verify-'))
const files = diskStore(path.join(folder, 'files'))
const place = (key: string) => path.join(folder, 'files', key)

let database: Database
let keys: string[]
/** The key of the signed copy. */
let copy: string
beforeAll(async () => {
  database = await testDatabase()
  keys = await smallCompany(database, files, folder)
  const { rows } = await database.pool.query('select copy_key from proposals')
  copy = rows[0].copy_key
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const problems = async () => (await verify(database.url, files, new Date())).problems

test('a sound installation has no problems, and is not changed', async () => {
  const found = await verify(database.url, files, new Date())
  expect(found).toMatchObject({ problems: [], expected: 7, checksums: true })
  expect(found.tables).toBeGreaterThan(100)
  const { rows } = await database.pool.query(
    "select extname from pg_extension where extname = 'pg_prewarm'",
  )
  expect(rows).toEqual([])
})

test('missing, modified and orphaned files are named; those queued for deletion are not', async () => {
  const [one = '', two = ''] = keys
  const flipped = readFileSync(place(`${one}-full`))
  flipped[17] = (flipped[17] ?? 0) ^ 1
  writeFileSync(place(`${one}-full`), flipped)
  rmSync(place(`${two}-original`))
  rmSync(place(copy))
  const old = new Date(Date.now() - 7_200_000)
  for (const name of ['photos/left', 'photos/queued']) {
    writeFileSync(place(name), 'x')
    utimesSync(place(name), old, old)
  }
  await database.pool.query("insert into file_deletions (key) values ('photos/queued')")
  expect(await problems()).toEqual([
    `Missing: ${two}-original`,
    `Missing: ${copy}`,
    `Modified: ${one}-full`,
    'Orphaned: photos/left',
  ])
})

test('a damaged page of a table or of an index is named', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const place = { databaseUrl: undefined, dataDir }
  const setUp = await openDatabase({ ...place, databasePrepared: true }, silentLog)
  await smallCompany(setUp, files, folder)
  await setUp.pool.query(
    "insert into jobs (id, name, address) select gen_random_uuid(), 'job', 'x' from generate_series(1, 1500)",
  )
  const { rows } = await setUp.pool.query<{ jobs: string; key: string }>(
    "select pg_relation_filepath('jobs') as jobs, pg_relation_filepath('jobs_pkey') as key",
  )
  await setUp.pool.query('checkpoint')
  await setUp.close()
  for (const file of [rows[0]?.jobs ?? '', rows[0]?.key ?? '']) {
    const page = readFileSync(path.join(dataDir, 'postgres', file))
    page[8192 * 4 + 5000] = (page[8192 * 4 + 5000] ?? 0) ^ 1
    writeFileSync(path.join(dataDir, 'postgres', file), page)
  }
  const second = await openDatabase({ ...place, databasePrepared: true }, silentLog)
  const found = (await verify(second.url, files, new Date())).problems
  expect((await databaseHealth(second.db)).checksumFailures).toBeGreaterThan(0)
  // As described in docs/operate.md.
  await second.pool.query('select pg_stat_reset()')
  expect(await databaseHealth(second.db)).toMatchObject({ checksumFailures: 0 })
  await second.close()
  expect(found).toContainEqual(
    expect.stringMatching(/^Database: jobs cannot be read \(invalid page/),
  )
  expect(found).toContainEqual(
    expect.stringMatching(/^Database: jobs_pkey cannot be read \(invalid page/),
  )
  expect(found).toContainEqual(expect.stringMatching(/^Database: \d+ checksum failures/))
})
