import type { ExportSummary } from '@plumbline/contract/export.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/handle.ts'
import { filesTotals } from './pictures.ts'
import { exportedTables } from './tables.ts'

const rowCounts = exportedTables.map(({ name }) => `(select count(*) from "${name}")`).join(' + ')

/** The number of rows and files to export, and the bytes of the files. */
export async function summarize(db: Db): Promise<ExportSummary> {
  const { rows } = await db.execute<{ rows: string; files: number; bytes: string }>(
    sql.raw(`select (${rowCounts})::text as rows, totals.* from (${filesTotals}) as totals`),
  )
  const [found] = rows
  return {
    rows: Number(found?.rows ?? 0),
    files: found?.files ?? 0,
    bytes: Number(found?.bytes ?? 0),
  }
}
