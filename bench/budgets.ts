import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// A budget is named by its path in budgets.json, such as `start.cold` (milliseconds) or
// `calls.one job.ofBaseline` (a share).

interface Budgets {
  [name: string]: Budgets | number
}

const FILE = join(import.meta.dirname, 'budgets.json')
const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as { bench: Budgets }
const { bench } = read()

/** The share by which a figure may get worse than it was measured. */
const MARGIN = 0.15

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

/** Whether a higher figure is better: rates, and shares of a rate. */
export const isHigherBetter = (name: string) => /(^|\.)(ofBaseline|perSecond)$/.test(name)

/** Whether a figure meets its budget. A figure without a budget always does. */
export function isMet(name: string, value: number): boolean {
  const budget = budgetOf(name)
  if (budget === undefined) return true
  return isHigherBetter(name) ? value >= budget : value <= budget
}

/**
 * The budgets that the worst figures allow, with a margin, if they are tighter than the current
 * ones.
 */
export function tighter(worst: ReadonlyMap<string, number>): Map<string, number> {
  const found = new Map<string, number>()
  for (const [name, value] of worst) {
    const budget = budgetOf(name)
    const proposed = Number(
      (value * (isHigherBetter(name) ? 1 - MARGIN : 1 + MARGIN)).toPrecision(2),
    )
    if (budget !== undefined && (isHigherBetter(name) ? proposed > budget : proposed < budget))
      found.set(name, proposed)
  }
  return found
}

/** Writes budgets to the file. */
export function saveBudgets(changed: ReadonlyMap<string, number>) {
  const all = read()
  for (const [name, value] of changed) {
    const path = name.split('.')
    const holder = valueAt({ bench: all.bench }, ['bench', ...path.slice(0, -1)]) as Budgets
    holder[path.at(-1) ?? ''] = value
  }
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`)
}
