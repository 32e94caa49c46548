import { suggestedStatus } from '@plumbline/contract/importSources.ts'
import { type ImportReport, MAX_IMPORT_STATUSES } from '@plumbline/contract/imports.ts'
import type { JobStatus } from '@plumbline/contract/jobs.ts'
import { readCell, statusOf } from './cells.ts'
import type { SheetRow } from './sheet.ts'

/** What the words of a file for states mean, in lower case; null for a word that a person has not been asked about yet. */
export type StatusMeanings = ReadonlyMap<string, JobStatus | null>

type Word = ImportReport['statuses'][0]

/** The words of a column that are no status of ours, the most frequent first, each with what was chosen for it or is likely. */
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

/** The words for which nothing was chosen. */
export function notChosen(
  words: readonly Word[],
  chosen: Readonly<Record<string, JobStatus>> = {},
) {
  const choices = new Set(Object.keys(chosen).map((word) => word.toLowerCase()))
  return words.map(({ value }) => value).filter((value) => !choices.has(value.toLowerCase()))
}

/** What every word means: those that were asked about, and any other that was answered. A status of ours is itself. */
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
