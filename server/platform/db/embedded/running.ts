import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCode } from '../../systemError.ts'
import { user } from './cluster.ts'

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
