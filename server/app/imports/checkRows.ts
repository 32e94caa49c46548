import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type ImportKind, type ImportProblem, importFields } from '@plumbline/contract/imports.ts'
import type { z } from 'zod'
import { readCell } from './cells.ts'
import type { Mapping } from './mapping.ts'
import { splitName } from './names.ts'
import type { SheetRow } from './sheet.ts'
import type { StatusMeanings } from './statuses.ts'

/** A row that is valid and may be added. */
export interface ValidRow<T> {
  readonly row: number
  readonly cells: readonly string[]
  readonly value: T
}

export interface CheckedRows<T> {
  readonly valid: readonly ValidRow<T>[]
  readonly problems: readonly ImportProblem[]
}

/** The answers of the user about the file as a whole. */
export interface Answers {
  readonly statuses: StatusMeanings
  /** The trade of subs whose rows name none. */
  readonly trade: string | null
}

/** The values in the cells of a row, by field. */
export type Cells = Readonly<Record<string, unknown>>

/** Describes how one kind of record is read from its rows. */
export interface Reader<T> {
  readonly kind: ImportKind
  /**
   * The schema of the request that creates one, so that a row is valid exactly when the form would
   * be.
   */
  readonly schema: z.ZodType<T>
  /** Values that are not entered, such as the role. */
  readonly fixedValues: object
  /**
   * Turns the cells into what the schema reads: for example one address from its parts, or the
   * first of several phone numbers.
   */
  readonly compose?: (cells: Cells, answers: Answers) => Cells
  /** The unique key of a row; empty if it has none. */
  readonly keyOf: (value: T) => string
  /**
   * A second key, which identifies a row if it or the other row has no unique key; empty if there
   * is none.
   */
  readonly otherKeyOf?: (value: T) => string
  /**
   * The value without its unique key if it is somebody else than the earlier one with that key, as
   * in a couple with one email address; undefined if it is the same.
   */
  readonly apart?: (value: T, earlier: T) => T | undefined
  /** The name of the unique key, such as `email address`. */
  readonly key: string
  /** The name of what the second key identifies, such as `person`. */
  readonly otherKey?: string
  /** The field of the unique key, if it is a single one. */
  readonly keyField: string | null
}

/** The longest time that rows are read before other requests are handled. */
const MAX_BLOCKING_MS = 20

const EXTRA_CELLS =
  'Has more cells than the first row; a comma within a cell needs quotes around it'

/** Yields the rows one by one and lets other requests run in between. */
export async function* withYields<T>(rows: readonly T[]): AsyncGenerator<T> {
  let began = performance.now()
  for (const row of rows) {
    if (performance.now() - began > MAX_BLOCKING_MS) {
      await yieldToEventLoop()
      began = performance.now()
    }
    yield row
  }
}

/** Reads the rows with the mapping: the valid ones, and every problem of the others. */
export async function checkRows<T>(
  reader: Reader<T>,
  {
    rows,
    mapping,
    columns,
    answers,
  }: {
    rows: readonly SheetRow[]
    mapping: Mapping
    columns: readonly string[]
    answers: Answers
  },
): Promise<CheckedRows<T>> {
  const valid: ValidRow<T>[] = []
  const problems: ImportProblem[] = []
  const repeated = repeatsOf(reader)
  for await (const { row, cells } of withYields(rows)) {
    const refuse = (reasons: ImportProblem['reasons']) =>
      problems.push({ row, cells: [...cells], reasons })
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      refuse([{ field: null, message: EXTRA_CELLS }])
      continue
    }
    const read = readRow(reader, cells, mapping, answers)
    if ('reasons' in read) {
      refuse(read.reasons)
      continue
    }
    const found = repeated(row, read.value)
    if ('field' in found) refuse([found])
    else valid.push({ row, cells, value: found.value })
  }
  return { valid, problems }
}

/**
 * Returns a function that finds the rows that repeat an earlier one: rows with the same key, or if
 * one of the two has none, with the same second key. It returns the reason, or else the value.
 */
function repeatsOf<T>({ keyOf, key, keyField, apart, otherKeyOf, otherKey }: Reader<T>) {
  const byKey = new Map<string, { readonly row: number; readonly value: T }>()
  const byOther = new Map<string, number>()
  const withoutKey = new Map<string, number>()
  const find = (row: number, value: T): ImportProblem['reasons'][0] | { readonly value: T } => {
    const [own, other] = [keyOf(value), otherKeyOf?.(value) ?? '']
    const first = own === '' ? undefined : byKey.get(own)
    if (first) {
      const another = apart?.(value, first.value)
      return another
        ? find(row, another)
        : { field: keyField, message: `The same ${key} as in row ${first.row}` }
    }
    const like = (own === '' ? byOther : withoutKey).get(other)
    if (like !== undefined)
      return { field: null, message: `The same ${otherKey} as in row ${like}` }
    if (own !== '') byKey.set(own, { row, value })
    if (other !== '') byOther.set(other, row)
    if (other !== '' && own === '') withoutKey.set(other, row)
    return { value }
  }
  return find
}

function readRow<T>(
  { kind, schema, fixedValues, compose }: Reader<T>,
  cells: readonly string[],
  mapping: Mapping,
  answers: Answers,
): { value: T } | { reasons: ImportProblem['reasons'] } {
  const reasons = new Map<string, string>()
  const read: Record<string, unknown> = { ...fixedValues }
  for (const { name, type } of importFields[kind]) {
    const column = mapping[name]
    const reading = readCell(column === undefined ? '' : (cells[column] ?? ''), type)
    if ('problem' in reading) reasons.set(name, reading.problem)
    else if (reading.value !== undefined) read[name] = reading.value
  }
  const { fullName } = read
  const parts: Cells = (typeof fullName === 'string' && splitName(fullName, true)) || {}
  const values: Record<string, unknown> = { ...(compose ? compose(read, answers) : read) }
  for (const { name, label, required } of importFields[kind]) {
    if (!required || values[name] !== undefined || reasons.has(name)) continue
    if (parts[name]) values[name] = parts[name]
    else if (name in mapping) reasons.set(name, `${label} is required`)
    else if ('displayName' in mapping) {
      if (!reasons.has('displayName')) reasons.set('displayName', 'Name or company is required')
    } else if (!reasons.has('fullName'))
      reasons.set('fullName', fullName ? 'Needs a first and a last name' : 'Full name is required')
  }
  const result = schema.safeParse(values)
  if (result.success && reasons.size === 0) return { value: result.data }
  const required = new Set(
    importFields[kind].filter((field) => field.required).map(({ name }) => name),
  )
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0])
    // Missing values have been reported already, in the terms of the file.
    const isReported = values[name] === undefined && required.has(name)
    if (!isReported && !reasons.has(name)) reasons.set(name, message)
  }
  return { reasons: [...reasons].map(([field, message]) => ({ field, message })) }
}
