import { invalid } from '@plumbline/contract/failures.ts'
import type { ImportForm, ImportProblem, ImportReport } from '@plumbline/contract/imports.ts'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import { publish } from '../live/publish.ts'
import { type CheckedRows, checkRows } from './checkRows.ts'
import type { Kind } from './importers.ts'
import { chosenMapping, type Mapping, missingFields, suggestMapping } from './mapping.ts'
import { lockImports } from './queries.ts'
import { readSheet, type Sheet } from './sheet.ts'

const SAMPLE = 3

interface ReadFile<T> extends CheckedRows<T> {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly missing: readonly string[]
  undo(): Promise<void>
}

/** Reads the file and its rows; done before the transaction opens. */
export async function readRows<T>(
  kind: Kind<T>,
  file: Uint8Array,
  { dryRun, columns }: ImportForm,
): Promise<ReadFile<T>> {
  const sheet = await readSheet(file)
  const mapping = columns
    ? chosenMapping(kind.kind, sheet.columns, columns)
    : suggestMapping(kind.kind, sheet.columns)
  const missing = missingFields(kind.kind, mapping)
  if (missing.length > 0 && !dryRun)
    throw invalid({ columns: `No column is chosen for ${missing.join(', ')}` })
  const rows = missing.length > 0 ? [] : sheet.rows
  const checked = await checkRows(kind, { rows, mapping, columns: sheet.columns })
  // The file itself is not stored, so there is nothing to undo.
  return { ...checked, sheet, mapping, missing, undo: async () => undefined }
}

/** Adds the rows and announces them; answers how many were added. */
async function addRows<T>(
  db: Db,
  personId: string,
  kind: Kind<T>,
  values: readonly T[],
  now: Date,
) {
  if (values.length === 0) return 0
  const count = await kind.insert(db, values, now)
  const detail = { kind: kind.kind, count }
  await publish(db, personId, { name: kind.event, subjectId: newId(), detail })
  return count
}

/** Adds the valid rows that do not exist yet; a dry run only counts them. */
export async function importRows<T>(
  db: Db,
  personId: string,
  kind: Kind<T>,
  { sheet, mapping, missing, valid, problems }: ReadFile<T>,
  { dryRun, now }: { readonly dryRun: boolean; readonly now: Date },
): Promise<ImportReport> {
  if (!dryRun) await lockImports(db)
  const matches = await kind.match(db, valid, now)
  const values: T[] = []
  const existing: number[] = []
  const conflicts: ImportProblem[] = []
  for (const { row, cells, value } of valid) {
    const match = matches.get(row)
    if (match === 'same') existing.push(row)
    else if (match && 'reason' in match) {
      const { field = kind.keyField, reason } = match
      conflicts.push({ row, cells: [...cells], reasons: [{ field, message: reason }] })
    } else values.push(match ? match.value : value)
  }
  const added = dryRun ? values.length : await addRows(db, personId, kind, values, now)
  return {
    dryRun,
    columns: [...sheet.columns],
    mapping: { ...mapping },
    missing: [...missing],
    sample: sheet.rows.slice(0, SAMPLE).map(({ cells }) => [...cells]),
    rows: sheet.rows.length,
    added,
    existing,
    problems: [...problems, ...conflicts].sort((a, b) => a.row - b.row),
  }
}
