import { typedNumber } from '@plumbline/contract/numbers.ts'
import type { DraftLine } from './draft.ts'

type Column = 'description' | 'quantity' | 'unit' | 'unitPrice' | 'unitCost'
export type PastedLine = Partial<Pick<DraftLine, Column>>

const ORDER: readonly Column[] = ['description', 'quantity', 'unit', 'unitPrice', 'unitCost']

const HEADINGS: Readonly<Record<Column, RegExp>> = {
  description: /^(description|item|name|product|service|work|task|line)s?$/i,
  quantity: /^(quantity|qty\.?|count|number|#)$/i,
  unit: /^(unit|units|uom|u\/m|unit of measure)$/i,
  unitPrice: /^(price|unit price|price each|rate|sell|sell price|each)$/i,
  unitCost: /^(cost|unit cost|our cost|cost each|buy)$/i,
}

const columnOf = (heading: string) =>
  ORDER.find((column) => HEADINGS[column].test(heading.trim())) ?? null

/** The cells of rows that a spreadsheet has copied, where a quoted cell can have several lines. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [['']]
  const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]+|\t|\n/g
  let isStart = true
  for (const [part, quoted] of text.replaceAll(/\r\n?/g, '\n').matchAll(cell)) {
    const row = rows.at(-1) as string[]
    if (part === '\t') row.push('')
    else if (part === '\n') rows.push([''])
    else
      row[row.length - 1] += quoted !== undefined && isStart ? quoted.replaceAll('""', '"') : part
    isStart = part === '\t' || part === '\n'
  }
  return rows.filter((row) => row.some((one) => one.trim() !== ''))
}

/** The columns of a row of headings; null for a row of values. */
function headingsOf(row: readonly string[]) {
  const columns = row.map(columnOf)
  const isValue = row.some((one) => typedNumber(one, true) !== undefined)
  return columns.some(Boolean) &&
    !isValue &&
    (row.length === 1 || columns.filter(Boolean).length > 1)
    ? columns
    : null
}

/**
 * The lines of a text with several rows or columns, as a spreadsheet copies them. Undefined for a
 * text that belongs into one cell.
 */
export function pastedLines(text: string): PastedLine[] | undefined {
  if (!/[\t\n\r]/.test(text.trim())) return undefined
  const [first = [], ...rest] = cellsOf(text)
  const headings = rest.length > 0 ? headingsOf(first) : null
  const columns = headings ?? ORDER
  return (headings ? rest : [first, ...rest]).map((row) =>
    Object.fromEntries(
      row.flatMap((value, index) => {
        const column = columns[index]
        const plain = value.replaceAll(/\s+/g, ' ').trim()
        return column && plain !== '' ? [[column, plain]] : []
      }),
    ),
  )
}
