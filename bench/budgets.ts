import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// A budget is named by its place in budgets.json: `start.cold` in milliseconds, `calls.one job.ofBaseline` as a share.

interface Budgets {
  [name: string]: Budgets | number
}

const FILE = join(import.meta.dirname, 'budgets.json')
const read = () => JSON.parse(readFileSync(FILE, 'utf8')) as { bench: Budgets }
const { bench } = read()

/** How much worse than it was measured a figure may get. */
const ROOM = 0.15

/** The budget of that name; undefined when there is none. */
export function budgetOf(name: string): number | undefined {
  const found = valueAt(bench, name.split('.'))
  return typeof found === 'number' ? found : undefined
}

const valueAt = (
  budgets: Budgets,
  [first = '', ...rest]: string[],
): Budgets | number | undefined =>
  rest.length === 0 ? budgets[first] : valueAt((budgets[first] ?? {}) as Budgets, rest)

/** Whether more is better: rates, and shares of a rate. */
export const isLeast = (name: string) => /(^|\.)(ofBaseline|perSecond)$/.test(name)

/** Whether a figure meets its budget; one without a budget does. */
export function isMet(name: string, value: number): boolean {
  const budget = budgetOf(name)
  if (budget === undefined) return true
  return isLeast(name) ? value >= budget : value <= budget
}

/** The budgets that the worst figures allow, with room, where they are tighter than those there are. */
export function tighter(worst: ReadonlyMap<string, number>): Map<string, number> {
  const found = new Map<string, number>()
  for (const [name, value] of worst) {
    const budget = budgetOf(name)
    const proposed = Number((value * (isLeast(name) ? 1 - ROOM : 1 + ROOM)).toPrecision(2))
    if (budget !== undefined && (isLeast(name) ? proposed > budget : proposed < budget))
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
