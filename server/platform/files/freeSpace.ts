import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Log } from '../db/log.ts'
import { reason } from '../systemError.ts'

const MIB = 1024 * 1024
/** Size of the reserve in bytes: room for a few WAL segments of the database, of 16 MB each. */
const RESERVE_BYTES = 64 * MIB
/** The reserve is released when less than this is free, in bytes. */
export const RELEASE_BELOW_BYTES = 32 * MIB
/**
 * Interval of the disk check, in milliseconds. The reserve is created after this many checks, since
 * a start has more urgent work.
 */
const CHECK_INTERVAL_MS = 1000
const CHECKS_UNTIL_CREATED = 60

/** The free bytes on the disk of the data folder. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

/**
 * Requires that storing the bytes leaves at least `minFree` on the disk, so that actions that need
 * little space still work: signing in, changing a task, deleting photos.
 * @throws Failure noSpace (507)
 */
export async function requireFreeSpace(
  { dataDir, minFree }: { dataDir: string; minFree: number },
  bytes: number,
) {
  if (minFree === 0 || (await freeBytes(dataDir)) - bytes >= minFree) return
  throw new Failure('noSpace', {
    message:
      'The server is almost out of disk space, so nothing was saved. Ask an admin to free space',
  })
}

const reserveFile = (dataDir: string) => join(dataDir, 'reserve')

/** Creates the reserve from random bytes, since some file systems allocate no space for zeros. */
async function createReserve(dataDir: string) {
  const place = reserveFile(dataDir)
  try {
    const file = await open(place, 'w', 0o600)
    try {
      const part = randomBytes(MIB)
      for (let written = 0; written < RESERVE_BYTES; written += MIB) await file.write(part)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(place, { force: true })
    throw error
  }
}

/**
 * Maintains a reserve file of 64 MB that is deleted when the disk is full, since the database
 * cannot even delete rows without writing. It is created again once there is space. `minFree` is in
 * bytes; 0 disables this.
 */
export function keepReserve(
  { dataDir, minFree }: { dataDir: string; minFree: number },
  log: Log,
  interval = CHECK_INTERVAL_MS,
): { close(): Promise<void> } {
  let underWay = Promise.resolve()
  let checks = 0
  const check = async () => {
    checks++
    const free = await freeBytes(dataDir)
    const exists = (await stat(reserveFile(dataDir)).catch(() => undefined)) !== undefined
    if (exists && free < RELEASE_BELOW_BYTES) {
      await rm(reserveFile(dataDir), { force: true })
      log.error('The disk is full: the reserve of 64 MB was given up so that work can go on')
    } else if (
      !exists &&
      checks % CHECKS_UNTIL_CREATED === 0 &&
      free > minFree + 2 * RESERVE_BYTES
    ) {
      await createReserve(dataDir)
    }
  }
  const runCheck = () => {
    underWay = underWay
      .then(check)
      .catch((error: unknown) => log.warn(`The disk space could not be read: ${reason(error)}`))
  }
  const timer = minFree === 0 ? undefined : setInterval(runCheck, interval).unref()
  return {
    close() {
      clearInterval(timer)
      return underWay
    },
  }
}
