/** The header of a JPEG. */
interface JpegHeader {
  /** The stored size in pixels. Orientations from 5 on swap width and height. */
  readonly width: number
  readonly height: number
  /** The EXIF orientation, 1 to 8. 1 is upright. */
  readonly orientation: number
  /**
   * The EXIF segment with the time and place the picture was taken, its orientation reset to
   * upright. Null without one.
   */
  readonly exif: Uint8Array<ArrayBuffer> | null
}

const EXIF = 'Exif\0\0'
const APP1 = 0xe1
const SCAN = 0xda
const END = 0xd9
const ORIENTATION = 0x0112
/** The offset of the TIFF header in the segment, after the marker, the length and `EXIF`. */
const TIFF_OFFSET = 10
/** The size of an entry of a TIFF directory, in bytes. */
const ENTRY_SIZE = 12

/**
 * Whether a marker starts a frame: C0 to CF, except Huffman tables, extensions and arithmetic
 * conditioning.
 */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const isExif = (file: Uint8Array, at: number) =>
  [...EXIF].every((letter, index) => file[at + 4 + index] === letter.charCodeAt(0))

/** Reads the header of a JPEG. Returns null for another or a damaged file. */
export function readJpeg(file: Uint8Array): JpegHeader | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 4 || view.getUint16(0) !== 0xffd8) return null
  let exif: JpegHeader['exif'] = null
  for (let at = 2; at + 9 <= file.length; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === SCAN || marker === END) return null
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (isFrame(marker)) {
      const orientation = exif ? resetOrientation(exif) : 1
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation, exif }
    }
    if (marker === APP1 && !exif && isExif(file, at)) exif = file.slice(at, at + 2 + length)
    at += 2 + length
  }
  return null
}

/**
 * Resets the orientation in an EXIF segment to upright and unlinks its thumbnail, which is still
 * rotated.
 * @returns the original orientation
 */
function resetOrientation(exif: Uint8Array): number {
  try {
    const view = new DataView(
      exif.buffer,
      exif.byteOffset + TIFF_OFFSET,
      exif.byteLength - TIFF_OFFSET,
    )
    const isLittle = view.getUint16(0) === 0x4949
    const directory = view.getUint32(4, isLittle)
    const end = directory + 2 + view.getUint16(directory, isLittle) * ENTRY_SIZE
    view.setUint32(end, 0, isLittle)
    for (let at = directory + 2; at < end; at += ENTRY_SIZE) {
      if (view.getUint16(at, isLittle) !== ORIENTATION) continue
      const orientation = view.getUint16(at + 8, isLittle)
      view.setUint16(at + 8, 1, isLittle)
      return orientation
    }
  } catch (error) {
    // A truncated segment has no orientation.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** The JPEG with the EXIF segment inserted at its beginning, where readers look for it. */
export const withExif = (jpeg: Blob, exif: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([jpeg.slice(0, 2), exif, jpeg.slice(2)], { type: jpeg.type })
