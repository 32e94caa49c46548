import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reason } from '../../systemError.ts'
import type { Log } from '../log.ts'
import { accountFor } from './account.ts'
import { ensureCluster, user } from './cluster.ts'
import { lockFolder } from './lock.ts'
import { stopOrphan } from './orphan.ts'
import { startPostmaster } from './postmaster.ts'
import { postgresPrograms, touchPrograms } from './programs.ts'
import { makeRunFolder, removeRunFolder } from './runFolder.ts'

export interface Embedded {
  /** Where to connect, including the password; stays the same when Postgres is restarted. */
  readonly url: string
  /** The process of the running Postgres. */
  readonly pid: () => number
  /** Shuts Postgres down cleanly and unlocks the data folder. */
  stop(): Promise<void>
}

/**
 * Runs an embedded Postgres on `<dataDir>/postgres`, makes the cluster if there is none, and restarts Postgres whenever
 * it ends before `stop`.
 * @param durable false only for databases that may be lost, such as those of tests
 * @throws StartError when the folder is in use, or Postgres cannot run here
 */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  { durable = true } = {},
): Promise<Embedded> {
  const cluster = join(dataDir, 'postgres')
  const account = accountFor(cluster)
  const run = makeRunFolder(account)
  const undo: (() => void)[] = [() => rmSync(run.path, { recursive: true, force: true })]
  try {
    const lock = lockFolder(dataDir, run.path)
    undo.unshift(() => lock.release())
    if (existsSync(cluster)) await stopOrphan(cluster, log)
    if (lock.leftRunFolder) removeRunFolder(lock.leftRunFolder)
    const start = await prepare()
    let current = await start()
    let stopping = false

    const restart = async () => {
      log.error('The database stopped unexpectedly; restarting it')
      for (let wait = 50; !stopping; wait = Math.min(wait * 1.5, 2000)) {
        try {
          current = await start()
          log.warn('The database is running again')
          return
        } catch (error) {
          // The old one's last processes are still ending; the next attempt will succeed.
          if (!/pre-existing shared memory/.test(reason(error))) log.error(reason(error))
          await sleep(wait)
        }
      }
    }
    const supervision = (async () => {
      while (!stopping) {
        await current.ended
        if (!stopping) await restart()
      }
    })()
    const touching = setInterval(() => touchPrograms(run.path), 12 * 3600 * 1000).unref()

    return {
      url: start.url,
      pid: () => current.pid,
      async stop() {
        stopping = true
        clearInterval(touching)
        await current.stop()
        await supervision
        // A restart may have been under way.
        await current.stop()
        for (const step of undo) step()
      },
    }
  } catch (error) {
    for (const step of undo) step()
    throw error
  }

  async function prepare() {
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
      })
    return Object.assign(start, { url: `postgres://${user}:${password}@${place}` })
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
