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

/** Calls a function with the settings of the environment, for which the data folder is created. */
export function withSettings<T>(rest: (settings: Settings, log: Log) => T): T {
  const settings = readSettings(process.env)
  return rest(settings, createLog(settings.logLevel))
}

/**
 * Runs a command-line program without any settings. An error that the operator can fix is printed
 * as a single line after `notDone`, with exit code 1.
 */
export function runWithout(notDone: string, program: (args: readonly string[]) => Promise<void>) {
  // `process.exit` runs the exit handlers, which remove unfinished files.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => process.exit(1))
  const main = async () => program(process.argv.slice(2))
  main().catch((error: unknown) => {
    console.error(isExpected(error) ? `${notDone}: ${reason(error)}` : error)
    process.exitCode = 1
  })
}

/** Whether the message of an error is enough: ours, or of the system, the network or Postgres. */
const isExpected = (error: unknown) =>
  error instanceof StartError || (error instanceof Error && 'code' in causeOf(error))

/** Resolves a path as it was typed: npm runs its scripts in the folder of the program. */
export const typedPath = (file: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)

/** "1 file", "2,000 files". */
export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en-US')} ${thing}${count === 1 ? '' : 's'}`
