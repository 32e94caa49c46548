import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// A budget is named by its path in budgets.json, such as `start.cold` (milliseconds) or
// `uploads.perSecond`.

interface Budgets {
  [name: string]: Budgets | number
}

const FILE = join(import.meta.dirname, 'budgets.json')
const { bench } = JSON.parse(readFileSync(FILE, 'utf8')) as { bench: Budgets }

/** The budget with the name; undefined if there is none. */
export function budgetOf(name: string): number | undefined {
  const found = valueAt(bench, name.split('.'))
  return typeof found === 'number' ? found : undefined
}

const valueAt = (
  budgets: Budgets,
  [first = '', ...rest]: string[],
): Budgets | number | undefined =>
  rest.length === 0 ? budgets[first] : valueAt((budgets[first] ?? {}) as Budgets, rest)

/** Whether a higher figure is better. */
const isHigherBetter = (name: string) => name.endsWith('perSecond')

/** Whether a figure meets its budget. A figure without a budget always does. */
export function isMet(name: string, value: number): boolean {
  const budget = budgetOf(name)
  if (budget === undefined) return true
  return isHigherBetter(name) ? value >= budget : value <= budget
}
