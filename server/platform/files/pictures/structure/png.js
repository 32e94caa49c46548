/**
 * Walks the chunks of a PNG. Data after its end is never read.
 * @param {Buffer} file
 * @param {import('./limits.js').Allowance} allowance
 */
export function walkPng(file, allowance) {
  let at = 8
  while (at + 8 <= file.length) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (type === 'IEND') return
    if (type === 'IDAT' || type === 'fdAT') allowance.take('dataChunks')
    else if (type === 'fcTL') allowance.take('frames')
    else if (type === 'zTXt' || type === 'iCCP') allowance.takeSized('inflating', length)
    else if (type === 'iTXt' && isCompressed(data)) allowance.takeSized('inflating', length)
    else if (type === 'tEXt' || type === 'iTXt') allowance.takeSized('texts', length)
    else allowance.take('chunks')
    if (type === 'eXIf') allowance.take('exifBytes', length)
    at += 12 + length
  }
}

/**
 * Whether an international text is compressed, according to the flag after its keyword.
 * @param {Buffer} data
 */
const isCompressed = (data) => data[data.indexOf(0) + 1] !== 0
