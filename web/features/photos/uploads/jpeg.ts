/** What a JPEG says of itself before its pixels begin. */
interface JpegHeader {
  /** Pixels as they are stored; orientations from 5 on lay the picture on its side. */
  readonly width: number
  readonly height: number
  /** How the picture is turned to be seen, 1 to 8; 1 is upright. */
  readonly orientation: number
  /** The segment with the time and the place it was taken at, now saying that the picture is upright; null for none. */
  readonly exif: Uint8Array<ArrayBuffer> | null
}

const EXIF = 'Exif\0\0'
const APP1 = 0xe1
const SCAN = 0xda
const END = 0xd9
const ORIENTATION = 0x0112
/** Where TIFF begins in the segment: after marker, length and the word above. */
const TIFF = 10
/** Bytes of an entry of a TIFF directory. */
const ENTRY = 12

/** Begins a picture: C0 to CF, but for tables of codes, extensions and arithmetic conditioning. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const isExif = (file: Uint8Array, at: number) =>
  [...EXIF].every((letter, index) => file[at + 4 + index] === letter.charCodeAt(0))

/** Reads a JPEG up to its pixels; null for another file or a damaged one. */
export function readJpeg(file: Uint8Array): JpegHeader | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  if (file.length < 4 || view.getUint16(0) !== 0xffd8) return null
  let exif: JpegHeader['exif'] = null
  for (let at = 2; at + 9 <= file.length; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === SCAN || marker === END) return null
    // A marker may be preceded by any number of these bytes.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    if (isFrame(marker)) {
      const orientation = exif ? turnUpright(exif) : 1
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation, exif }
    }
    if (marker === APP1 && !exif && isExif(file, at)) exif = file.slice(at, at + 2 + length)
    at += 2 + length
  }
  return null
}

/**
 * Has the segment say that the picture is upright and leaves out the small picture in it, which is still turned.
 * @returns the orientation that it said before
 */
function turnUpright(exif: Uint8Array): number {
  try {
    const view = new DataView(exif.buffer, exif.byteOffset + TIFF, exif.byteLength - TIFF)
    const isLittle = view.getUint16(0) === 0x4949
    const directory = view.getUint32(4, isLittle)
    const end = directory + 2 + view.getUint16(directory, isLittle) * ENTRY
    view.setUint32(end, 0, isLittle)
    for (let at = directory + 2; at < end; at += ENTRY) {
      if (view.getUint16(at, isLittle) !== ORIENTATION) continue
      const orientation = view.getUint16(at + 8, isLittle)
      view.setUint16(at + 8, 1, isLittle)
      return orientation
    }
  } catch (error) {
    // What ends too early says nothing about the orientation.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** The same JPEG with this segment at its beginning, where readers look for it. */
export const withExif = (jpeg: Blob, exif: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([jpeg.slice(0, 2), exif, jpeg.slice(2)], { type: jpeg.type })
