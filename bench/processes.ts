import { readdirSync, readFileSync } from 'node:fs'

/** Seconds of processor time so far. */
interface CpuTimes {
  readonly program: number
  readonly postgres: number
}

/** What `getconf CLK_TCK` says on Linux. */
const TICKS_PER_SECOND = 100

interface Times {
  readonly parent: number
  readonly own: number
  /** Of children that have ended. */
  readonly children: number
}

/** Undefined when the process has ended. @throws Error when the system is not Linux */
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

/** Of a program, and of Postgres with all its processes. */
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

/** Makes calls and tells what each of them cost the processors. */
export async function withCpu<T extends { readonly made: number }>(
  program: number,
  postgres: number | undefined,
  work: () => Promise<T>,
): Promise<T & { readonly cpu: CpuPerCall }> {
  const before = cpuTimes(program, postgres)
  const done = await work()
  const after = cpuTimes(program, postgres)
  const perCall = (kind: keyof CpuTimes) => (1000 * (after[kind] - before[kind])) / done.made
  return { ...done, cpu: { program: perCall('program'), postgres: perCall('postgres') } }
}

/** Resident memory in megabytes; undefined when the system is not Linux. */
export function memoryOf(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return undefined
  }
}
