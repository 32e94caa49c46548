import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { DAY_MS } from '@plumbline/contract/time.ts'
import { companyName } from '../../access/company/queries.ts'
import { FILES_IN_USE_LOCK } from '../../events/fileDeletions.ts'
import type { Services } from '../../http/services.ts'
import { databaseBytes } from '../../platform/db/health.ts'
import { newId } from '../../platform/db/ids.ts'
import { openSnapshot } from '../../platform/db/snapshot.ts'
import { type DiskSpace, diskSpaceIn } from '../../platform/files/room.ts'
import { localEntry, type ZipEntry, zipOf } from '../../platform/files/zip.ts'
import { writeTables } from './csvFiles.ts'
import { listFiles } from './pictures.ts'
import { readmeOf } from './readme.ts'

/** Enough because every query reads only a few hundred rows. */
const MAX_QUERY_MS = 30_000

export interface Export {
  readonly stream: Readable
  /** In bytes. */
  readonly size: number
  readonly rows: number
  readonly files: number
}

const exportsFolder = (dataDir: string) => path.join(dataDir, 'exports')

/**
 * Checks the disk space for the tables, which are written to the disk before the download begins.
 * @throws NoSpaceError if they do not fit
 */
export async function requireExportRoom({
  database,
  settings,
}: Pick<Services, 'database' | 'settings'>): Promise<DiskSpace> {
  const room = await diskSpaceIn(settings.dataDir, settings)
  await room.require(await databaseBytes(database.db))
  return room
}

/**
 * Makes the zip file of everything: a consistent snapshot of the tables, written to a temporary
 * folder, and the pictures directly from the store. All temporary data is removed when the stream
 * closes.
 * @param signal aborts the export, before and after the stream has been opened
 */
export async function makeExport(
  { database, files: store, settings }: Services,
  now: Date,
  signal: AbortSignal,
): Promise<Export> {
  const room = await requireExportRoom({ database, settings })
  const folder = path.join(exportsFolder(settings.dataDir), newId())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lost = new AbortController()
  const either = AbortSignal.any([signal, lost.signal])
  const cleanUps = [() => rm(folder, { recursive: true, force: true })]
  const cleanUp = async () => {
    await Promise.allSettled(cleanUps.map((one) => one()))
  }
  try {
    const snapshot = await openSnapshot(database.url, FILES_IN_USE_LOCK, {
      longest: MAX_QUERY_MS,
      onLost: (error) => lost.abort(error),
    })
    cleanUps.push(() => snapshot.end())
    const tables = await writeTables(snapshot, folder, { signal: either, room })
    const pictures = await listFiles(snapshot, store)
    // Ends the transaction, but keeps the lock of the session.
    await snapshot.query('commit')
    const readme = readmeOf(await companyName(database.db), now, tables, pictures)
    const readmeFile = { place: path.join(folder, 'README.txt'), size: Buffer.byteLength(readme) }
    await writeFile(readmeFile.place, readme, { mode: 0o600 })

    const entries: ZipEntry[] = [
      localEntry('README.txt', readmeFile, now),
      ...tables.map((table) => localEntry(`tables/${table.name}`, table, now)),
      ...pictures.files.map((file) => ({
        path: file.path,
        size: file.size,
        changedAt: new Date(`${file.day}T12:00:00Z`),
        open: async () => (await store.open(file.key))?.stream,
      })),
    ]
    either.throwIfAborted()
    const { stream, size } = await zipOf(entries)
    stream.once('close', () => void cleanUp())
    either.addEventListener('abort', () => stream.destroy(either.reason as Error))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { stream, size, rows, files: pictures.files.length }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/**
 * Removes the folders that a killed program left behind. Those of the last 24 hours may belong to
 * another node, so they stay.
 */
export async function sweepExports(dataDir: string, now: Date) {
  const folder = exportsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    const { mtimeMs } = await stat(place)
    if (now.getTime() - mtimeMs > DAY_MS) await rm(place, { recursive: true, force: true })
  }
}
