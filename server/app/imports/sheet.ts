import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '@plumbline/contract/failures.ts'
import { type ImportSource, sourceOf } from '@plumbline/contract/importSources.ts'
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@plumbline/contract/imports.ts'
import { CsvError, type Info, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { decode } from './decode.ts'

/** A row that is not empty; `row` is its number as a spreadsheet shows it. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly string[]
}

export interface Sheet {
  /** The list of another tool that this is; undefined for any other list. */
  readonly source: ImportSource | undefined
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly rows: readonly SheetRow[]
}

const SEPARATORS = [',', ';', '\t']
/** Rows of empty cells are ignored, but limited too: a small file can contain a million of them. */
const MAX_LINES = 2 * MAX_IMPORT_ROWS
/** Bytes that are read before other requests get a turn: as short rows of uneven length they take some 30 ms. */
const CHUNK = 2048
const MAX_COLUMN_NAME = 100
/** In how many lines at its beginning a list of another tool names its columns: a report has its titles above them. */
const MAX_HEAD_LINES = 12
/** The characters that these lines may have. */
const MAX_HEAD = 16 * 1024

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

const RECORD_ENDS = ['\r\n', '\n', '\r']

/** The first lines of a file, as far as they can be read. */
function firstLines(text: string, delimiter: string): string[][] {
  const lines: string[][] = []
  const options = { delimiter, record_delimiter: RECORD_ENDS, relax_quotes: true }
  try {
    parseAtOnce(text.slice(0, MAX_HEAD), {
      ...options,
      relax_column_count: true,
      to: MAX_HEAD_LINES,
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

/** Where the columns of a file are named, and how its cells are separated. */
interface Head {
  readonly line: number
  readonly separator: string
  readonly source: ImportSource | undefined
}

/** The head of a list of another tool wherever it is, else the first line. */
function headOf(text: string): Head {
  const usual = separatorOf(text)
  for (const separator of [usual, ...SEPARATORS.filter((other) => other !== usual)]) {
    for (const [line, cells] of firstLines(text, separator).entries()) {
      const source = sourceOf(cells)
      if (source) return { line, separator, source }
    }
  }
  return { line: 0, separator: usual, source: undefined }
}

/** The rows of a text but its empty lines, which cost nothing however many there are. */
async function readRows(text: string, delimiter: string): Promise<SheetRow[]> {
  const parser = parse({
    delimiter,
    record_delimiter: RECORD_ENDS,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    to: MAX_LINES + MAX_HEAD_LINES,
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
/** Whether the beginning of a file holds characters that no text has, as pictures and documents do. */
const isBinary = (text: string) => /\p{Cc}/u.test(text.slice(0, 64).replaceAll(/[\t\r\n]/g, ''))

/** A sum below the rows of a report. */
const TOTAL = /^(?:grand )?total$/i
/** An amount of such a sum; ten digits in a row are a phone number. */
const SUM = /^\(?-?\$?\s*-?(?:\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.\d+)?\)?$/
/** When a report was made, alone in its line: `Friday, Mar 06, 2026 10:23:04 AM GMT-6`. */
const MADE = /\b\d{4}\b.*\d:\d\d/
const MAX_MADE = 200

function isFooter(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [first = '', ...others] = filled
  const isTotal = TOTAL.test(first) && others.every((cell) => SUM.test(cell))
  return isTotal || (filled.length === 1 && first.length <= MAX_MADE && MADE.test(first))
}

/**
 * Reads a CSV file: separated by commas, semicolons or tabs. Its first row names the columns; a list of another tool may have
 * lines above them, and below its rows lines that are none.
 * @throws Failure notCsv, malformedCsv, tooManyRows
 */
export async function readSheet(file: Uint8Array): Promise<Sheet> {
  const text = decode(file)
  if (isBinary(text)) throw new Failure('notCsv')
  const { line, separator, source } = headOf(text)
  const [head, ...rest] = (await readRows(text, separator)).filter(({ row }) => row > line)
  const columns = namesOf(head?.cells ?? [])
  const rows = rest.filter(({ cells }) => !isBlank(cells))
  while (source && isFooter(rows.at(-1)?.cells ?? [])) rows.pop()
  if (rows.length > MAX_IMPORT_ROWS || rest.length > MAX_LINES) throw new Failure('tooManyRows')
  return { source, columns, rows }
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
