import { readFile } from 'node:fs/promises'
import { invalid } from '@plumbline/contract/failures.ts'
import {
  type ImportOrder,
  type ImportProblem,
  type ImportReport,
  importRoutes,
} from '@plumbline/contract/imports.ts'
import type { Db } from '../db/handle.ts'
import { newId } from '../db/ids.ts'
import type { Serve } from '../http/serve.ts'
import { publish } from '../live/publish.ts'
import { type Checked, checkRows } from './check.ts'
import { customers, jobs, type Kind, subcontractors } from './kinds.ts'
import { chosen, type Mapping, missingFields, suggest } from './mapping.ts'
import { holdImports } from './queries.ts'
import { readSheet, type Sheet } from './sheet.ts'

const SAMPLE = 3

interface Read<T> extends Checked<T> {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly missing: readonly string[]
  undo(): Promise<void>
}

/** Reads the file and its rows; done before the transaction opens. */
async function read<T>(
  kind: Kind<T>,
  file: Uint8Array,
  { dryRun, columns }: ImportOrder,
): Promise<Read<T>> {
  const sheet = await readSheet(file)
  const mapping = columns
    ? chosen(kind.kind, sheet.columns, columns)
    : suggest(kind.kind, sheet.columns)
  const missing = missingFields(kind.kind, mapping)
  if (missing.length > 0 && !dryRun)
    throw invalid({ columns: `No column is chosen for ${missing.join(', ')}` })
  const rows = missing.length > 0 ? [] : sheet.rows
  const checked = await checkRows(kind, { rows, mapping, columns: sheet.columns })
  // Nothing of the file is stored, so there is nothing to undo.
  return { ...checked, sheet, mapping, missing, undo: async () => undefined }
}

/** Adds the rows that may be added, or says how many they are. */
async function carryOut<T>(
  kind: Kind<T>,
  db: Db,
  personId: string,
  { sheet, mapping, missing, good, problems }: Read<T>,
  dryRun: boolean,
): Promise<ImportReport> {
  if (!dryRun) await holdImports(db)
  const there = await kind.there(db, good)
  const fresh = good.filter(({ row }) => !there.has(row))
  const taken: ImportProblem[] = good.flatMap(({ row, cells }) => {
    const found = there.get(row)
    if (found === undefined || found === 'same') return []
    return { row, cells: [...cells], reasons: [{ field: kind.keyField, message: found.reason }] }
  })
  const add = async () => {
    const added = await kind.insert(
      db,
      fresh.map(({ value }) => value),
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
    added: dryRun || fresh.length === 0 ? fresh.length : await add(),
    existing: good.filter(({ row }) => there.get(row) === 'same').map(({ row }) => row),
    problems: [...problems, ...taken].sort((a, b) => a.row - b.row),
  }
}

/** Lists from elsewhere: looked at first, then taken in one transaction. */
export function imports(serve: Serve) {
  const bind = <T>(row: (typeof importRoutes)[keyof typeof importRoutes], kind: Kind<T>) =>
    serve(row, {
      storeFile: async ({ file, body }) => read(kind, await readFile(file.path), body),
      handle: ({ db, person, body, stored }) => carryOut(kind, db, person.id, stored, body.dryRun),
    })
  bind(importRoutes.subcontractors, subcontractors)
  bind(importRoutes.customers, customers)
  bind(importRoutes.jobs, jobs)
}
