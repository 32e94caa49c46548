import { Refusal } from '../../refusal.js'

const KIB = 1024
const MIB = 1024 * KIB

/** The maximum size of a picture in pixels; 50 megapixels take 200 MB once decoded. */
export const MAX_PIXELS = 50_000_000

/**
 * How much a picture may hold besides its pixels. Generous where libraries skip it, as the 400 segments of a depth map are
 * skipped, and strict where they inflate it, keep it or look at each part again for every other one.
 */
export const LIMITS = {
  /** Compressed texts and profiles of a PNG: how many, and their bytes in the file. They inflate a thousandfold. */
  inflating: 16,
  inflatingBytes: 256 * KIB,
  /** Texts and comments of any kind, and their bytes, with XMP. */
  texts: 100,
  textBytes: 4 * MIB,
  /** Bytes of EXIF, and of the color profile. */
  exifBytes: MIB,
  iccBytes: 4 * MIB,
  /** Application segments of a JPEG: 25 MB of the largest ones are 400. */
  segments: 500,
  /** Tables of a JPEG, and its passes over the picture. */
  tables: 1000,
  scans: 100,
  /** Frames of an animation, of which the first is shown. */
  frames: 5000,
  /** Chunks of a PNG or WebP, or extensions of a GIF, that are none of the above. */
  chunks: 2000,
  /** Chunks with pixels, and with the timing of frames; some programs write them in a few hundred bytes each. */
  dataChunks: 100_000,
  /** Boxes of a HEIC or AVIF, how deep they lie within each other, and the parts of pictures they describe. */
  boxes: 5000,
  boxDepth: 8,
  items: 2000,
}

const TOO_MUCH =
  'This picture holds far more besides its pixels than a camera writes. Save it as a new file and choose that one'

/** @returns {Refusal} */
export const tooMuch = () => new Refusal('badPicture', TOO_MUCH)

/** What is left of the limits for one picture. */
export class Allowance {
  #left = { ...LIMITS }

  /** @param {keyof typeof LIMITS} what @throws {Refusal} badPicture, when nothing is left */
  take(what, amount = 1) {
    this.#left[what] -= amount
    if (this.#left[what] < 0) throw tooMuch()
  }

  /** Takes one, and its bytes. @param {'inflating' | 'texts'} what @param {number} bytes */
  takeSized(what, bytes) {
    this.take(what)
    this.take(what === 'texts' ? 'textBytes' : 'inflatingBytes', bytes)
  }
}
