import { MAX_TASK_NAME, MAX_TASKS } from '@plumbline/contract/tasks.ts'

/** Bullets, numbers and check marks at the start of a line, including several in a row. */
const LIST_MARKERS =
  /^(?:[-*+–—]\s+|[•‣▪◦·●○■□☐☑☒✓✔✗✘]\s*|\[[ xX✓]?\]\s*|(?:\(\d{1,3}\)|\d{1,3}[.)])\s+)+/u

/** The tasks of a pasted list. */
export interface PastedTasks {
  /** The names of the tasks, in order. */
  readonly names: readonly string[]
  /** The number of lines that are longer than a name may be. */
  readonly tooLong: number
  /** The number of lines beyond the maximum that can be added at once. */
  readonly tooMany: number
}

/** The lines of a text as task names, without list markers and empty lines. */
export function pastedTasks(text: string): PastedTasks {
  const lines = text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(LIST_MARKERS, '').trim())
    .filter((line) => line !== '')
  const names = lines.filter((line) => line.length <= MAX_TASK_NAME)
  return {
    names: names.slice(0, MAX_TASKS),
    tooLong: lines.length - names.length,
    tooMany: Math.max(0, names.length - MAX_TASKS),
  }
}
