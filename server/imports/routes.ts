import { readFile } from 'node:fs/promises'
import { invalid } from '@plumbline/contract/failures.ts'
import {
  type ImportForm,
  type ImportProblem,
  type ImportReport,
  importRoutes,
} from '@plumbline/contract/imports.ts'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import type { Serve } from '../http/serve.ts'
import { publish } from '../live/publish.ts'
import { type CheckedRows, checkRows } from './checkRows.ts'
import { customers, jobs, type Kind, subcontractors } from './importers.ts'
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
async function read<T>(
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

/** Adds the valid rows that do not exist yet; a dry run only counts them. */
async function runImport<T>(
  kind: Kind<T>,
  db: Db,
  personId: string,
  { sheet, mapping, missing, valid, problems }: ReadFile<T>,
  dryRun: boolean,
): Promise<ImportReport> {
  if (!dryRun) await lockImports(db)
  const existing = await kind.findExisting(db, valid)
  const newRows = valid.filter(({ row }) => !existing.has(row))
  const conflicts: ImportProblem[] = valid.flatMap(({ row, cells }) => {
    const found = existing.get(row)
    if (found === undefined || found === 'same') return []
    return { row, cells: [...cells], reasons: [{ field: kind.keyField, message: found.reason }] }
  })
  const add = async () => {
    const added = await kind.insert(
      db,
      newRows.map(({ value }) => value),
    )
    await publish(db, personId, {
      name: kind.event,
      subjectId: newId(),
      detail: { kind: kind.kind, count: added },
    })
    return added
  }
  return {
    dryRun,
    columns: [...sheet.columns],
    mapping: { ...mapping },
    missing: [...missing],
    sample: sheet.rows.slice(0, SAMPLE).map(({ cells }) => [...cells]),
    rows: sheet.rows.length,
    added: dryRun || newRows.length === 0 ? newRows.length : await add(),
    existing: valid.filter(({ row }) => existing.get(row) === 'same').map(({ row }) => row),
    problems: [...problems, ...conflicts].sort((a, b) => a.row - b.row),
  }
}

/** Imports of CSV lists, each in one transaction; a dry run shows what would happen. */
export function imports(serve: Serve) {
  const bind = <T>(row: (typeof importRoutes)[keyof typeof importRoutes], kind: Kind<T>) =>
    serve(row, {
      storeFile: async ({ file, body }) => read(kind, await readFile(file.path), body),
      handle: ({ db, person, body, stored }) => runImport(kind, db, person.id, stored, body.dryRun),
    })
  bind(importRoutes.subcontractors, subcontractors)
  bind(importRoutes.customers, customers)
  bind(importRoutes.jobs, jobs)
}
