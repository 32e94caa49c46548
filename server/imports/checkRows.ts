import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ImportKind, type ImportProblem, importFields } from '@plumbline/contract/imports.ts'
import type { z } from 'zod'
import { readCell } from './cells.ts'
import type { Mapping } from './mapping.ts'
import type { SheetRow } from './sheet.ts'

/** A row that may be added. */
export interface ValidRow<T> {
  readonly row: number
  readonly cells: readonly string[]
  readonly value: T
}

export interface CheckedRows<T> {
  readonly valid: readonly ValidRow<T>[]
  readonly problems: readonly ImportProblem[]
}

/** How one kind of thing is read from its rows. */
export interface Reader<T> {
  readonly kind: ImportKind
  /** The schema of the call that adds one, so that a row is valid exactly when a form would be. */
  readonly schema: z.ZodType<T>
  /** Values that no form asks for, such as the role. */
  readonly fixedValues: object
  /** What is unique among the rows. */
  readonly keyOf: (value: T) => string
  /** Its name: `email address`. */
  readonly key: string
  /** Its field, if it is a single one. */
  readonly keyField: string | null
}

/** Rows that are read before other requests get a turn. */
const ROWS_PER_TURN = 250

const EXTRA_CELLS =
  'Has more cells than the first row; a comma within a cell needs quotes around it'

/** Rows one after another; other requests get their turn in between. */
export async function* inTurns<T>(rows: readonly T[]): AsyncGenerator<T> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn()
    yield row
  }
}

/** Reads the rows by the mapping: those that may be added, and every reason why the others may not. */
export async function checkRows<T>(
  reader: Reader<T>,
  {
    rows,
    mapping,
    columns,
  }: { rows: readonly SheetRow[]; mapping: Mapping; columns: readonly string[] },
): Promise<CheckedRows<T>> {
  const valid: ValidRow<T>[] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  for await (const { row, cells } of inTurns(rows)) {
    const refuse = (reasons: ImportProblem['reasons']) =>
      problems.push({ row, cells: [...cells], reasons })
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      refuse([{ field: null, message: EXTRA_CELLS }])
      continue
    }
    const read = readRow(reader, cells, mapping)
    if ('reasons' in read) {
      refuse(read.reasons)
      continue
    }
    const key = reader.keyOf(read.value)
    const first = seen.get(key)
    if (first !== undefined) {
      refuse([{ field: reader.keyField, message: `The same ${reader.key} as in row ${first}` }])
      continue
    }
    seen.set(key, row)
    valid.push({ row, cells, value: read.value })
  }
  return { valid, problems }
}

/** What may end the name of a company or a person, but is no last name. */
const SUFFIX = /[\s,](?:inc|llc|ltd|co|corp|jr|sr|ii|iii)\.?$/i

/** `Maria de la Cruz` and `Cruz, Maria` as first and last name; undefined for a single word or a company. */
export function splitName(full: string): Readonly<Record<string, string>> | undefined {
  if (SUFFIX.test(full)) return undefined
  const [, lastInFront, firstBehind] = /^([^,]+),\s*([^,]+)$/.exec(full) ?? []
  if (lastInFront && firstBehind) return { firstName: firstBehind, lastName: lastInFront }
  const [, firstName, lastName] = /^([^,]+)\s([^\s,]+)$/.exec(full) ?? []
  return firstName && lastName ? { firstName, lastName } : undefined
}

function readRow<T>(
  { kind, schema, fixedValues }: Reader<T>,
  cells: readonly string[],
  mapping: Mapping,
): { value: T } | { reasons: ImportProblem['reasons'] } {
  const reasons = new Map<string, string>()
  const values: Record<string, unknown> = { ...fixedValues }
  for (const { name, type } of importFields[kind]) {
    const column = mapping[name]
    const reading = readCell(column === undefined ? '' : (cells[column] ?? ''), type)
    if ('problem' in reading) reasons.set(name, reading.problem)
    else if (reading.value !== undefined) values[name] = reading.value
  }
  const { fullName } = values
  const parts = typeof fullName === 'string' ? splitName(fullName) : undefined
  for (const { name, label, required } of importFields[kind]) {
    if (!required || values[name] !== undefined || reasons.has(name)) continue
    if (parts?.[name]) values[name] = parts[name]
    else if (name in mapping) reasons.set(name, `${label} is required`)
    else if (!reasons.has('fullName'))
      reasons.set('fullName', fullName ? 'Needs a first and a last name' : 'Full name is required')
  }
  const result = schema.safeParse(values)
  if (result.success && reasons.size === 0) return { value: result.data }
  const required = new Set(
    importFields[kind].filter((field) => field.required).map(({ name }) => name),
  )
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0])
    // Missing values have been reported already, in the words of the file.
    const isReported = values[name] === undefined && required.has(name)
    if (!isReported && !reasons.has(name)) reasons.set(name, message)
  }
  return { reasons: [...reasons].map(([field, message]) => ({ field, message })) }
}
