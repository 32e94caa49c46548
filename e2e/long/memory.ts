import { readdirSync, readFileSync } from 'node:fs'

/** A file of /proc, or an empty text if its process or thread has ended meanwhile. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** The process ids of the children of a program whose command names this file. Linux only. */
export const childrenOf = (pid: number, file: string): number[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readProc(`${pid}/task/${thread}/children`).split(' ').filter(Boolean))
    .filter((child) => readProc(`${child}/cmdline`).includes(file))
    .map(Number)

/** The process ids of the program and its inspectors, without Postgres. */
const processesOf = (pid: number) => [pid, ...childrenOf(pid, 'inspector')]

/**
 * Returns the memory of the program and its inspectors in megabytes, either resident now or the sum
 * of their peaks. Linux only.
 */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const of = (one: number) =>
    Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(readProc(`${one}/status`))?.[1] ?? 0) / 1024
  return processesOf(pid).reduce((sum, one) => sum + of(one), 0)
}
