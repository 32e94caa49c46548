// Decodes HEIC, which libvips omits because of patents. Plain JavaScript, like inspector.js.
import { readFileSync } from 'node:fs'
import libheif from 'libheif-js/wasm-bundle.js'

const LITTLE_ENDIAN = 0x4949
const SHORT = 3
const LONG = 4
const UNDEFINED = 7

/**
 * The header of an uncompressed TIFF file of that size, which carries the pixels with their color
 * profile.
 * @param {number} width
 * @param {number} height
 * @param {number} samples 3, or 4 with alpha
 * @param {Uint8Array} icc may be empty
 */
function tiffHead(width, height, samples, icc) {
  const entries = 10 + (samples === 4 ? 1 : 0) + (icc.length > 0 ? 1 : 0)
  const bitsAt = 8 + 2 + entries * 12 + 4
  const iccAt = bitsAt + 8
  const head = Buffer.alloc(iccAt + icc.length)
  head.writeUInt16LE(LITTLE_ENDIAN, 0)
  head.writeUInt16LE(42, 2)
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries, 8)
  let at = 10
  /** @param {number} tag @param {number} type @param {number} count @param {number} value */
  const entry = (tag, type, count, value) => {
    head.writeUInt16LE(tag, at)
    head.writeUInt16LE(type, at + 2)
    head.writeUInt32LE(count, at + 4)
    head.writeUInt32LE(value, at + 8)
    at += 12
  }
  entry(256, LONG, 1, width)
  entry(257, LONG, 1, height)
  entry(258, SHORT, samples, bitsAt) // bits per sample
  entry(259, SHORT, 1, 1) // not compressed
  entry(262, SHORT, 1, 2) // red, green, blue
  entry(273, LONG, 1, head.length) // where the pixels begin
  entry(277, SHORT, 1, samples)
  entry(278, LONG, 1, height) // rows, all in one strip
  entry(279, LONG, 1, width * height * samples)
  entry(284, SHORT, 1, 1) // the samples of a pixel together
  if (samples === 4) entry(338, SHORT, 1, 2) // the fourth is alpha
  if (icc.length > 0) entry(34675, UNDEFINED, icc.length, iccAt)
  for (let sample = 0; sample < samples; sample++) head.writeUInt16LE(8, bitsAt + 2 * sample)
  head.set(icc, iccAt)
  return head
}

/**
 * Drops every fourth byte, in place.
 * @param {Uint8ClampedArray} pixels
 */
function dropAlpha(pixels) {
  for (let from = 4, to = 3; from < pixels.length; from += 4, to += 3) {
    pixels[to] = pixels[from] ?? 0
    pixels[to + 1] = pixels[from + 1] ?? 0
    pixels[to + 2] = pixels[from + 2] ?? 0
  }
}

/** Shared by all pictures: it frees the file of the last one when it reads the next. */
const decoder = new libheif.HeifDecoder()

/**
 * Decodes a HEIC picture on the caller's thread, one at a time.
 * @param {string} path
 * @param {Uint8Array} icc its color profile, which may be empty
 * @param {number} maxPixels
 * @returns {Promise<Buffer>} an uncompressed TIFF file, turned upright, with the given color
 * profile
 */
export async function decodeHeic(path, icc, maxPixels) {
  await libheif.ready
  const images = decoder.decode(readFileSync(path))
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0]
    if (!image) throw new Error('No picture in it')
    return await tiffOf(image, icc, maxPixels)
  } finally {
    // The library's memory is not garbage-collected.
    for (const image of images) image.free()
  }
}

/**
 * @param {import('libheif-js/wasm-bundle.js').HeifImage} image
 * @param {Uint8Array} icc
 * @param {number} maxPixels
 * @returns {Promise<Buffer>}
 */
async function tiffOf(image, icc, maxPixels) {
  const width = image.get_width()
  const height = image.get_height()
  if (width * height > maxPixels) throw new Error('Too many pixels')

  const samples = image.has_alpha_channel() ? 4 : 3
  const head = tiffHead(width, height, samples, icc)
  const tiff = Buffer.alloc(head.length + width * height * 4)
  tiff.set(head)
  const pixels = new Uint8ClampedArray(
    tiff.buffer,
    tiff.byteOffset + head.length,
    width * height * 4,
  )
  await new Promise((resolve, reject) => {
    image.display({ data: pixels, width, height }, (shown) =>
      shown ? resolve(shown) : reject(new Error('Damaged')),
    )
  })
  if (samples === 3) dropAlpha(pixels)
  return tiff
}
