import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@plumbline/contract/failures.ts'
import type { Log } from '../db/log.ts'
import { reason } from '../systemError.ts'

const MIB = 1024 * 1024
/** The size of the reserve: room for a few segments of the database's log, of 16 MB each. Bytes. */
const RESERVE = 64 * MIB
/** The reserve is given up when less than this is free; bytes. */
export const LAST = 32 * MIB
/** How often the disk is looked at; milliseconds. The reserve is made after so many looks: a start has better to do. */
const INTERVAL = 1000
const LOOKS_UNTIL_MADE = 60

/** Bytes that are free on the disk of the data folder. */
export async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

/**
 * Refuses (507 noSpace) to store so many bytes where that would leave less than `minFree` on the disk, so that what needs
 * little room still works: signing in, changing a task, deleting photos.
 */
export async function requireFreeSpace(
  { dataDir, minFree }: { dataDir: string; minFree: number },
  bytes: number,
) {
  if (minFree === 0 || (await freeBytes(dataDir)) - bytes >= minFree) return
  throw new Failure('noSpace', {
    message:
      'The server is almost out of disk space, so nothing was saved. Ask an admin to make room',
  })
}

const reserveFile = (dataDir: string) => join(dataDir, 'reserve')

/** Writes random bytes, since some file systems keep no room for zeros. */
async function makeReserve(dataDir: string) {
  const place = reserveFile(dataDir)
  try {
    const file = await open(place, 'w', 0o600)
    try {
      const part = randomBytes(MIB)
      for (let written = 0; written < RESERVE; written += MIB) await file.write(part)
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
 * Keeps a file of 64 MB that is given up when the disk is full, since the database cannot even delete without writing.
 * It is made again once there is room. `minFree` is in bytes; 0 switches this off.
 */
export function keepReserve(
  { dataDir, minFree }: { dataDir: string; minFree: number },
  log: Log,
  interval = INTERVAL,
): { close(): Promise<void> } {
  let underWay = Promise.resolve()
  let looks = 0
  const look = async () => {
    looks++
    const free = await freeBytes(dataDir)
    const isThere = (await stat(reserveFile(dataDir)).catch(() => undefined)) !== undefined
    if (isThere && free < LAST) {
      await rm(reserveFile(dataDir), { force: true })
      log.error('The disk is full: the reserve of 64 MB was given up so that work can go on')
    } else if (!isThere && looks % LOOKS_UNTIL_MADE === 0 && free > minFree + 2 * RESERVE) {
      await makeReserve(dataDir)
    }
  }
  const round = () => {
    underWay = underWay
      .then(look)
      .catch((error: unknown) => log.warn(`The disk space could not be read: ${reason(error)}`))
  }
  const timer = minFree === 0 ? undefined : setInterval(round, interval).unref()
  return {
    close() {
      clearInterval(timer)
      return underWay
    },
  }
}
