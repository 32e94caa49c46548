import { setImmediate as breath } from 'node:timers/promises'
import { type ImportKind, type ImportProblem, importFields } from '@plumbline/contract/imports.ts'
import type { z } from 'zod'
import { readCell } from './cells.ts'
import type { Mapping } from './mapping.ts'
import type { SheetRow } from './sheet.ts'

/** A row that may be added. */
export interface Good<T> {
  readonly row: number
  readonly cells: readonly string[]
  readonly value: T
}

export interface Checked<T> {
  readonly good: readonly Good<T>[]
  readonly problems: readonly ImportProblem[]
}

/** How one kind of thing is read from its rows. */
export interface Reader<T> {
  readonly kind: ImportKind
  /** What the single call takes, so that a row passes exactly where a form would. */
  readonly schema: z.ZodType<T>
  /** What no form asks for, such as the role. */
  readonly given: object
  /** What two rows must not share. */
  readonly keyOf: (value: T) => string
  /** How that is called: `e-mail address`. */
  readonly key: string
  /** The field it is, if it is one. */
  readonly keyField: string | null
}

/** Rows that are read before others have their turn. */
const BITE = 250

const SHIFTED = 'Has more cells than the first row; a comma within a cell needs quotes around it'

/** Reads each row by its mapping: those that may be added, and for the others every reason why not. */
export async function checkRows<T>(
  reader: Reader<T>,
  {
    rows,
    mapping,
    columns,
  }: { rows: readonly SheetRow[]; mapping: Mapping; columns: readonly string[] },
): Promise<Checked<T>> {
  const good: Good<T>[] = []
  const problems: ImportProblem[] = []
  const seen = new Map<string, number>()
  for (const [index, { row, cells }] of rows.entries()) {
    if (index % BITE === BITE - 1) await breath()
    const refuse = (reasons: ImportProblem['reasons']) =>
      problems.push({ row, cells: [...cells], reasons })
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      refuse([{ field: null, message: SHIFTED }])
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
    good.push({ row, cells, value: read.value })
  }
  return { good, problems }
}

/** What ends the name of a company, or of a son: no first name, and no last name by itself. */
const ENDING = /[\s,](?:inc|llc|ltd|co|corp|jr|sr|ii|iii)\.?$/i

/** `Maria de la Cruz` and `Cruz, Maria` as first and last name; undefined for a single word or a company. */
export function splitName(full: string): Readonly<Record<string, string>> | undefined {
  if (ENDING.test(full)) return undefined
  const [, turnedLast, turnedFirst] = /^([^,]+),\s*([^,]+)$/.exec(full) ?? []
  if (turnedLast && turnedFirst) return { firstName: turnedFirst, lastName: turnedLast }
  const [, firstName, lastName] = /^([^,]+)\s([^\s,]+)$/.exec(full) ?? []
  return firstName && lastName ? { firstName, lastName } : undefined
}

function readRow<T>(
  { kind, schema, given }: Reader<T>,
  cells: readonly string[],
  mapping: Mapping,
): { value: T } | { reasons: ImportProblem['reasons'] } {
  const reasons = new Map<string, string>()
  const values: Record<string, unknown> = { ...given }
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
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0])
    // What is not there has been said in the words of the file.
    if (values[name] !== undefined && !reasons.has(name)) reasons.set(name, message)
  }
  return { reasons: [...reasons].map(([field, message]) => ({ field, message })) }
}
