import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import type { Log } from '../log.ts'
import { readPidFile } from './postmaster.ts'
import { processIdentity } from './process.ts'

/** More than any system gives to a process. */
const NO_PROCESS = 2_147_483_647

/**
 * Stops the Postgres that a killed program left running on the cluster. Its pid file alone proves nothing, since process
 * numbers are reused: the process has to be a Postgres, and where the system tells, one that works in this folder. A pid
 * file without such a process gets a number that no process has, or Postgres would take any process of that number for its predecessor.
 * It is not deleted: it also names the shared memory by which Postgres sees whether parts of the last one still run, and one
 * that runs where we cannot see it stops within a minute when the number is no longer its own.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const left = readPidFile(cluster)
  if (!left) return
  const started = left.pid > 0 ? processIdentity(left.pid) : undefined
  if (started === undefined || !isPostgresOf(cluster, left.pid)) {
    disown(join(cluster, 'postmaster.pid'))
    return
  }
  log.warn('The last run was killed and left its database running; stopping that one first')
  const running = () => processIdentity(left.pid) === started
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    send(left.pid, signal)
    for (const deadline = Date.now() + seconds * 1000; running() && Date.now() < deadline; )
      await sleep(10)
    if (!running()) return
  }
  throw new StartError(`the database of an earlier run (process ${left.pid}) does not stop`)
}

function disown(pidFile: string): void {
  const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
  writeFileSync(pidFile, [NO_PROCESS, ...rest].join('\n'), { flush: true })
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
