import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BYTE_ORDER_MARK, csvLine } from '@plumbline/contract/csv.ts'
import type pg from 'pg'
import { inBatches } from '../../platform/db/snapshot.ts'
import type { DiskSpace } from '../../platform/files/room.ts'
import { type ExportedTable, exportedTables } from './tables.ts'

/** A table written as a CSV file. */
export interface CsvFile {
  readonly name: string
  readonly place: string
  /** In bytes. */
  readonly size: number
  readonly rows: number
}

interface WriteOptions {
  readonly signal: AbortSignal
  /** The disk space that the files are written to. */
  readonly room: Pick<DiskSpace, 'guard'>
}

async function writeTable(
  snapshot: pg.ClientBase,
  { name, columns, query }: ExportedTable,
  folder: string,
  { signal, room }: WriteOptions,
): Promise<CsvFile> {
  const place = path.join(folder, `${name}.csv`)
  let rows = 0
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLine(columns)
    for await (const batch of inBatches(snapshot, query)) {
      rows += batch.length
      yield batch.map((row) => csvLine(row.map((cell) => cell ?? ''))).join('')
    }
  }
  await pipeline(
    Readable.from(lines(), { objectMode: false }),
    room.guard(),
    createWriteStream(place, { mode: 0o600 }),
    { signal },
  )
  return { name: `${name}.csv`, place, size: (await stat(place)).size, rows }
}

/** Writes every table of the snapshot into the folder. */
export async function writeTables(snapshot: pg.ClientBase, folder: string, options: WriteOptions) {
  const written: CsvFile[] = []
  for (const table of exportedTables)
    written.push(await writeTable(snapshot, table, folder, options))
  return written
}
