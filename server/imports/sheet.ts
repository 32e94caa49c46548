import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '@plumbline/contract/failures.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@plumbline/contract/imports.ts'
import { CsvError, parse } from 'csv-parse'
import { decode } from './decode.ts'

/** A row that is not empty; `row` is its number as a spreadsheet shows it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
}

export interface Sheet {
  /** The names of the columns, from the first row. */
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

const SEPARATORS = [',', ';', '\t']
/** Empty rows are ignored, but limited too: a small file can contain a million of them. */
const MAX_LINES = 2 * MAX_IMPORT_ROWS
/** Bytes that are read before other requests get a turn. */
const CHUNK = 64 * 1024
const MAX_COLUMN_NAME = 100

/** Which separator the first row uses most, outside quotes. */
function separatorOf(text: string): string {
  const end = /"[^"]*"|[\r\n]/g
  let first = text.length
  for (let match = end.exec(text); match; match = end.exec(text)) {
    if (match[0].startsWith('"')) continue
    first = match.index
    break
  }
  const head = text.slice(0, first).replaceAll(/"[^"]*"/g, '')
  const count = (separator: string) => head.split(separator).length
  return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best))
}

async function* chunks(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK)
    await nextTurn()
  }
}

async function readRows(text: string, delimiter: string): Promise<string[][]> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    to: MAX_LINES + 2,
  })
  try {
    const rows: string[][] = await Readable.from(chunks(text)).pipe(parser).toArray()
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const message = unclosed
      ? `A quote is opened in row ${Number(error.records) + 1} and never closed`
      : undefined
    throw new Failure('malformedCsv', message ? { message } : {})
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const isBinary = (text: string) => text.includes('\0')

/**
 * Reads a CSV file: separated by commas, semicolons or tabs, its first row naming the columns.
 * @throws Failure notCsv, malformedCsv, tooManyRows
 */
export async function readSheet(file: Uint8Array): Promise<Sheet> {
  const text = decode(file)
  const lines = await readRows(text, separatorOf(text))
  const [head = [], ...rest] = lines
  if (isBinary(head.join(''))) throw new Failure('notCsv')
  const columns = namesOf(head)
  const rows = rest
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => !isBlank(cells))
  if (rows.length > MAX_IMPORT_ROWS || rest.length > MAX_LINES) throw new Failure('tooManyRows')
  return { columns, rows }
}

/** The names in the first row, without the empty ones at its end. */
function namesOf(head: readonly string[]): string[] {
  const names = head.map((name) => name.trim().slice(0, MAX_COLUMN_NAME))
  const last = names.findLastIndex((name) => name !== '')
  if (last < 0)
    throw new Failure('malformedCsv', { message: 'The first row must contain the column names' })
  if (last >= MAX_IMPORT_COLUMNS) {
    throw new Failure('malformedCsv', {
      message: `The first row may name at most ${MAX_IMPORT_COLUMNS} columns`,
    })
  }
  return names.slice(0, last + 1)
}
