import { suggestedStatus } from '@plumbline/contract/importSources.ts'
import { type ImportReport, MAX_IMPORT_STATUSES } from '@plumbline/contract/imports.ts'
import type { JobStatus } from '@plumbline/contract/jobs.ts'
import { readCell, statusOf } from './cells.ts'
import type { SheetRow } from './sheet.ts'

/**
 * The job status for each status word of a file, by the word in lower case; null for a word that
 * the user has not chosen a status for yet.
 */
export type StatusMeanings = ReadonlyMap<string, JobStatus | null>

type Word = ImportReport['statuses'][0]

/**
 * The words of a column that are not one of our statuses, the most frequent first, each with the
 * status that was chosen or is likely.
 */
export function foreignStatuses(
  rows: readonly SheetRow[],
  column: number | undefined,
  chosen: Readonly<Record<string, JobStatus>> = {},
): Word[] {
  if (column === undefined) return []
  const choices = new Map(
    Object.entries(chosen).map(([word, status]) => [word.toLowerCase(), status]),
  )
  const words = new Map<string, Word>()
  for (const { cells } of rows) {
    const reading = readCell(cells[column] ?? '', 'status')
    if (!('value' in reading) || typeof reading.value !== 'string') continue
    const { value } = reading
    if (statusOf(value)) continue
    const key = value.toLowerCase()
    const known = words.get(key)
    const status = choices.get(key) ?? suggestedStatus(value)
    if (known || words.size < MAX_IMPORT_STATUSES)
      words.set(key, { value, status, ...known, rows: (known?.rows ?? 0) + 1 })
  }
  return [...words.values()].sort((a, b) => b.rows - a.rows)
}

/** The words for which no status was chosen. */
export function notChosen(
  words: readonly Word[],
  chosen: Readonly<Record<string, JobStatus>> = {},
) {
  const choices = new Set(Object.keys(chosen).map((word) => word.toLowerCase()))
  return words.map(({ value }) => value).filter((value) => !choices.has(value.toLowerCase()))
}

/**
 * The status for every word: the reported words, and any others in the choices. Our own statuses
 * are left out, because they need no translation.
 */
export const meaningsOf = (
  words: readonly Word[],
  chosen: Readonly<Record<string, JobStatus>> = {},
): StatusMeanings =>
  new Map(
    [
      ...Object.entries(chosen).filter(([word]) => !statusOf(word)),
      ...words.map(({ value, status }) => [value, status] as const),
    ].map(([word, status]) => [word.toLowerCase(), status]),
  )
