const FRAME_HEAD = 16
const PIXELS = ['VP8 ', 'VP8L', 'ALPH']

/**
 * Walks the chunks of a WebP, and those of its frames.
 * @param {Buffer} file
 * @param {import('./limits.js').Allowance} allowance
 */
export function walkWebp(file, allowance) {
  walkChunks(file, 12, Math.min(file.length, 8 + file.readUInt32LE(4)), false, allowance)
}

/**
 * @param {Buffer} file
 * @param {number} start
 * @param {number} end
 * @param {boolean} inFrame
 * @param {import('./limits.js').Allowance} allowance
 */
function walkChunks(file, start, end, inFrame, allowance) {
  let at = start
  while (at + 8 <= end) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = at + 8
    at = data + length + (length % 2)
    if (type === 'EXIF') allowance.take('exifBytes', length)
    if (type === 'ICCP') allowance.take('iccBytes', length)
    if (type === 'XMP ') allowance.takeSized('texts', length)
    if (PIXELS.includes(type)) allowance.take('dataChunks')
    else if (type === 'ANMF' && !inFrame) {
      allowance.take('frames')
      walkChunks(file, data + FRAME_HEAD, Math.min(end, at), true, allowance)
    } else allowance.take('chunks')
  }
}
