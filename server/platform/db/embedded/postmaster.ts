import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import type { Account } from './account.ts'
import { environment, type ServerOptions, serverArguments } from './command.ts'

export interface StartOptions extends ServerOptions {
  programs: string
  account: Account | undefined
  logFile: string
  /**
   * A descriptor inherited by every Postgres process, which shows that it is alive; see
   * presence.ts.
   */
  presence: number | undefined
}

export interface Postmaster {
  readonly pid: number
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /**
   * Ends the sessions, writes a checkpoint and exits. After the timeout in milliseconds it stops
   * immediately, which loses no data.
   */
  stop(timeout: number): Promise<void>
  /** Stops immediately. */
  abort(): void
}

/**
 * Starts Postgres and waits until it accepts connections, including recovery. It runs in a separate
 * process group, so that Ctrl-C reaches only this program and the pool closes first.
 * @throws StartError with the end of its log
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { cluster, sockets, account, logFile } = options
  for (const name of readdirSync(sockets)) rmSync(join(sockets, name))
  const log = openLog(logFile)
  const logStart = statSync(logFile).size
  const child = spawn(join(options.programs, 'postgres'), serverArguments(options), {
    ...account,
    cwd: cluster,
    detached: true,
    env: environment(),
    stdio: ['ignore', log, log, ...(options.presence === undefined ? [] : [options.presence])],
  })
  closeSync(log)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => resolve()).once('error', () => resolve()),
  )
  if (child.pid !== undefined) void ended.then(guardPostgres(child.pid, account))
  const running = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  while (running() && readPidFile(cluster)?.ready !== child.pid) await sleep(10)
  if (child.pid === undefined || !running()) {
    throw new StartError(`the database did not start: ${endOfLog(logFile, logStart)}`)
  }
  return {
    pid: child.pid,
    ended,
    stop: (timeout) => stopChild(child, ended, timeout, options),
    abort: () => void child.kill('SIGQUIT'),
  }
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<void>,
  timeout: number,
  { programs, cluster }: StartOptions,
) {
  if (process.platform === 'win32') {
    spawnSync(join(programs, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', '-w'], {
      env: environment(),
    })
  }
  child.kill('SIGINT')
  const timer = new AbortController()
  void sleep(timeout, undefined, { signal: timer.signal, ref: false }).then(
    () => child.kill('SIGQUIT'),
    () => undefined,
  )
  await ended
  timer.abort()
}

/**
 * Reads the pid file of Postgres: its process id (NaN if the file is damaged), and the same id as
 * `ready` once it accepts connections.
 */
export function readPidFile(
  cluster: string,
): { pid: number; ready: number | undefined } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return { pid, ready: lines[7]?.trim() === 'ready' ? pid : undefined }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Opens the log of Postgres. This process opens it and Postgres inherits it, so that it may be
 * where its account has no access. One older file is retained.
 */
function openLog(logFile: string): number {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 4_000_000)
    renameSync(logFile, `${logFile}.1`)
  return openSync(logFile, 'a', 0o600)
}

function endOfLog(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  const errors = lines.filter((line) => /FATAL|PANIC|HINT/.test(line))
  return (
    (errors.length > 0 ? errors : lines.slice(-3)).join(' ').replace(/\s+/g, ' ') ||
    `see ${logFile}`
  )
}

/**
 * Ends a Postgres soon after this program ends, even by a kill. The next start may be unable to see
 * it, in another container or on another machine. A shell waits for the end of a pipe, which the
 * system closes with this process, and then stops Postgres immediately, which loses no data.
 * @returns a function to call when Postgres has ended
 */
function guardPostgres(pid: number, account: Account | undefined): () => void {
  if (process.platform === 'win32') return () => undefined
  const script = 'read -r line || kill -QUIT "$1"'
  const shell = spawn('/bin/sh', ['-c', script, 'plumbline-guard', String(pid)], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell there is no guard, and the next start stops a leftover Postgres.
  shell.on('error', () => undefined).unref()
  shell.stdin.on('error', () => undefined)
  return () => void shell.stdin.end('ended\n')
}
