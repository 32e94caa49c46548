// Makes the renditions of pictures. Plain JavaScript, like inspector.js.
import sharp from 'sharp'
import { MAX_PIXELS } from './structure/limits.js'

// Pictures are read once, so a cache would only waste memory.
sharp.cache(false)

/** The longer edge in pixels, and the WebP quality. */
const FULL = { edge: 2048, quality: 80 }
const THUMB = { edge: 480, quality: 75 }
/**
 * The encoder effort, from 0 to 6. The default of 4 takes more than twice the time for files a
 * tenth smaller.
 */
const EFFORT = 2

/** @param {number} edge */
const within = (edge) =>
  /** @type {const} */ ({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })

/**
 * Loads the library on first use, since that takes longer than reading the header of a photo.
 * @param {string} path
 * @param {Uint8Array} icc
 */
async function heicPixels(path, icc) {
  const { decodeHeic } = await import('./heic.js')
  return decodeHeic(path, icc, MAX_PIXELS)
}

/** @param {import('sharp').SharpInput} source @param {number} edge */
const upright = (source, edge) =>
  sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(within(edge))
    .toColourspace('srgb')

const webp = { quality: THUMB.quality, effort: EFFORT }

/**
 * The two sizes that screens display, with the orientation applied, in sRGB and without any
 * metadata, as WebP.
 * @param {string} path
 * @param {string} contentType
 * @param {Uint8Array} icc the color profile, which may be empty
 * @throws for a damaged one
 */
export async function renditionsOf(path, contentType, icc) {
  const source = contentType === 'image/heic' ? await heicPixels(path, icc) : path
  const { data, info } = await upright(source, FULL.edge)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = sharp(data, { raw: { width, height, channels } })
  return {
    full: await decoded.clone().webp({ quality: FULL.quality, effort: EFFORT }).toBuffer(),
    thumb: await decoded.clone().resize(within(THUMB.edge)).webp(webp).toBuffer(),
  }
}

/**
 * The renditions that a new photo needs at once. For a JPEG that is the small one, decoded at a
 * fraction of its size, which still reads the whole file. For other pictures decoding is most of
 * the work, so both are made.
 * @param {string} path
 * @param {string} contentType
 * @param {Uint8Array} icc the color profile, which may be empty
 * @throws for a damaged one
 */
export async function firstRenditionsOf(path, contentType, icc) {
  if (contentType !== 'image/jpeg') return renditionsOf(path, contentType, icc)
  return { thumb: await upright(path, THUMB.edge).webp(webp).toBuffer() }
}
