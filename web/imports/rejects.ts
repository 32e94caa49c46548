import {
  type ImportKind,
  type ImportProblem,
  type ImportReport,
  importFields,
} from '@plumbline/contract/imports.ts'
import { csv } from '../shell/csv.ts'

const REASON = 'Reason'

/** Why a row is not taken, in one line: `Email: Enter a valid e-mail address`. */
export function reasonOf(kind: ImportKind, { reasons }: Pick<ImportProblem, 'reasons'>): string {
  const label = (field: string | null) =>
    importFields[kind].find(({ name }) => name === field)?.label
  return reasons
    .map(({ field, message }) => {
      const name = label(field)
      // "Email is required" says itself whose it is.
      return name && !message.startsWith(name) ? `${name}: ${message}` : message
    })
    .join('; ')
}

/**
 * The rows that were not taken, as a file to mend and import again: why comes first, so that cells beyond the last
 * column stay where they are.
 */
export function rejectsCsv(
  kind: ImportKind,
  { columns, problems }: Pick<ImportReport, 'columns' | 'problems'>,
): string {
  const from = columns[0] === REASON ? 1 : 0
  const rows = problems.map((problem) => [
    `Row ${problem.row}. ${reasonOf(kind, problem)}`,
    ...problem.cells.slice(from),
  ])
  return csv([[REASON, ...columns.slice(from)], ...rows])
}

/** A file with the columns that can be filled and nothing in them; a name in one column is the other way, so it is left out. */
export function templateCsv(kind: ImportKind): string {
  return csv([importFields[kind].filter(({ insteadOf }) => !insteadOf).map(({ label }) => label)])
}
