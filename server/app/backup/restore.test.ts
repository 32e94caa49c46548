import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Database } from '../../platform/db/open.ts'
import { emptyDatabase, silentLog, testDatabase } from '../../platform/db/testing.ts'
import { diskStore } from '../../platform/files/disk.ts'
import { counts } from '../../schema/counts.ts'
import { forge, smallCompany, withDeclaredSize } from '../../testing/backups.ts'
import { openArchive } from './archiveReader.ts'
import { makeBackup } from './backup.ts'
import { restoreArchive } from './restore.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-restore-'))
const good = path.join(folder, 'good.zip')
const forged = path.join(folder, 'forged.zip')
const files = diskStore(path.join(folder, 'files'))
const sessionSecret = 'a secret of at least thirty-two characters'

let database: Database
let keys: string[]
const parts = () => ({ url: database.url, files, sessionSecret })
beforeAll(async () => {
  database = await testDatabase()
  keys = await smallCompany(database, files, folder)
  await makeBackup(parts(), good)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty installation for one test. */
async function newPlace() {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  return { url, dataDir, files: diskStore(path.join(dataDir, 'files')) }
}

async function restore(file: string, place: Awaited<ReturnType<typeof newPlace>>) {
  const archive = await openArchive(file)
  try {
    await restoreArchive(archive, { ...place, useSecret: async () => {}, log: silentLog })
  } finally {
    await archive.close()
  }
}

async function jobsIn(url: string) {
  const { pool, close } = connect(url, silentLog)
  const { rows } = await pool.query('select * from jobs order by id')
  await close()
  return rows
}

test('the counts of restored jobs are right', async () => {
  const place = await newPlace()
  await restore(good, place)
  const { db, close } = connect(place.url, silentLog)
  onTestFinished(() => close())
  expect(await db.select().from(counts)).toEqual([
    { kind: 'job', status: 'not_started', day: 'infinity', count: 3, approvedAmount: 0 },
  ])
})

const many = Buffer.alloc(2_000_000, 'x')

test.each([
  ['a file', 'files/photos/bomb'],
  ['a table', 'tables/jobs.copy'],
])('%s that inflates beyond its stated size is rejected', async (_, name) => {
  await forge(
    good,
    forged,
    (entries, manifest) => {
      const listed = manifest.entries.find((entry) => entry.name === name)
      if (listed) listed.size = 100
      else manifest.entries.push({ name, size: 100, sha256: '0'.repeat(64) })
      return [...entries.filter((entry) => entry.name !== name), { name, content: many }]
    },
    { relist: false, patch: (bytes) => withDeclaredSize(bytes, name, 100) },
  )
  await expect(openArchive(forged)).rejects.toThrow('too many bytes in the stream')
})

test('a manifest that inflates beyond its stated size is rejected', async () => {
  await forge(
    good,
    forged,
    (entries, manifest) => {
      manifest.program = many.toString('latin1')
      return entries
    },
    { patch: (bytes) => withDeclaredSize(bytes, 'manifest.json', 100) },
  )
  await expect(openArchive(forged)).rejects.toThrow('too many bytes in the stream')
})

test('a manifest with too large a stated size is rejected before it is read', async () => {
  await forge(good, forged, (entries) => entries, {
    patch: (bytes) => withDeclaredSize(bytes, 'manifest.json', 4_000_000_000),
  })
  await expect(openArchive(forged)).rejects.toThrow('its manifest.json is too large')
})

test('a symbolic link is restored as a plain file', async () => {
  const place = await newPlace()
  const name = 'files/photos/link'
  await forge(good, forged, (entries) => [
    ...entries,
    { name, content: Buffer.from('/etc/passwd'), mode: 0o120777 },
  ])
  await restore(forged, place)
  const link = path.join(place.dataDir, name)
  expect(lstatSync(link).isFile()).toBe(true)
  expect(readFileSync(link, 'utf8')).toBe('/etc/passwd')
})

test('a restore after a killed one restores everything, and removes its leftovers', async () => {
  const place = await newPlace()
  const [key = ''] = keys
  const stored = `${key}-thumb`
  await place.files.put(stored, path.join(folder, 'files', stored))
  mkdirSync(path.join(place.dataDir, 'restore-abc123'))
  writeFileSync(path.join(place.dataDir, 'restore-abc123/file'), 'half')
  await restore(good, place)
  expect(readdirSync(place.dataDir)).toEqual(['files'])
  expect(readdirSync(path.join(place.dataDir, 'files/photos'))).toHaveLength(6)
  expect(await jobsIn(place.url)).toEqual(await jobsIn(database.url))
})

test('of two concurrent restores exactly one succeeds', async () => {
  const place = await newPlace()
  const results = await Promise.allSettled([restore(good, place), restore(good, place)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await jobsIn(place.url)).toEqual(await jobsIn(database.url))
  expect(readdirSync(path.join(place.dataDir, 'files/photos'))).toHaveLength(6)
})

test('two concurrent backups to one file leave one complete archive', async () => {
  const inside = mkdtempSync(path.join(folder, 'twice-'))
  const target = path.join(inside, 'a.zip')
  await Promise.all([makeBackup(parts(), target), makeBackup(parts(), target)])
  expect(readdirSync(inside)).toEqual(['a.zip'])
  await (await openArchive(target)).close()
})

test.each([
  ['a missing folder', 'nowhere/a.zip', 'ENOENT'],
  ['a file instead of a folder', 'good.zip/a.zip', 'ENOTDIR'],
])('a backup into %s fails with one line, and leaves nothing', async (_, name, code) => {
  const before = readdirSync(folder)
  const failure = await makeBackup(parts(), path.join(folder, name)).catch((error) => error)
  expect(failure).toMatchObject({ code, message: expect.not.stringContaining('\n') })
  expect(readdirSync(folder)).toEqual(before)
})
