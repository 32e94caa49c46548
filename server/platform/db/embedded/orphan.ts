import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import type { Log } from '../log.ts'
import { readPidFile } from './postmaster.ts'
import { processIdentity } from './process.ts'

/** Greater than any process id. */
const IMPOSSIBLE_PID = 2_147_483_647

/**
 * Stops the Postgres that a killed program left running on the cluster. Its pid file alone proves
 * nothing, since process ids are reused: the process has to be a Postgres and, if the system can
 * tell, one that works in this folder. Without such a process, an impossible id is written to the
 * pid file, since Postgres would otherwise take any process with the old id for its predecessor.
 * The file is not deleted: it also names the shared memory that shows Postgres whether parts of the
 * last one are still running, and a Postgres that this process cannot see stops within a minute
 * when the id in the file is not its own.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const leftover = readPidFile(cluster)
  if (!leftover) return
  const started = leftover.pid > 0 ? processIdentity(leftover.pid) : undefined
  if (started === undefined || !isPostgresOf(cluster, leftover.pid)) {
    disown(join(cluster, 'postmaster.pid'))
    return
  }
  log.warn('The last run was killed and left its database running; stopping that one first')
  const running = () => processIdentity(leftover.pid) === started
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    send(leftover.pid, signal)
    for (const deadline = Date.now() + seconds * 1000; running() && Date.now() < deadline; )
      await sleep(10)
    if (!running()) return
  }
  throw new StartError(`the database of an earlier run (process ${leftover.pid}) does not stop`)
}

function disown(pidFile: string): void {
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [IMPOSSIBLE_PID, ...rest].join('\n'), { flush: true })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (isCode(error, 'EPERM'))
      throw new StartError(
        `the database in this data folder is run by another user (process ${pid})`,
      )
    if (!isCode(error, 'ESRCH')) throw error
  }
}

function isPostgresOf(cluster: string, pid: number): boolean {
  try {
    if (process.platform === 'win32') return true
    if (process.platform !== 'linux') {
      return (
        basename(
          execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
        ) === 'postgres'
      )
    }
    const [workingFolder, folder] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)]
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(' (deleted)', '')
    return (
      program === 'postgres' && workingFolder.dev === folder.dev && workingFolder.ino === folder.ino
    )
  } catch {
    return false
  }
}
