// Reads the metadata of a picture without decoding it. Plain JavaScript, like inspector.js.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { pictureKind } from '../kinds.js'
import { Refusal } from '../refusal.js'
import { readDateTaken } from './dateTaken.js'
import { LIMITS, MAX_PIXELS, tooMuch } from './structure/limits.js'
import { walkStructure } from './structure/walk.js'

/**
 * Milliseconds after which reading a header is aborted. It takes a few milliseconds; longer than
 * this is an attack.
 */
const TIMEOUT_MS = 10_000

/**
 * Reads the facts of a picture before it is decoded. The size in pixels is as it is displayed,
 * turned upright.
 * @param {string} path
 * @throws {Refusal} notPicture, tooManyPixels, badPicture; any other error for a damaged one
 */
export async function readHeader(path) {
  const file = readFileSync(path)
  const kind = pictureKind(file)
  if (!kind) throw new Refusal('notPicture')
  walkStructure(file, kind.format)

  const { mediaType = '', autoOrient, exif, icc } = await metadataOf(path)
  if (!kind.types.includes(mediaType)) throw new Refusal('notPicture')
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS) throw new Refusal('tooManyPixels')
  // For formats whose structure does not contain these sizes.
  if ((exif?.length ?? 0) > LIMITS.exifBytes || (icc?.length ?? 0) > LIMITS.iccBytes)
    throw tooMuch()
  const facts = { contentType: mediaType, width, height, taken: readDateTaken(exif) }
  return { facts, icc: icc ?? new Uint8Array() }
}

/** @param {string} path @returns {Promise<import('sharp').Metadata>} */
async function metadataOf(path) {
  const timer = new AbortController()
  try {
    return await Promise.race([
      sharp(path, { limitInputPixels: false }).metadata(),
      sleep(TIMEOUT_MS, undefined, { signal: timer.signal }).then(() => {
        throw new Error('It takes too long')
      }),
    ])
  } finally {
    timer.abort()
  }
}
