import { readdirSync, readFileSync } from 'node:fs'

/** The process ids of the program and its inspectors, without Postgres. */
function processesOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  const inspects = (child: string) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('inspector')
  return [pid, ...children.filter(inspects).map(Number)]
}

/**
 * Returns the memory of the program and its inspectors in megabytes, either resident now or the sum
 * of their peaks. Linux only.
 */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const of = (one: number) =>
    Number(
      new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1],
    ) / 1024
  return processesOf(pid).reduce((sum, one) => sum + of(one), 0)
}
