import budgets from './budgets.json' with { type: 'json' }
import type { Speed } from './load.ts'
import type { Amounts } from './rows.ts'

/** A table of figures, as it is printed and recorded. */
export interface Table {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: { readonly name: string; readonly cells: readonly string[] }[]
}

/** One part of the bench, selected by its name. */
export interface Part {
  readonly name: string
  /** The heading of the part. */
  readonly title: string
  /** Measures and reports. */
  readonly run: (report: Report, amounts: Amounts) => Promise<void>
}

/** The columns of a table of speeds, in milliseconds. */
const SPEED = ['p50', 'p95', 'p99', 'budget']
/** The width of a column on the console. */
const WIDTH = 11

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
  table(title: string, columns: readonly string[] = SPEED) {
    this.#tables.push({ title, columns, rows: [] })
    console.log(`\n${title}`)
    console.log(columns.map((column) => column.padStart(WIDTH)).join(' '))
  }

  row(name: string, cells: readonly string[]) {
    this.#tables.at(-1)?.rows.push({ name, cells })
    console.log(`${cells.map((cell) => cell.padStart(WIDTH)).join(' ')}  ${name}`)
  }

  /** Adds a row with percentiles. @param budgeted the percentile that the budget is for */
  speed(what: string, speed: Speed, budget: string, budgeted: 'p95' | 'p99' = 'p95') {
    const { p50, p95, p99 } = speed
    this.row(what, [
      ...[p50, p95, p99].map(formatFigure),
      this.budget(budget, speed[budgeted], what),
    ])
  }

  /**
   * The text of the cell with the budget of a figure. If the figure exceeds it, the text is marked
   * and the problem is recorded.
   * @param name its path in budgets.json, such as `start.cold`
   */
  budget(name: string, value: number, what: string): string {
    const budget = budgetOf(name)
    if (value <= budget) return `${budget}`
    this.problems.push(`${what}: ${formatFigure(value)} of ${budget}`)
    return `${budget} MISSED`
  }
}

interface Budgets {
  readonly [name: string]: Budgets | number
}

function budgetOf(name: string): number {
  const found = name
    .split('.')
    .reduce<Budgets | number | undefined>(
      (holder, key) => (typeof holder === 'object' ? holder[key] : undefined),
      budgets.bench,
    )
  if (typeof found !== 'number') throw new Error(`there is no budget ${name}`)
  return found
}

/** Formats a figure with its significant digits. */
export const formatFigure = (value: number) => value.toFixed(value < 1 ? 2 : value < 100 ? 1 : 0)

/** Formats amounts as text: `2,000 jobs, 20,000 tasks`. */
export const formatAmounts = (amounts: object) =>
  Object.entries(amounts)
    .map(([what, amount]) => `${amount.toLocaleString('en-US')} ${what}`)
    .join(', ')
