import { MAX_TASK_NAME, MAX_TASKS } from '@plumbline/contract/tasks.ts'

/** What pasted lists begin their lines with: bullets, numbers and check marks, also one after another. */
const MARKS =
  /^(?:[-*+–—]\s+|[•‣▪◦·●○■□☐☑☒✓✔✗✘]\s*|\[[ xX✓]?\]\s*|(?:\(\d{1,3}\)|\d{1,3}[.)])\s+)+/u

/** The tasks of a pasted list. */
export interface PastedTasks {
  /** Their names, in order. */
  readonly names: readonly string[]
  /** How many lines are longer than a name may be. */
  readonly tooLong: number
  /** How many more lines there are than can be added at once. */
  readonly tooMany: number
}

/** The lines of a text as names of tasks, without the marks of the list they come from; empty lines are none. */
export function pastedTasks(text: string): PastedTasks {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(MARKS, '').trim())
    .filter((line) => line !== '')
  const names = lines.filter((line) => line.length <= MAX_TASK_NAME)
  return {
    names: names.slice(0, MAX_TASKS),
    tooLong: lines.length - names.length,
    tooMany: Math.max(0, names.length - MAX_TASKS),
  }
}
