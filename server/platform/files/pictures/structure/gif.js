const HEAD = 13
const IMAGE = 0x2c
const EXTENSION = 0x21
const CONTROL = 0xf9
const COMMENT = 0xfe
const TEXT = 0x01
const FRAME_HEAD = 10

/**
 * Walks the frames and extensions of a GIF. Data after its end is never read.
 * @param {Buffer} file
 * @param {import('./limits.js').Allowance} allowance
 */
export function walkGif(file, allowance) {
  let at = HEAD + colorsOf(file[10])
  while (at < file.length) {
    const kind = file[at]
    if (kind === IMAGE) {
      allowance.take('frames')
      // The width of the codes follows the local color table.
      at = endOfBlocks(file, at + FRAME_HEAD + colorsOf(file[at + 9]) + 1)
    } else if (kind === EXTENSION) {
      const label = file[at + 1]
      const end = endOfBlocks(file, at + 2)
      if (label === CONTROL) allowance.take('dataChunks')
      else if (label === COMMENT || label === TEXT) allowance.takeSized('texts', end - at)
      else {
        allowance.take('chunks')
        allowance.take('textBytes', end - at)
      }
      at = end
    } else return
  }
}

/** The size of a color table in bytes, by the flags that announce it. */
const colorsOf = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * The offset after the data, which is in blocks of up to 255 bytes and ends with an empty one.
 * @param {Buffer} file
 * @param {number} start
 */
function endOfBlocks(file, start) {
  let at = start
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0)
  return at + 1
}
