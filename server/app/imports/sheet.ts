import { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { unescapeFormulas } from '@plumbline/contract/csv.ts'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { type ImportSource, sourceOf } from '@plumbline/contract/importSources.ts'
import {
  type ImportReport,
  MAX_HEAD_ROW,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  REASON_COLUMN,
} from '@plumbline/contract/imports.ts'
import { CsvError, type Info, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { decode } from './decode.ts'

/** A row that is not empty; `row` is its number in a spreadsheet, from 1. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
}

export interface Sheet {
  /** The known list of another tool that this is; undefined for any other list. */
  readonly source: ImportSource | undefined
  /** The row that names the columns, and those of the first rows that could. */
  readonly headRow: number
  readonly firstRows: ImportReport['firstRows']
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

const SEPARATORS = [',', ';', '\t']
/** The limit including rows of empty cells: a small file can contain a million of them. */
const MAX_LINES = 2 * MAX_IMPORT_ROWS
/**
 * The bytes that are read before other requests are handled. In the worst case, short rows of
 * uneven length, they take some 30 ms.
 */
const CHUNK_BYTES = 2048
const MAX_COLUMN_NAME = 100
/** The most characters of the rows that may name the columns. */
const MAX_HEAD_CHARACTERS = 16 * 1024

/** The first line in which spreadsheets name the separator of a file, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])\1*"?[ ]*(?:[\r\n]|$)/i

/** The separator that the first row uses most, outside quotes. */
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
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    yield bytes.subarray(at, at + CHUNK_BYTES)
    await yieldToEventLoop()
  }
}

const RECORD_ENDS = ['\r\n', '\n', '\r']

/** The first lines of a file, up to the first that cannot be read. */
function firstLines(text: string, delimiter: string): string[][] {
  const lines: string[][] = []
  const options = { delimiter, record_delimiter: RECORD_ENDS, relax_quotes: true }
  try {
    parseAtOnce(text.slice(0, MAX_HEAD_CHARACTERS), {
      ...options,
      relax_column_count: true,
      to: MAX_HEAD_ROW,
      on_record: (cells: string[]) => {
        lines.push(cells)
        return null
      },
    })
  } catch (error) {
    // The text may have been cut within quotes; the lines before that are enough.
    if (!(error instanceof CsvError)) throw error
  }
  return lines
}

/** The line with the column names of a file, and its separator. */
interface Head {
  readonly line: number
  readonly separator: string
  readonly source: ImportSource | undefined
}

/** The text from a row on, counted from 1. */
const fromRow = (text: string, row: number) =>
  text
    .split(/\r\n|[\r\n]/)
    .slice(row - 1)
    .join('\n')

/**
 * The head of a known list of another tool in any of the first lines, or else the first line.
 * @param chosen the row that a person has chosen for it, from 1
 */
function headOf(text: string, chosen: number | undefined): Head {
  const [, named] = SEPARATOR_LINE.exec(text) ?? []
  const first = chosen === undefined ? (named ? 1 : 0) : chosen - 1
  const likeliest = named ?? separatorOf(chosen === undefined ? text : fromRow(text, chosen))
  const others = named ? [] : SEPARATORS.filter((other) => other !== likeliest)
  for (const separator of [likeliest, ...others]) {
    for (const [line, cells] of firstLines(text, separator).entries()) {
      const isPossible = chosen === undefined ? line >= first : line === first
      const source = isPossible ? sourceOf(cells) : undefined
      if (source) return { line, separator, source }
    }
  }
  return { line: first, separator: likeliest, source: undefined }
}

/** The rows of a text without its empty lines, of which there may be any number. */
async function readRows(text: string, delimiter: string): Promise<SheetRow[]> {
  const parser = parse({
    delimiter,
    record_delimiter: RECORD_ENDS,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    to: MAX_LINES + MAX_HEAD_ROW,
  })
  try {
    const read: { record: string[]; info: Info }[] = await Readable.from(chunks(text.trimEnd()))
      .pipe(parser)
      .toArray()
    return read.map(({ record, info }) => ({ row: info.records + info.empty_lines, cells: record }))
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
/** Whether a file begins with control characters, as pictures and documents do. */
const isBinary = (text: string) => /\p{Cc}/u.test(text.slice(0, 64).replaceAll(/[\t\r\n]/g, ''))

/** The label of a total below the rows of a report. */
const TOTAL = /^(?:grand )?total$/i
/** The amount of a total. Ten digits in a row are a phone number instead. */
const SUM = /^\(?-?\$?\s*-?(?:\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\)?$/
/** The time of a report, on a line of its own: `Friday, Mar 06, 2026 10:23:04 AM GMT-6`. */
const REPORT_TIME = /\b\d{4}\b.*\d:\d\d/
const MAX_REPORT_TIME_LENGTH = 200

function isFooter(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [first = '', ...others] = filled
  const isTotal = TOTAL.test(first) && others.every((cell) => SUM.test(cell))
  return (
    isTotal ||
    (filled.length === 1 && first.length <= MAX_REPORT_TIME_LENGTH && REPORT_TIME.test(first))
  )
}

/**
 * A row of a file to fix as it was first sent: the apostrophes that our own file put before its
 * formulas do not make them plain text.
 */
const asSent = ({ row, cells }: SheetRow): SheetRow => ({
  row,
  cells: cells.map(unescapeFormulas),
})

/** The characters of a row by which a person recognizes it. */
const MAX_ROW_TEXT = 80

/** The first rows of a file that are not empty, with the beginning of their text. */
const firstRowsOf = (rows: readonly SheetRow[]) =>
  rows
    .filter(({ row, cells }) => row <= MAX_HEAD_ROW && !isBlank(cells))
    .map(({ row, cells }) => ({
      row,
      text: cells
        .filter((cell) => cell.trim() !== '')
        .join(', ')
        .slice(0, MAX_ROW_TEXT),
    }))

/**
 * Reads a CSV file, separated by commas, semicolons or tabs. Its first row names the columns. A
 * list of another tool may have other lines above them, and totals below its rows.
 * @param chosen the row that names the columns, if a person has chosen it
 * @throws Failure notCsv, malformedCsv, tooManyRows; 400 when the chosen row is empty
 */
export async function readSheet(file: Uint8Array, chosen?: number): Promise<Sheet> {
  const text = decode(file)
  if (isBinary(text)) throw new Failure('notCsv')
  const { line, separator, source } = headOf(text, chosen)
  const isNamed = SEPARATOR_LINE.test(text)
  const all = (await readRows(text, separator)).filter(({ row }) => !isNamed || row > 1)
  const [head, ...rest] = all.filter(({ row }) => row > line)
  if (chosen !== undefined && (head?.row !== chosen || isBlank(head.cells)))
    throw invalid({ headRow: `Row ${chosen} is empty` })
  const columns = namesOf(head?.cells ?? [])
  const isToFix = columns[0] === REASON_COLUMN
  const rows = rest
    .filter(({ cells }) => !isBlank(cells))
    .map((row) => (isToFix ? asSent(row) : row))
  while (source && isFooter(rows.at(-1)?.cells ?? [])) rows.pop()
  if (rows.length > MAX_IMPORT_ROWS || rest.length > MAX_LINES) throw new Failure('tooManyRows')
  return { source, headRow: head?.row ?? 1, firstRows: firstRowsOf(all), columns, rows }
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
