import { unescapeFormulas } from '@plumbline/contract/csv.ts'
import { invalid } from '@plumbline/contract/failures.ts'
import type {
  ImportForm,
  ImportKind,
  ImportProblem,
  ImportReport,
} from '@plumbline/contract/imports.ts'
import type { Db } from '../../platform/db/handle.ts'
import { readCell } from './cells.ts'
import { type CheckedRows, checkRows, type ValidRow } from './checkRows.ts'
import type { ImportContext, Kind } from './importers.ts'
import {
  chosenMapping,
  type Mapping,
  missingFields,
  sharedColumn,
  suggestMapping,
} from './mapping.ts'
import { lockImports } from './queries.ts'
import { readSheet, type Sheet } from './sheet.ts'
import { foreignStatuses, meaningsOf, notChosen } from './statuses.ts'

const SAMPLE_ROWS = 3
/** The trade for a list of vendors without trades. */
const DEFAULT_TRADE = 'General'

interface ReadFile<T> extends CheckedRows<T> {
  readonly sheet: Sheet
  readonly mapping: Mapping
  readonly missing: readonly string[]
  readonly statuses: ImportReport['statuses']
  readonly trade: string | null
  undo(): Promise<void>
}

/**
 * The trade for rows that name none: the one the user entered, or else a general one for the
 * vendors of another tool.
 */
function tradeOf({ source }: Sheet, kind: ImportKind, { trade }: ImportForm): string | null {
  if (kind !== 'subcontractors') return null
  // Typed, so an apostrophe before it does not come from a file of ours.
  const reading = readCell(unescapeFormulas(trade ?? ''), 'text')
  if ('problem' in reading) throw invalid({ trade: reading.problem })
  return trade === undefined && source?.kind === kind ? DEFAULT_TRADE : (trade ?? null)
}

/** Reads the file and its rows, before the transaction begins. */
export async function readRows<T>(
  kind: Kind<T>,
  file: Uint8Array,
  form: ImportForm,
): Promise<ReadFile<T>> {
  const sheet = await readSheet(file, form.headRow)
  const mapping = form.columns
    ? chosenMapping(kind.kind, sheet.columns, form.columns)
    : suggestMapping(kind.kind, sheet.columns, sheet.source)
  const shared = sharedColumn(kind.kind, mapping)
  if (shared) {
    const name = sheet.columns[shared.column] || `Column ${shared.column + 1}`
    throw invalid({ columns: `${name} is chosen for several fields: ${shared.fields.join(', ')}` })
  }
  const trade = tradeOf(sheet, kind.kind, form)
  const missing = missingFields(kind.kind, mapping).filter(
    (field) => field !== 'specialty' || trade === null,
  )
  if (missing.length > 0 && !form.dryRun)
    throw invalid({ columns: `No column is chosen for ${missing.join(', ')}` })
  const rows = missing.length > 0 ? [] : sheet.rows
  const statuses = kind.kind === 'jobs' ? foreignStatuses(rows, mapping.status, form.statuses) : []
  const open = form.dryRun ? [] : notChosen(statuses, form.statuses)
  if (open.length > 0) throw invalid({ statuses: `No status is chosen for ${open.join(', ')}` })
  const answers = { statuses: meaningsOf(statuses, form.statuses), trade }
  const checked = await checkRows(kind, { rows, mapping, columns: sheet.columns, answers })
  // The file itself is not stored, so there is nothing to undo.
  return { ...checked, sheet, mapping, missing, statuses, trade, undo: async () => undefined }
}

/** Adds the valid rows that do not exist yet; a dry run only counts them. */
export async function importRows<T>(
  db: Db,
  kind: Kind<T>,
  { sheet, mapping, missing, statuses, trade, valid: checked, problems }: ReadFile<T>,
  context: ImportContext,
): Promise<ImportReport> {
  if (!context.dryRun) await lockImports(db)
  const matches = await kind.match(db, checked, context.now)
  const accepted: ValidRow<T>[] = []
  const existing: number[] = []
  const conflicts: ImportProblem[] = []
  const refuse = ({ row, cells }: ValidRow<T>, message: string, field = kind.keyField) =>
    conflicts.push({ row, cells: [...cells], reasons: [{ field, message }] })
  for (const valid of checked) {
    const match = matches.get(valid.row)
    if (match === 'same') existing.push(valid.row)
    else if (match && 'reason' in match) refuse(valid, match.reason, match.field)
    else accepted.push(match ? { ...valid, value: match.value } : valid)
  }
  const { refused, ...added } = await kind.add(db, accepted, context)
  for (const valid of accepted) {
    const reason = refused.get(valid.row)
    if (reason !== undefined) refuse(valid, reason)
  }
  const { source } = sheet
  return {
    dryRun: context.dryRun,
    source: source ? { name: source.name, kind: source.kind } : null,
    headRow: sheet.headRow,
    firstRows: sheet.firstRows,
    columns: [...sheet.columns],
    mapping: { ...mapping },
    missing: [...missing],
    sample: sheet.rows.slice(0, SAMPLE_ROWS).map(({ cells }) => [...cells]),
    rows: sheet.rows.length,
    ...added,
    existing,
    problems: [...problems, ...conflicts].sort((a, b) => a.row - b.row),
    statuses,
    trade,
  }
}
