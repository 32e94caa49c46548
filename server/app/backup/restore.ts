import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { insertAudit, type Source } from '../../events/recordAudit.ts'
import { isConnectionError } from '../../platform/db/connectionErrors.ts'
import {
  applyMigrations,
  bundledMigrations,
  hashOf,
  type Migration,
} from '../../platform/db/migrate.ts'
import { openClient } from '../../platform/db/open.ts'
import { sha256Of } from '../../platform/files/integrity.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { StartError } from '../../platform/startError.ts'
import { type Archive, keysOf } from './archiveReader.ts'
import { backedUpTables, dropForeignKeys, dropTables } from './catalog.ts'
import { fileEntry, type Manifest, SESSION_SECRET, tableEntry } from './manifest.ts'
import { RESTORE_FOLDER, RESTORED_FILE, sweepRestores } from './sweepRestores.ts'

interface RestoreParts {
  readonly url: string
  readonly files: FileStore
  readonly dataDir: string
  readonly log: Source['log']
  /** Adopts the secret of the archive for this installation, before anything is committed. */
  useSecret(secret: string): Promise<void>
}

/**
 * Restores a backup into an empty installation: all of it, or nothing.
 * @throws StartError when the installation is not empty, or the archive is from a newer version
 */
export async function restoreArchive(archive: Archive, parts: RestoreParts): Promise<void> {
  const { manifest } = archive
  const migrations = migrationsOf(manifest)
  const client = await openClient(parts.url)
  const added: string[] = []
  let committing = false
  try {
    await requireStopped(client)
    await client.query('begin')
    await requireEmpty(client)
    await dropTables(client)
    await applyMigrations(client, migrations)
    await loadTables(client, archive)
    await applyMigrations(client, bundledMigrations())
    const detail = { takenAt: manifest.takenAt, rows: rowsOf(manifest) }
    const source = { person: null, ip: null, log: parts.log }
    const logRestored = await insertAudit(drizzle(client), source, {
      action: 'backup.restored',
      detail,
    })
    await storeFiles(archive, parts, added)
    await parts.useSecret(await text(await archive.read(SESSION_SECRET)))
    committing = true
    await client.query('commit')
    logRestored()
  } catch (error) {
    // If the connection broke during the commit, it may have succeeded, so the files must stay.
    if (!committing || !isConnectionError(error))
      for (const key of added) await parts.files.delete(key).catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

export const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

/**
 * The migrations that the archive was made with.
 * @throws StartError unless they are the first ones of this program
 */
function migrationsOf({ migrations }: Manifest): Migration[] {
  const own = bundledMigrations()
  migrations.forEach(({ tag, hash }, index) => {
    const migration = own[index]
    if (!migration || migration.tag !== tag || hashOf(migration) !== hash)
      throw new StartError(
        `the backup was made by a newer or another version of the program, with the migration ${tag}`,
      )
  })
  return own.slice(0, migrations.length)
}

/**
 * Checks that no other program uses the database. Connections that were just closed are listed for
 * a moment, so it looks again for up to two seconds.
 * @throws StartError otherwise
 */
async function requireStopped(client: pg.Client) {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'plumbline' limit 1`,
    )
    if (rows.length === 0) return
    if (attempt === 20)
      throw new StartError('the program is running on this database; stop it and try again')
    await sleep(100)
  }
}

/**
 * Checks that no company has been set up here, and that the database has no other tables.
 * @throws StartError otherwise
 */
async function requireEmpty(client: pg.Client) {
  const { rows: state } = await client.query<{ ours: boolean; tables: number }>(
    `select to_regclass('migrations') is not null as ours,
       (select count(*)::int from pg_tables where schemaname = current_schema()) as tables`,
  )
  const { ours = false, tables = 0 } = state[0] ?? {}
  if (!ours && tables > 0)
    throw new StartError('the database holds tables of something else; use an empty one')
  if (!ours) return
  // If somebody sets up a company at this moment, they wait, and then find it set up.
  await client.query('lock table users, settings in access exclusive mode')
  const { rows: people } = await client.query(
    'select 1 from users union all select 1 from settings limit 1',
  )
  if (people.length > 0)
    throw new StartError('this installation has a company; a backup is restored into an empty one')
}

/** Loads every table. The columns must be those of the migrations, so no name is taken on trust. */
async function loadTables(client: pg.Client, archive: Archive) {
  const { tables, sequences } = archive.manifest
  const inDatabase = await backedUpTables(client)
  const described = tables.map(({ name, columns }) => ({ name, columns }))
  if (JSON.stringify(inDatabase) !== JSON.stringify(described))
    throw new StartError('the tables of the backup are not those of its version')
  const addForeignKeys = await dropForeignKeys(client)
  for (const { name, columns, rows } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const target = client.query(copyFrom(`copy "${name}" (${list}) from stdin`))
    await pipeline(await archive.read(tableEntry(name)), target)
    if (target.rowCount !== rows)
      throw new StartError(`${name} has ${target.rowCount} rows in the backup instead of ${rows}`)
  }
  await addForeignKeys()
  for (const { name, value } of sequences) {
    await client.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, $2::bigint)
       from pg_sequences where schemaname = current_schema() and sequencename = $1`,
      [name, value],
    )
  }
}

/**
 * Stores the files of the archive, and adds their keys to `added`, so that they can be deleted if
 * the restore fails. Existing files may belong to another installation, so they are never deleted.
 */
async function storeFiles(
  archive: Archive,
  { files, dataDir }: RestoreParts,
  added: string[],
): Promise<void> {
  // Another restore cannot be running, because it would hold the locks of the tables.
  await sweepRestores(dataDir, new Date(), 0)
  const folder = await mkdtemp(path.join(dataDir, RESTORE_FOLDER))
  try {
    for (const key of keysOf(archive.manifest)) {
      const local = path.join(folder, RESTORED_FILE)
      const content = await archive.read(fileEntry(key))
      await pipeline(content, createWriteStream(local, { mode: 0o600 }))
      if (await isStored(files, key, local)) continue
      added.push(key)
      await files.put(key, local)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Whether the store has the file already.
 * @throws StartError if it has another file with the same key, so that nothing is restored
 */
async function isStored(files: FileStore, key: string, local: string): Promise<boolean> {
  const existing = await files.open(key)
  if (!existing) return false
  const [one, other] = await Promise.all([
    sha256Of(existing.stream),
    sha256Of(createReadStream(local)),
  ])
  if (one !== other) throw new StartError(`the file store has another file ${key}`)
  return true
}
