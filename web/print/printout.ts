import { formatDay } from '@plumbline/contract/dates.ts'
import { dollarsFromCents, formatCents } from '@plumbline/contract/money.ts'
import { csv } from '../screens/csv.ts'
import { plural } from '../ui/format.ts'

/** A column of a list, on paper and in its CSV file. */
export interface PrintColumn<Row> {
  readonly label: string
  readonly text: (row: Row) => string
  /** In the CSV file, where it differs: plain amounts, days as `YYYY-MM-DD`. */
  readonly plain?: (row: Row) => string
  /** Figures at the right; short texts that are never broken; any other text has a share of the remaining width. */
  readonly kind?: 'figure' | 'short'
  /** The share of a text column: 1 by default. */
  readonly share?: number
  /** Below the column, in the row of totals. */
  readonly total?: (rows: readonly Row[]) => string
}

/** The heading and the width of a printed column. */
export type PrintHead = Pick<PrintColumn<never>, 'label' | 'kind' | 'share'>

/** A list as it is printed and downloaded: every row of the filter. */
export interface Printout {
  readonly title: string
  /** The filter in words. */
  readonly filter: string
  /** How many rows there are, with their noun. */
  readonly count: string
  readonly heads: readonly PrintHead[]
  readonly rows: readonly (readonly string[])[]
  /** One cell for each column; empty when no column has a total. */
  readonly totals: readonly string[]
  /** Other sums, below the table. */
  readonly sums: readonly string[]
  readonly csv: string
}

interface List<Row> {
  readonly title: string
  readonly filter: string
  /** What is listed, singular and plural. */
  readonly noun: readonly [one: string, many: string]
  readonly columns: readonly PrintColumn<Row>[]
  readonly rows: readonly Row[]
  readonly sums?: readonly string[]
}

/** Makes a list printable. Its rows are made when they are asked for: the file of a long list needs none on paper. */
export function printout<Row>({ columns, rows, noun, sums = [], ...head }: List<Row>): Printout {
  const labels = columns.map(({ label }) => label)
  const hasTotals = columns.some(({ total }) => total)
  return {
    ...head,
    count: plural(rows.length, ...noun),
    heads: columns,
    get rows() {
      return rows.map((row) => columns.map(({ text }) => text(row)))
    },
    totals: hasTotals ? columns.map(({ total }) => total?.(rows) ?? '') : [],
    sums,
    get csv() {
      return csv([
        labels,
        ...rows.map((row) => columns.map((column) => (column.plain ?? column.text)(row))),
      ])
    },
  }
}

/** The parts of a filter that are set, as `Status: In Progress · Search: elm`; without any, what is listed. */
export function inWords(
  all: string,
  parts: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const set = parts.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`)
  return set.join(' · ') || all
}

/** A column of calendar days. */
export const dayColumn = <Row>(
  label: string,
  day: (row: Row) => string | null,
): PrintColumn<Row> => ({
  label,
  kind: 'short',
  text: (row) => {
    const value = day(row)
    return value ? formatDay(value) : ''
  },
  plain: (row) => day(row) ?? '',
})

/** A column of amounts with their sum; cents. */
export const amountColumn = <Row>(
  label: string,
  amount: (row: Row) => number | null,
): PrintColumn<Row> => ({
  label,
  kind: 'figure',
  text: (row) => {
    const value = amount(row)
    return value === null ? '' : formatCents(value)
  },
  plain: (row) => dollarsFromCents(amount(row)),
  total: (rows) => formatCents(rows.reduce((sum, row) => sum + (amount(row) ?? 0), 0)),
})
