import { Readable, Transform } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { FILES_IN_USE_LOCK } from '../../events/fileDeletions.ts'
import { version } from '../../package.json'
import { databaseBytes } from '../../platform/db/health.ts'
import { bundledMigrations, hashOf } from '../../platform/db/migrate.ts'
import { openSnapshot } from '../../platform/db/snapshot.ts'
import type { ExpectedFile } from '../../platform/files/integrity.ts'
import type { DiskSpace } from '../../platform/files/room.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { StartError } from '../../platform/startError.ts'
import { type AddEntry, writeArchive } from './archiveWriter.ts'
import { backedUpTables, sequenceValues } from './catalog.ts'
import { allFiles } from './files.ts'
import { FORMAT, fileEntry, type Manifest, SESSION_SECRET, tableEntry } from './manifest.ts'

interface BackupParts {
  /** The connection URL of the database. */
  readonly url: string
  readonly files: FileStore
  readonly sessionSecret: string
  /** Cancels the backup when it is aborted. */
  readonly signal?: AbortSignal
  /** The disk space that the archive is written to. */
  readonly room?: Pick<DiskSpace, 'require' | 'guard'>
}

export interface BackupResult extends Pick<Manifest, 'takenAt' | 'missing' | 'changed'> {
  readonly bytes: number
  readonly rows: number
  readonly files: number
}

/**
 * Writes a backup of a system that may be running: a consistent snapshot of every row, the files
 * they refer to, and the secret that links and sealed values depend on.
 * @param target the path of the archive, which is written atomically
 * @throws StartError if there is no company, the database belongs to another version, or there is
 * not enough disk space
 */
export async function makeBackup(
  { url, files, sessionSecret, signal, room }: BackupParts,
  target: string,
): Promise<BackupResult> {
  const client = await openSnapshot(url, FILES_IN_USE_LOCK)
  let made: Omit<Manifest, 'entries'> | undefined
  let fileCount = 0
  try {
    const migrations = await requireCompany(client)
    if (room) await room.require(await estimatedBytes(client))
    const bytes = await writeArchive(
      target,
      async (add) => {
        await add(SESSION_SECRET, Readable.from([Buffer.from(sessionSecret)]), { compress: true })
        const rows = await client.query<{ at: Date }>('select now() as at')
        const tables = await addTables(client, add)
        const stored = await addFiles(client, files, add)
        fileCount = stored.count
        made = {
          format: FORMAT,
          program: version,
          takenAt: (rows.rows[0]?.at ?? new Date()).toISOString(),
          migrations,
          tables,
          // Read last. Values that were used after the snapshot belong to rows that are not in the
          // backup.
          sequences: await sequenceValues(client),
          missing: stored.missing,
          changed: stored.changed,
        }
        return made
      },
      { signal, guard: room?.guard() },
    )
    const { takenAt = '', missing = [], changed = [], tables = [] } = made ?? {}
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { bytes, takenAt, missing, changed, rows, files: fileCount }
  } finally {
    // Ends the transaction and releases the lock.
    await client.end()
  }
}

/**
 * An upper estimate of the archive size: the files, and the database, whose rows get smaller when
 * compressed.
 */
async function estimatedBytes(client: pg.Client): Promise<number> {
  const db = drizzle(client)
  let bytes = await databaseBytes(db)
  for await (const { size } of allFiles(db)) bytes += size
  return bytes
}

/**
 * The migrations of the database.
 * @throws StartError if there is no company, or they are not those of this program
 */
async function requireCompany(client: pg.ClientBase): Promise<Manifest['migrations']> {
  const { rows: found } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null and to_regclass('settings') is not null as there",
  )
  const { rows } = found[0]?.there
    ? await client.query<{ tag: string; hash: string }>(
        'select tag, hash from migrations order by tag',
      )
    : { rows: [] }
  const company = rows.length > 0 && (await client.query('select from settings')).rowCount
  if (!company) throw new StartError('there is no company to back up')
  const own = bundledMigrations().map((migration) => ({
    tag: migration.tag,
    hash: hashOf(migration),
  }))
  if (JSON.stringify(rows) !== JSON.stringify(own))
    throw new StartError(
      'the database belongs to another version of the program; back it up with that version, or start this one on it first',
    )
  return rows
}

/** Adds every row of every table in the format of COPY, one line each. */
async function addTables(client: pg.ClientBase, add: AddEntry): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await backedUpTables(client)) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const lines = client.query(copyTo(`copy "${name}" (${list}) to stdout`))
    let rows = 0
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
        done(null, chunk)
      },
    })
    lines.once('error', (error) => counted.destroy(error))
    await add(tableEntry(name), lines.pipe(counted), { compress: true })
    tables.push({ name, columns, rows })
  }
  return tables
}

/**
 * Adds every file that rows of the snapshot refer to. A missing file does not stop the backup of
 * the others.
 */
async function addFiles(client: pg.Client, store: FileStore, add: AddEntry) {
  const missing: string[] = []
  const changed: string[] = []
  let count = 0
  for await (const expected of allFiles(drizzle(client))) {
    const file = await store.open(expected.key)
    if (!file) missing.push(expected.key)
    else {
      const entry = await add(fileEntry(expected.key), file.stream, { compress: false })
      if (!isSame(entry, expected)) changed.push(expected.key)
      count++
    }
  }
  return { count, missing, changed }
}

const isSame = (one: Omit<ExpectedFile, 'key'>, other: ExpectedFile) =>
  one.size === other.size && one.sha256 === other.sha256
