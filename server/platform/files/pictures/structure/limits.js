import { Refusal } from '../../refusal.js'

const KIB = 1024
const MIB = 1024 * KIB

/** The maximum size of a picture in pixels; 50 megapixels take 200 MB once decoded. */
export const MAX_PIXELS = 50_000_000

/**
 * The limits for what a picture contains besides its pixels. Generous if libraries skip it, such as
 * the 400 segments of a depth map, and strict if they inflate it, store it or compare each part
 * with every other.
 */
export const LIMITS = {
  /**
   * Compressed texts and profiles of a PNG: their number, and their bytes in the file. They inflate
   * up to a thousandfold.
   */
  inflating: 16,
  inflatingBytes: 256 * KIB,
  /** Texts and comments of any kind: their number, and their bytes including XMP. */
  texts: 100,
  textBytes: 4 * MIB,
  /** Bytes of EXIF, and of the color profile. */
  exifBytes: MIB,
  iccBytes: 4 * MIB,
  /** Application segments of a JPEG. 25 MB of the largest ones are 400. */
  segments: 500,
  /** Tables of a JPEG, and its scans. */
  tables: 1000,
  scans: 100,
  /** Frames of an animation, of which the first is used. */
  frames: 5000,
  /** Other chunks of a PNG or WebP, and other extensions of a GIF. */
  chunks: 2000,
  /**
   * Chunks with pixels, and with the timing of frames. Some programs write them in a few hundred
   * bytes each.
   */
  dataChunks: 100_000,
  /** Boxes of a HEIC or AVIF, their nesting depth, and the parts of pictures they describe. */
  boxes: 5000,
  boxDepth: 8,
  items: 2000,
}

const TOO_MUCH =
  'This picture holds far more besides its pixels than a camera writes. Save it as a new file and choose that one'

/** @returns {Refusal} */
export const tooMuch = () => new Refusal('badPicture', TOO_MUCH)

/** The remaining limits for one picture. */
export class Allowance {
  #remaining = { ...LIMITS }

  /**
   * Takes an amount.
   * @param {keyof typeof LIMITS} what
   * @throws {Refusal} badPicture, when the limit is exceeded
   */
  take(what, amount = 1) {
    this.#remaining[what] -= amount
    if (this.#remaining[what] < 0) throw tooMuch()
  }

  /**
   * Takes one, and its bytes.
   * @param {'inflating' | 'texts'} what
   * @param {number} bytes
   */
  takeSized(what, bytes) {
    this.take(what)
    this.take(what === 'texts' ? 'textBytes' : 'inflatingBytes', bytes)
  }
}
