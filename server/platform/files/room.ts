import { stat } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { formatBytes } from '../formatBytes.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../startError.ts'
import { freeBytes, RELEASE_BELOW_BYTES } from './freeSpace.ts'

/** The number of bytes written between two checks of the disk. */
const CHECK_EVERY_BYTES = 1024 * 1024

/** There is too little free space on the disk; the message says how much. */
export class NoSpaceError extends StartError {}

/** The space for large files that are not urgent, such as backups, which must not fill the disk. */
export interface DiskSpace {
  /** Whether the given number of bytes can be written. */
  fits(bytes: number): Promise<boolean>
  /** @throws NoSpaceError if the given number of bytes cannot be written */
  require(bytes: number): Promise<void>
  /** Passes a stream through, and fails it with a NoSpaceError once too little space is free. */
  guard(): Duplex
}

/**
 * The space in a folder. On the disk of the data folder `minFree` remains free, and in any case
 * more than the level at which the reserve is released. Another disk may be filled. With a
 * `minFree` of 0 everything fits, as on a disk that does not report its free space.
 * @param free reads the free bytes of a disk; replaced in tests
 */
export async function diskSpaceIn(
  folder: string,
  { dataDir, minFree }: Pick<Settings, 'dataDir' | 'minFree'>,
  free = freeBytes,
): Promise<DiskSpace> {
  const isOff = minFree === 0
  const reserved = (await isSameDisk(folder, dataDir))
    ? Math.max(minFree, 2 * RELEASE_BELOW_BYTES)
    : 0
  const readFree = () => (isOff ? Number.POSITIVE_INFINITY : free(folder).catch(() => Infinity))
  const mustStay = reserved > 0 ? `${formatBytes(reserved)} must stay free` : ''
  const requireSome = async () => {
    const available = await readFree()
    if (available < reserved)
      throw new NoSpaceError(
        `the disk filled up meanwhile: ${formatBytes(available)} free, and ${mustStay}`,
      )
  }
  return {
    fits: async (bytes) => (await readFree()) - bytes >= reserved,
    async require(bytes) {
      const available = await readFree()
      if (available - bytes >= reserved) return
      throw new NoSpaceError(
        `not enough free space (about ${formatBytes(bytes)} needed, ${formatBytes(available)} free${mustStay && `, and ${mustStay}`})`,
      )
    },
    guard: () =>
      Duplex.from(async function* (source: AsyncIterable<Buffer>) {
        let unchecked = CHECK_EVERY_BYTES
        for await (const chunk of source) {
          unchecked += chunk.length
          if (unchecked >= CHECK_EVERY_BYTES) {
            unchecked = 0
            await requireSome()
          }
          yield chunk
        }
      }),
  }
}

/** Whether both folders are on one disk. False if one does not exist. */
async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((place) => stat(place).catch(() => undefined)))
  return a !== undefined && a.dev === b?.dev
}
