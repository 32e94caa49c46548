import { walkGif } from './gif.js'
import { walkHeif } from './heif.js'
import { walkJpeg } from './jpeg.js'
import { Allowance } from './limits.js'
import { walkPng } from './png.js'
import { walkWebp } from './webp.js'

const walks = { jpeg: walkJpeg, png: walkPng, webp: walkWebp, gif: walkGif, heif: walkHeif }

/**
 * Walks the parts of a picture by their lengths, before any library sees it, and inflates nothing.
 * @param {Buffer} file
 * @param {keyof typeof walks} format
 * @throws {import('../../refusal.js').Refusal} badPicture, when it contains more besides its pixels
 * than the limits allow
 */
export function walkStructure(file, format) {
  walks[format](file, new Allowance())
}
