import { formatDay } from '@plumbline/contract/dates.ts'
import { dollarsFromCents, formatCents } from '@plumbline/contract/money.ts'
import { csv } from '../screens/csv.ts'
import { plural } from '../ui/format.ts'

/** A column of a list, on paper and in its CSV file. */
export interface PrintColumn<Row> {
  readonly label: string
  readonly text: (row: Row) => string
  /** The text in the CSV file, where it differs: plain amounts, days as `YYYY-MM-DD`. */
  readonly plain?: (row: Row) => string
  /**
   * Figures are right-aligned and short texts are never wrapped. Any other text gets a share of the
   * remaining width.
   */
  readonly kind?: 'figure' | 'short'
  /** The share of a text column: 1 by default. */
  readonly share?: number
  /** The cell of the column in the row of totals. */
  readonly total?: (rows: readonly Row[]) => string
}

/** The heading and the width of a printed column. */
export type PrintHead = Pick<PrintColumn<never>, 'label' | 'kind' | 'share'>

/** A list to print or download, with every row of the filter. */
export interface Printout {
  readonly title: string
  /** The filter in words. */
  readonly filter: string
  /** The calendar day at whose end it is true; undefined for the day of printing. */
  readonly asOf?: string | undefined
  /** The number of rows, with their noun. */
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
  readonly asOf?: string
  /** The noun of the rows, singular and plural. */
  readonly noun: readonly [one: string, many: string]
  readonly columns: readonly PrintColumn<Row>[]
  readonly rows: readonly Row[]
  readonly sums?: readonly string[]
}

/**
 * Makes a list printable. Rows and CSV are made when they are accessed, since the CSV file of a
 * long list needs no printed rows.
 */
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

/**
 * The active parts of a filter, as `Status: In Progress · Search: elm`, or `all` if there are none.
 */
export function describeFilter(
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

/** A column of amounts in cents, with their sum. */
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
