import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unusable } from '../../dataFolder.ts'
import { StartError } from '../../startError.ts'
import { isCode, isSystemError, reason } from '../../systemError.ts'
import type { Log } from '../log.ts'
import { accountFor } from './account.ts'
import { ensureCluster, user } from './cluster.ts'
import type { FoundLock } from './holder.ts'
import { lockFolder } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { isPresent } from './presence.ts'
import { postgresPrograms, touchPrograms } from './programs.ts'
import { makeRunFolder, removeRunFolder } from './runFolder.ts'

/**
 * Milliseconds to wait for processes of a killed Postgres, whose statements continue: more than the
 * statement timeout.
 */
const LEFTOVER_TIMEOUT_MS = 30_000

export interface Embedded {
  /**
   * The URL to connect to, including the password. It stays the same when Postgres is restarted.
   */
  readonly url: string
  /** The id of the running Postgres process. */
  readonly pid: () => number
  /**
   * Shuts Postgres down cleanly within the timeout in milliseconds, and unlocks the data folder.
   */
  stop(timeout?: number): Promise<void>
}

/**
 * Runs an embedded Postgres on `<dataDir>/postgres`, creates the cluster if there is none, and
 * restarts Postgres whenever it ends before `stop`.
 * @param durable false only for databases that may be lost, such as those of tests
 * @param onLost called when another program has taken the data folder; Postgres is being stopped
 * @throws StartError when the folder is in use, or Postgres cannot run here
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  { durable = true, onLost }: { durable?: boolean; onLost?: (error: StartError) => void } = {},
): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  const account = accountFor(cluster)
  const run = makeRunFolder(account)
  let current: Postmaster | undefined
  let stopping = false
  let lost: StartError | undefined
  const undo: (() => void)[] = [() => rmSync(run.path, { recursive: true, force: true })]
  try {
    const lock = await lockFolder(dataDir, run.path, () => {
      stopping = true
      lost = takenOver()
      current?.abort()
      onLost?.(lost)
    })
    undo.unshift(() => lock.release())
    if (existsSync(cluster)) await stopOrphan(cluster, log)
    if (lock.previousHolder) {
      await waitForLeftoverProcesses(dataDir, lock.previousHolder)
      if (lock.previousHolder.runFolder) removeRunFolder(lock.previousHolder.runFolder)
    }
    const { start, url } = await prepare(lock.presence?.descriptor)
    if (!lock.isHeld()) throw takenOver()
    let running = await firstStart(start)
    current = running

    const restart = async () => {
      log.error('The database stopped unexpectedly; restarting it')
      for (let wait = 50; !stopping; wait = Math.min(wait * 1.5, 2000)) {
        try {
          running = await startUnlessLost(start)
          current = running
          log.warn('The database is running again')
          return
        } catch (error) {
          // The last processes of the old one are still ending. The next attempt will succeed.
          if (!isSharedMemoryInUse(error)) log.error(reason(error))
          await sleep(wait)
        }
      }
    }
    const supervision = (async () => {
      while (!stopping) {
        await running.ended
        if (!stopping) await restart()
      }
    })()
    const touching = setInterval(() => touchPrograms(run.path), 12 * 3600 * 1000).unref()

    return {
      url,
      pid: () => running.pid,
      async stop(timeout = 30_000) {
        stopping = true
        clearInterval(touching)
        await running.stop(timeout)
        await supervision
        // A restart may have been in progress.
        await running.stop(timeout)
        for (const step of undo) step()
      },
    }
  } catch (error) {
    for (const step of undo) step()
    throw isSystemError(error) ? unusable(`the data folder ${dataDir}`, error) : error
  }

  function takenOver() {
    return new StartError(`another Plumbline has taken over the data folder ${dataDir}`)
  }

  async function startUnlessLost(start: () => Promise<Postmaster>): Promise<Postmaster> {
    requireLock()
    const started = await start()
    try {
      requireLock()
    } catch (error) {
      started.abort()
      throw error
    }
    return started
  }

  function requireLock() {
    if (lost) throw lost
  }

  /**
   * Starts Postgres, and waits for the last processes of a killed one, since a new one does not
   * start while they run.
   */
  async function firstStart(start: () => Promise<Postmaster>): Promise<Postmaster> {
    for (const begin = performance.now(); ; await sleep(200)) {
      try {
        return await startUnlessLost(start)
      } catch (error) {
        if (!isSharedMemoryInUse(error) || performance.now() - begin > LEFTOVER_TIMEOUT_MS)
          throw error
      }
    }
  }

  async function prepare(presence: number | undefined) {
    const programs = () => postgresPrograms(account, run.path)
    const password = await ensureCluster({
      dataDir,
      cluster,
      programs: programs(),
      account,
      sockets: run.sockets,
      durable,
    })
    const port = process.platform === 'win32' ? await freePort() : undefined
    const place =
      port === undefined
        ? `localhost/postgres?host=${encodeURIComponent(run.sockets)}`
        : `127.0.0.1:${port}/postgres`
    const start = () =>
      startPostmaster({
        cluster,
        programs: programs(),
        account,
        logFile: join(dataDir, 'postgres.log'),
        port,
        durable,
        sockets: run.sockets,
        presence,
      })
    return { start, url: `postgres://${user}:${password}@${place}` }
  }
}

/**
 * Waits until no process of the last run remains. A session of a killed Postgres continues to the
 * end of its statement.
 */
async function waitForLeftoverProcesses(dataDir: string, { presence }: FoundLock): Promise<void> {
  if (!presence) return
  for (const begin = performance.now(); await isPresent(dataDir, presence); await sleep(50)) {
    if (performance.now() - begin > LEFTOVER_TIMEOUT_MS)
      throw new StartError(
        `processes of an earlier run on the data folder ${dataDir} do not end; stop them, or restart the machine or container they run in`,
      )
  }
  rmSync(join(dataDir, presence.name), { force: true })
}

const isSharedMemoryInUse = (error: unknown) => /pre-existing shared memory/.test(reason(error))

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * The URL of the Postgres that runs on the data folder, for a second program beside the one that
 * started it. Undefined if no address was found. The Postgres with that address may have ended.
 */
export function runningAddress(dataDir: string): string | undefined {
  try {
    const pidFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    const [, , , port, sockets, host] = pidFile.split('\n').map((line) => line.trim())
    const password = readFileSync(join(dataDir, 'secrets', 'database'), 'utf8').trim()
    const place = sockets
      ? `localhost/postgres?host=${encodeURIComponent(sockets)}`
      : `${host}:${port}/postgres`
    return `postgres://${user}:${password}@${place}`
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}
