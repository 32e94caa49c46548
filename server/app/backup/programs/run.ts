import path from 'node:path'
import { createLog } from '../../../platform/log.ts'
import { readSettings, type Settings } from '../../../platform/settings.ts'
import { StartError } from '../../../platform/startError.ts'
import { causeOf, reason } from '../../../platform/systemError.ts'

export type Log = ReturnType<typeof createLog>

/** Runs a command-line program with the settings of the environment; see {@link runWithout}. */
export function run(
  notDone: string,
  program: (settings: Settings, log: Log, args: readonly string[]) => Promise<void>,
) {
  runWithout(notDone, (args) => withSettings((settings, log) => program(settings, log, args)))
}

/** Does the rest of a program with the settings of the environment, for which the data folder is made. */
export function withSettings<T>(rest: (settings: Settings, log: Log) => T): T {
  const settings = readSettings(process.env)
  return rest(settings, createLog(settings.logLevel))
}

/**
 * Runs a command-line program without any settings. What the operator can fix is one line, after what did not happen; the
 * exit code is 1 then.
 */
export function runWithout(notDone: string, program: (args: readonly string[]) => Promise<void>) {
  // Ending by `exit` lets half-written files be removed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1))
  const main = async () => program(process.argv.slice(2))
  main().catch((error: unknown) => {
    console.error(isExpected(error) ? `${notDone}: ${reason(error)}` : error)
    process.exitCode = 1
  })
}

/** Ours, or one of the operating system, the network or Postgres, whose message says enough. */
const isExpected = (error: unknown) =>
  error instanceof StartError || (error instanceof Error && 'code' in causeOf(error))

/** A path as it was typed: npm runs its scripts in the folder of the program. */
export const typedPath = (file: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)

/** "1 file", "2,000 files". */
export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
