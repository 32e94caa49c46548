import { budgetOf, isLeast, isMet } from './budgets.ts'
import type { Amounts } from './rows.ts'

/** A table of figures, as it is printed and recorded. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: { readonly name: string; readonly cells: readonly string[] }[]
}

const FIGURES = ['measured', 'budget', '']
/** Of a column on the console. */
const WIDTH = 10

/** Prints what is measured as it comes, and collects it: the figures beyond their budgets, and the tables. */
export class Report {
  /** What is beyond its budget, or could not be measured. */
  readonly problems: string[] = []
  /** The worst figure of each budget. */
  readonly worst = new Map<string, number>()
  readonly #tables: Table[] = []

  /** The tables since the last call. */
  take(): Table[] {
    return this.#tables.splice(0)
  }

  /** Begins a table; the columns are those after the name. */
  table(title: string, columns: readonly string[] = FIGURES) {
    this.#tables.push({ title, columns, rows: [] })
    console.log(`\n${title}`)
    if (columns !== FIGURES) console.log(columns.map((column) => column.padStart(WIDTH)).join(' '))
  }

  row(name: string, cells: readonly string[]) {
    this.#tables.at(-1)?.rows.push({ name, cells })
    console.log(`${cells.map((cell) => cell.padStart(WIDTH)).join(' ')}  ${name}`)
  }

  /** The budget of a figure for a cell, marked when the figure is beyond it, which is a problem. */
  budget(name: string, value: number, what: string): string {
    const budget = budgetOf(name)
    if (budget === undefined) return ''
    const worse = isLeast(name) ? Math.min : Math.max
    this.worst.set(name, worse(value, this.worst.get(name) ?? value))
    if (isMet(name, value)) return `${budget}`
    this.problems.push(`${what}: ${inDigits(value)} of ${budget}`)
    return `${budget} MISSED`
  }

  /** A row with a figure, its budget and a note. */
  figure(what: string, value: number, { budget = '', unit = 'ms', note = '' } = {}) {
    this.row(what, [`${inDigits(value)} ${unit}`, this.budget(budget, value, what), note])
  }
}

/** One part of the bench, which is run by its name. */
export interface Part {
  readonly name: string
  /** A heading for it. */
  readonly title: string
  /** Measures and reports. @returns what is kept of it beyond the tables */
  readonly run: (report: Report, amounts: Amounts) => Promise<unknown>
}

/** A figure with the digits that say something. */
export const inDigits = (value: number) => value.toFixed(value < 1 ? 2 : value < 100 ? 1 : 0)

/** How much there is, in words. */
export const amountsOf = (amounts: object) =>
  Object.entries(amounts)
    .map(([what, amount]) => `${amount.toLocaleString('en-US')} ${what}`)
    .join(', ')
