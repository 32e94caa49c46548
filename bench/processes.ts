import { readdirSync, readFileSync } from 'node:fs'

/** Processor time so far, in seconds. */
interface CpuTimes {
  readonly program: number
  readonly postgres: number
}

/** The value of `getconf CLK_TCK` on Linux. */
const TICKS_PER_SECOND = 100

interface Times {
  readonly parent: number
  readonly own: number
  /** The time of children that have exited. */
  readonly children: number
}

/** The processor times of a process, in seconds; undefined if it has exited. */
function timesOf(pid: string | number): Times | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name before the last parenthesis may have spaces in it.
  const [, parent, , , , , , , , , , user, system, childUser, childSystem] = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const seconds = (a = 0, b = 0) => (a + b) / TICKS_PER_SECOND
  return {
    parent: parent ?? 0,
    own: seconds(user, system),
    children: seconds(childUser, childSystem),
  }
}

/**
 * The processor time of a program, and of Postgres with all its processes.
 * @throws Error if the system is not Linux
 */
function cpuTimes(program: number, postgres: number | undefined): CpuTimes {
  const main = postgres === undefined ? undefined : timesOf(postgres)
  const backends = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === postgres)
  const ofPostgres = backends.reduce(
    (sum, times) => sum + (times?.own ?? 0),
    (main?.own ?? 0) + (main?.children ?? 0),
  )
  return { program: timesOf(program)?.own ?? 0, postgres: ofPostgres }
}

/** Processor time of a call, in milliseconds. */
export interface CpuPerCall {
  readonly program: number
  readonly postgres: number
}

/** Makes calls and measures the processor time of each. @throws Error if the system is not Linux */
export async function withCpu<T extends { readonly made: number }>(
  program: number,
  postgres: number | undefined,
  work: () => Promise<T>,
): Promise<T & { readonly cpu: CpuPerCall }> {
  const before = cpuTimes(program, postgres)
  const result = await work()
  const after = cpuTimes(program, postgres)
  const perCall = (kind: keyof CpuTimes) => (1000 * (after[kind] - before[kind])) / result.made
  return { ...result, cpu: { program: perCall('program'), postgres: perCall('postgres') } }
}

/** The resident memory of a process in megabytes; undefined if the system is not Linux. */
export function memoryOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return undefined
  }
}
