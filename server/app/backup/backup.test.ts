import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Source } from '../../events/recordAudit.ts'
import { bundledMigrations, migrate } from '../../platform/db/migrate.ts'
import { connect, type Database } from '../../platform/db/open.ts'
import { emptyDatabase, silentLog, template, testDatabase } from '../../platform/db/testing.ts'
import { diskStore } from '../../platform/files/disk.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { createLog } from '../../platform/log.ts'
import { forge, type LooseManifest, smallCompany } from '../../testing/backups.ts'
import { openArchive } from './archiveReader.ts'
import { makeBackup } from './backup.ts'
import { restoreArchive } from './restore.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-backup-'))
const good = path.join(folder, 'good.zip')
const files = diskStore(path.join(folder, 'files'))
const sessionSecret = 'a secret of at least thirty-two characters'

let database: Database
let keys: string[]
beforeAll(async () => {
  database = await testDatabase()
  keys = await smallCompany(database, files, folder)
  await makeBackup({ url: database.url, files, sessionSecret }, good)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A database, empty or prepared by the program, and a folder for the other data of an installation.
 */
async function newPlace(options = '') {
  const { url, drop } = await emptyDatabase(options)
  const dataDir = mkdtempSync(path.join(folder, 'data-'))
  const secrets: string[] = []
  return { url, drop, dataDir, files: diskStore(path.join(dataDir, 'files')), secrets }
}
const prepared = `template ${template}`
type Place = Awaited<ReturnType<typeof newPlace>>

async function restore(file: string, place: Omit<Place, 'drop'>, log: Source['log'] = silentLog) {
  const archive = await openArchive(file)
  try {
    await restoreArchive(archive, {
      ...place,
      log,
      useSecret: async (secret) => void place.secrets.push(secret),
    })
  } finally {
    await archive.close()
  }
}

/** The names of the tables of a database. */
async function tablesOf(url: string) {
  const { pool, close } = connect(url, silentLog)
  const { rows } = await pool.query("select tablename from pg_tables where schemaname = 'public'")
  await close()
  return rows
}

/** Expects that nothing of the archive has been restored. */
async function expectUntouched({ url, dataDir, secrets }: Place) {
  expect(await tablesOf(url)).toEqual([])
  expect(await everyFile(diskStore(path.join(dataDir, 'files')))).toEqual([])
  expect(readdirSync(dataDir).filter((name) => name !== 'files')).toEqual([])
  expect(secrets).toEqual([])
}

async function everyFile(store: FileStore) {
  const found: string[] = []
  for await (const { key } of store.list()) found.push(key)
  return found.sort()
}

const digits = '0'.repeat(64)
const mutated = path.join(folder, 'mutated.zip')
const damaged = 'it is not a backup, or it was changed or cut off since it was made'

/** Writes the good archive with changed bytes. */
const bytes = (change: (content: Buffer) => Buffer) => async () =>
  writeFileSync(mutated, change(Buffer.from(readFileSync(good))))
const cut = (part: number) => bytes((content) => content.subarray(0, content.length * part))
const flip = (where: (content: Buffer) => number) =>
  bytes((content) => {
    const at = where(content)
    content[at] = (content[at] ?? 0) ^ 1
    return content
  })
/** Writes a changed archive with a correct checksum at its end. */
const forged =
  (...[change, options]: [Parameters<typeof forge>[2], { relist: boolean }?]) =>
  () =>
    forge(good, mutated, change, options)
const manifest = (change: (manifest: LooseManifest) => unknown, options?: { relist: boolean }) =>
  forged((_, found) => void change(found), options)

const mutations: [string, () => Promise<unknown>, string][] = [
  ['nothing', async () => writeFileSync(mutated, ''), damaged],
  ['half of it', cut(0.5), damaged],
  ['all but the end', cut(0.99), damaged],
  ['all but a byte', bytes((content) => content.subarray(0, -1)), damaged],
  ['a byte more', bytes((content) => Buffer.concat([content, Buffer.from('x')])), damaged],
  ['a byte changed in the first header', flip(() => 10), damaged],
  [
    'a byte changed in the secret',
    flip((content) => content.indexOf('secrets/session') + 20),
    damaged,
  ],
  [
    'a byte changed in a table',
    flip((content) => content.indexOf('tables/jobs.copy') + 60),
    damaged,
  ],
  [
    'a byte changed in a picture',
    flip((content) => content.indexOf('files/photos/') + 3000),
    damaged,
  ],
  [
    'a byte changed in its directory',
    flip((content) => content.lastIndexOf('PK\x01\x02') + 12),
    damaged,
  ],
  ['a byte changed in its checksum', flip((content) => content.length - 5), damaged],
  [
    'a picture instead',
    async () => copyFileSync(path.join(folder, 'files', `${keys[0]}-full`), mutated),
    damaged,
  ],
  ['a newer format', manifest((found) => found.format++), 'made by a newer version of the program'],
  [
    'a newer migration',
    manifest((found) => found.migrations.push({ tag: '9999_later', hash: digits })),
    'the migration 9999_later',
  ],
  [
    'a migration of another branch',
    manifest(({ migrations }) => {
      const [first] = migrations
      if (first) first.hash = digits
    }),
    'with the migration 0000',
  ],
  [
    'an entry that is not listed',
    forged((parts) => [...parts, { name: 'files/photos/extra', content: Buffer.from('x') }], {
      relist: false,
    }),
    'its manifest does not list',
  ],
  [
    'a listed entry that is missing',
    forged((parts) => parts.slice(0, -1), { relist: false }),
    'is missing',
  ],
  [
    'a table that is missing',
    forged((parts) => parts.filter(({ name }) => name !== 'tables/jobs.copy')),
    'tables/jobs.copy is missing',
  ],
  [
    'a table more',
    forged((parts) => [...parts, { name: 'tables/sessions.copy', content: Buffer.from('') }]),
    'its manifest does not describe',
  ],
  ['no secret', forged((parts) => parts.slice(1)), 'secrets/session is missing'],
  [
    'another content',
    forged(
      (parts) => {
        const [last] = parts.slice(-1)
        if (last) last.content = Buffer.alloc(last.content.length)
      },
      { relist: false },
    ),
    'is not as it was written',
  ],
  [
    'another size',
    manifest(
      ({ entries }) => {
        const [first] = entries
        if (first) first.size++
      },
      { relist: false },
    ),
    'is not as it was written',
  ],
  ['an entry twice', forged((parts) => [...parts, ...parts.slice(-1)], { relist: false }), 'twice'],
  [
    'a listing twice',
    manifest(({ entries }) => entries.push(...entries.slice(-1)), { relist: false }),
    'lists an entry twice',
  ],
  [
    'a name that leads elsewhere',
    forged((parts) => [...parts, { name: '../escaped', content: Buffer.from('x') }], {
      relist: false,
    }),
    'cannot be restored',
  ],
  [
    'an absolute name',
    forged((parts) => [...parts, { name: '/etc/escaped', content: Buffer.from('x') }], {
      relist: false,
    }),
    'cannot be restored',
  ],
  [
    'a hidden file',
    forged((parts) => [...parts, { name: 'files/photos/.x', content: Buffer.from('x') }], {
      relist: false,
    }),
    'which no backup does',
  ],
  [
    'another secret, such as the password of the database',
    forged((parts) => [...parts, { name: 'secrets/database', content: Buffer.from('x') }], {
      relist: false,
    }),
    'which no backup does',
  ],
  ['two manifests', forged(() => [{ name: 'manifest.json', content: Buffer.from('x') }]), 'twice'],
  [
    'a manifest of something else',
    manifest((found) => {
      found.more = 1
    }),
    'is not that of a backup',
  ],
  [
    'another column',
    manifest(({ tables }) => tables[0]?.columns.push('more')),
    'are not those of its version',
  ],
  [
    'a table of another name',
    forged((parts, { tables }) => {
      const [first] = tables
      const name = first?.name
      if (first) first.name = 'pg_authid'
      for (const part of parts)
        if (part.name === `tables/${name}.copy`) part.name = 'tables/pg_authid.copy'
      return parts
    }),
    'are not those of its version',
  ],
  [
    'fewer rows than it says',
    manifest(({ tables }) => {
      const [jobs] = tables.filter(({ name }) => name === 'jobs')
      if (jobs) jobs.rows++
    }),
    'rows in the backup instead of',
  ],
  [
    'a row that refers to nobody',
    forged((parts) => {
      for (const part of parts)
        if (part.name === 'tables/photos.copy')
          part.content = Buffer.from(
            part.content.toString().replace(/\t[0-9a-f]{8}-(?=[^\t]*\t\/api)/g, '\t00000000-'),
          )
    }),
    'violates foreign key constraint',
  ],
  [
    'rows that are none',
    forged((parts) => {
      for (const part of parts)
        if (part.name === 'tables/jobs.copy') part.content = Buffer.from('one\ntwo\nthree\n')
    }),
    'invalid input syntax',
  ],
]

describe('an archive is rejected, and nothing of it restored, with', () => {
  let place: Place
  beforeAll(async () => {
    place = await newPlace()
  })
  afterAll(() => place.drop())

  test.each(mutations)('%s', async (_, mutate, why) => {
    await mutate()
    const refused = await restore(mutated, place).catch(({ message }: Error) => message)
    expect(refused).toContain(why)
    expect(refused).not.toContain('\n')
    await expectUntouched(place)
  })

  test('a valid archive is restored after rejected ones', async () => {
    await restore(good, place)
    expect(await everyFile(place.files)).toEqual(await everyFile(files))
    expect(place.secrets).toEqual([sessionSecret])
  })
})

test('a completed restore logs a security event, a failed one does not', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const place = await newPlace(prepared)
  try {
    const files = { ...place.files, put: () => Promise.reject(new Error('It failed')) }
    await expect(restore(good, { ...place, files }, log)).rejects.toThrow('It failed')
    expect(lines).toEqual([])
    await restore(good, place, log)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'Security event',
        audit: expect.objectContaining({ action: 'backup.restored', actorId: null, address: null }),
      }),
    ])
  } finally {
    await place.drop()
  }
})

test('a restore into an installation in use is refused', async () => {
  const place = { url: database.url, dataDir: folder, files, secrets: [] }
  const before = await database.pool.query('select t::text from jobs t order by 1')
  const stored = await everyFile(files)
  await expect(restore(good, place)).rejects.toThrow('the program is running on this database')
  const other = await newPlace(prepared)
  await restore(good, other)
  await expect(restore(good, other)).rejects.toThrow('this installation has a company')
  await other.drop()
  expect((await database.pool.query('select t::text from jobs t order by 1')).rows).toEqual(
    before.rows,
  )
  expect(await everyFile(files)).toEqual(stored)
})

test('a restore into a database with unknown tables is refused', async () => {
  const place = await newPlace()
  const { pool, close } = connect(place.url, silentLog)
  await pool.query('create table theirs (text text)')
  await close()
  await expect(restore(good, place)).rejects.toThrow('the database holds tables of something else')
  expect(await tablesOf(place.url)).toEqual([{ tablename: 'theirs' }])
  await place.drop()
})

test('a restore whose file store fails leaves nothing, and retains files stored before', async () => {
  const place = await newPlace()
  const [there = ''] = await everyFile(files)
  await place.files.put(there, path.join(folder, 'files', there))
  let remainingUploads = 3
  const failing: FileStore = {
    ...place.files,
    put: (key, file) =>
      remainingUploads-- > 0
        ? place.files.put(key, file)
        : Promise.reject(new Error('the disk is full')),
  }
  await expect(restore(good, { ...place, files: failing })).rejects.toThrow('the disk is full')
  expect(await everyFile(place.files)).toEqual([there])
  expect(await tablesOf(place.url)).toEqual([])

  writeFileSync(path.join(folder, 'other'), 'other')
  await place.files.put(there, path.join(folder, 'other'))
  await expect(restore(good, place)).rejects.toThrow('the file store has another file')
  expect(await tablesOf(place.url)).toEqual([])
  await place.drop()
})

test('a backup of an earlier version is restored and migrated', async () => {
  const place = await newPlace()
  // Writes the archive of the version before the last migration, without what that one added.
  const all = bundledMigrations()
  const older = await emptyDatabase()
  const { pool, close } = connect(older.url, silentLog)
  await migrate(pool, all.slice(0, -1))
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0
       and a.attgenerated = '' group by 1`,
  )
  await close()
  await older.drop()
  const before = new Map(rows.map(({ name, columns }) => [name, columns]))
  await forge(good, mutated, (parts, found) => {
    found.migrations.pop()
    const olderTables = found.tables.filter(({ name }) => before.has(name))
    for (const part of parts) {
      const table = olderTables.find(({ name }) => part.name === `tables/${name}.copy`)
      const columns = before.get(table?.name ?? '') ?? []
      if (!table || columns.length === table.columns.length) continue
      const indexes = columns.map((column) => table.columns.indexOf(column))
      const lines = part.content.toString().split('\n').slice(0, -1)
      const cells = lines.map((line) => line.split('\t'))
      part.content = Buffer.from(
        cells.map((row) => `${indexes.map((index) => row[index]).join('\t')}\n`).join(''),
      )
      table.columns = columns
    }
    found.tables = olderTables
    return parts.filter(
      ({ name }) =>
        !name.startsWith('tables/') ||
        olderTables.some((table) => name === `tables/${table.name}.copy`),
    )
  })
  await restore(mutated, place)
  const restored = connect(place.url, silentLog)
  const tags = await restored.pool.query('select tag from migrations order by tag')
  expect(tags.rows.map(({ tag }) => tag)).toEqual(all.map(({ tag }) => tag))
  const jobs = 'select id, name from jobs order by id'
  expect((await restored.pool.query(jobs)).rows).toEqual((await database.pool.query(jobs)).rows)
  await restored.close()
  await place.drop()
})

describe('a backup', () => {
  const parts = () => ({ url: database.url, files, sessionSecret })

  test('needs a company', async () => {
    const place = await newPlace()
    const target = path.join(place.dataDir, 'a.zip')
    await expect(makeBackup({ ...parts(), url: place.url }, target)).rejects.toThrow(
      'there is no company to back up',
    )
    expect(readdirSync(place.dataDir)).toEqual([])
    await place.drop()
  })

  test('leaves nothing when it fails, and retains an earlier archive', async () => {
    const inside = path.join(folder, 'failing')
    await mkdir(inside)
    const target = path.join(inside, 'a.zip')
    copyFileSync(good, target)
    const failing = { ...files, open: () => Promise.reject(new Error('the store is away')) }
    await expect(makeBackup({ ...parts(), files: failing }, target)).rejects.toThrow(
      'the store is away',
    )
    expect(readdirSync(inside)).toEqual(['a.zip'])
    expect(readFileSync(target).equals(readFileSync(good))).toBe(true)
  })

  test('names missing and damaged files, and contains all others', async () => {
    const [one = '', two = ''] = keys
    const place = path.join(folder, 'files', `${two}-full`)
    const content = readFileSync(place)
    const missingFile = path.join(folder, 'files', `${one}-thumb`)
    const thumb = readFileSync(missingFile)
    rmSync(missingFile)
    writeFileSync(place, 'damaged')
    const target = path.join(folder, 'incomplete.zip')
    expect(await makeBackup(parts(), target)).toMatchObject({
      missing: [`${one}-thumb`],
      changed: [`${two}-full`],
      files: 6,
    })
    const { manifest: found, close } = await openArchive(target)
    expect(found).toMatchObject({ missing: [`${one}-thumb`], changed: [`${two}-full`] })
    await close()
    writeFileSync(place, content)
    writeFileSync(missingFile, thumb)
  })
})
