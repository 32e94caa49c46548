import { stat } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { inWords } from '../inWords.ts'
import type { Settings } from '../settings.ts'
import { StartError } from '../startError.ts'
import { freeBytes, LAST } from './freeSpace.ts'

/** Bytes that are written between two looks at the disk. */
const STEP = 1024 * 1024

/** Too little is free on the disk; the message says how much. */
export class NoRoomError extends StartError {}

/** The room for large files that can wait, such as backups: they must not fill the disk. */
export interface Room {
  /** Whether so many bytes can be written. */
  fits(bytes: number): Promise<boolean>
  /** @throws NoRoomError where so many bytes cannot be written */
  require(bytes: number): Promise<void>
  /** Passes a stream on, and fails it with a NoRoomError once too little is free. */
  guard(): Duplex
}

/**
 * The room in a folder. On the disk of the data folder `minFree` stays free, and in any case more than would give up the
 * reserve; another disk may be filled. With a `minFree` of 0 everything fits, as where a disk does not say what is free.
 * @param free how to ask a disk; for tests
 */
export async function roomIn(
  folder: string,
  { dataDir, minFree }: Pick<Settings, 'dataDir' | 'minFree'>,
  free = freeBytes,
): Promise<Room> {
  const isOff = minFree === 0
  const kept = (await isSameDisk(folder, dataDir)) ? Math.max(minFree, 2 * LAST) : 0
  const look = () => (isOff ? Number.POSITIVE_INFINITY : free(folder).catch(() => Infinity))
  const mustStay = kept > 0 ? `${inWords(kept)} must stay free` : ''
  const requireSome = async () => {
    const there = await look()
    if (there < kept)
      throw new NoRoomError(`the disk filled up meanwhile: ${inWords(there)} free, and ${mustStay}`)
  }
  return {
    fits: async (bytes) => (await look()) - bytes >= kept,
    async require(bytes) {
      const there = await look()
      if (there - bytes >= kept) return
      throw new NoRoomError(
        `not enough free space (about ${inWords(bytes)} needed, ${inWords(there)} free${mustStay && `, and ${mustStay}`})`,
      )
    },
    guard: () =>
      Duplex.from(async function* (source: AsyncIterable<Buffer>) {
        let unseen = STEP
        for await (const chunk of source) {
          unseen += chunk.length
          if (unseen >= STEP) {
            unseen = 0
            await requireSome()
          }
          yield chunk
        }
      }),
  }
}

/** False also where a folder does not exist. */
async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((place) => stat(place).catch(() => undefined)))
  return a !== undefined && a.dev === b?.dev
}
