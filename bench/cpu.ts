import { readdirSync, readFileSync } from 'node:fs'
import type { Server } from '../e2e/harness/server.ts'

/** Processor time of the program, and of Postgres with all its processes. */
export interface Cpu {
  readonly program: number
  readonly postgres: number
}

/** The value of `getconf CLK_TCK` on Linux. */
const TICKS_PER_SECOND = 100

/**
 * The processor time that a server has used so far, in seconds.
 * @throws Error if the system is not Linux
 */
export function cpuOf({ pid, postgresPid }: Server): Cpu {
  const total = { program: 0, postgres: 0 }
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(process)
    const [own = 0, exitedChildren = 0] = [fields.slice(11, 13), fields.slice(13, 15)].map(
      ([user = 0, system = 0]) => (user + system) / TICKS_PER_SECOND,
    )
    if (process === `${pid}`) total.program += own
    if (process === `${postgresPid}`) total.postgres += own + exitedChildren
    if (fields[1] === postgresPid) total.postgres += own
  }
  return total
}

/** The fields of a process after its name; empty if it has exited. */
function statOf(process: string): number[] {
  try {
    const line = readFileSync(`/proc/${process}/stat`, 'utf8')
    // The name before the last parenthesis may have spaces in it.
    return line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}
