import { readdirSync, readFileSync } from 'node:fs'

/** A file of /proc, or an empty text if its process or thread has ended meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** The process ids of the program and its inspectors, without Postgres. */
function processesOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readProc(`${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  )
  const inspects = (child: string) => readProc(`${child}/cmdline`).includes('inspector')
  return [pid, ...children.filter(inspects).map(Number)]
}

/**
 * Returns the memory of the program and its inspectors in megabytes, either resident now or the sum
 * of their peaks. Linux only.
 */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const of = (one: number) =>
    Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readProc(`${one}/status`))?.[1] ?? 0) / 1024
  return processesOf(pid).reduce((sum, one) => sum + of(one), 0)
}
