import { execFileSync } from 'node:child_process'
import { readlinkSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import type { Log } from '../log.ts'
import { readPidFile } from './postmaster.ts'
import { processIdentity } from './process.ts'

/**
 * Stops the Postgres that a killed program left running on the cluster. Its pid file alone proves nothing, since process
 * numbers are reused: the process has to be a Postgres, and where the system tells, one that works in this folder. A pid
 * file without such a process is deleted, or Postgres would take any process of that number for its predecessor.
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const left = readPidFile(cluster)
  if (!left) return
  const started = processIdentity(left.pid)
  if (started === undefined || !isPostgresOf(cluster, left.pid)) {
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
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
