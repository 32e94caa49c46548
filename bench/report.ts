import { budgetOf, isMet } from './budgets.ts'
import type { Amounts } from './rows.ts'

/** A table of figures, as it is printed and recorded. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: { readonly name: string; readonly cells: readonly string[] }[]
}

const FIGURES = ['measured', 'budget', '']
/** The width of a column on the console. */
const WIDTH = 10

/**
 * Prints figures as they are measured, and collects the tables and the figures that miss their
 * budgets.
 */
export class Report {
  /** The figures that miss their budgets or could not be measured. */
  readonly problems: string[] = []
  readonly #tables: Table[] = []

  /** The tables since the last call. */
  take(): Table[] {
    return this.#tables.splice(0)
  }

  /** Starts a table. @param columns the headings after that of the name */
  table(title: string, columns: readonly string[] = FIGURES) {
    this.#tables.push({ title, columns, rows: [] })
    console.log(`\n${title}`)
    if (columns !== FIGURES) console.log(columns.map((column) => column.padStart(WIDTH)).join(' '))
  }

  row(name: string, cells: readonly string[]) {
    this.#tables.at(-1)?.rows.push({ name, cells })
    console.log(`${cells.map((cell) => cell.padStart(WIDTH)).join(' ')}  ${name}`)
  }

  /**
   * The text of the cell with the budget of a figure. If the figure misses it, the text is marked
   * and the problem is recorded.
   */
  budget(name: string, value: number, what: string): string {
    const budget = budgetOf(name)
    if (budget === undefined) return ''
    if (isMet(name, value)) return `${budget}`
    this.problems.push(`${what}: ${formatFigure(value)} of ${budget}`)
    return `${budget} MISSED`
  }

  /** Adds a row with a figure, its budget and a note. */
  figure(what: string, value: number, { budget = '', unit = 'ms', note = '' } = {}) {
    this.row(what, [`${formatFigure(value)} ${unit}`, this.budget(budget, value, what), note])
  }
}

/** One part of the bench, selected by its name. */
export interface Part {
  readonly name: string
  /** The heading of the part. */
  readonly title: string
  /** Measures and reports. @returns the results to store besides the tables */
  readonly run: (report: Report, amounts: Amounts) => Promise<unknown>
}

/** Formats a figure with its significant digits. */
export const formatFigure = (value: number) => value.toFixed(value < 1 ? 2 : value < 100 ? 1 : 0)

/** Formats amounts as text: `2,000 jobs, 20,000 tasks`. */
export const formatAmounts = (amounts: object) =>
  Object.entries(amounts)
    .map(([what, amount]) => `${amount.toLocaleString('en-US')} ${what}`)
    .join(', ')
