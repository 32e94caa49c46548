const RESTART = 0xd0
const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const APPLICATION = 0xe0
const COMMENT = 0xfe
const LOWEST = 0xc0
const PROFILE = 'ICC_PROFILE\0'

/**
 * Walks the segments of a JPEG as libjpeg does, which skips whatever is between them: pixels, and
 * garbage. Data after the end, such as additional pictures of a phone, is never read.
 * @param {Buffer} file
 * @param {import('./limits.js').Allowance} allowance
 */
export function walkJpeg(file, allowance) {
  let at = 2
  while (at < file.length) {
    // A marker is any number of 255 bytes, then its code.
    if (file[at++] !== 255) continue
    while (file[at] === 255) at++
    const marker = file[at++] ?? END
    if (marker === END) return
    if (marker < LOWEST || (marker >= RESTART && marker <= START)) continue
    if (at + 2 > file.length) return
    const length = file.readUInt16BE(at)
    if (marker === COMMENT) allowance.takeSized('texts', length)
    else if (marker >= APPLICATION && marker < APPLICATION + 16) {
      allowance.take('segments')
      if (file.toString('latin1', at + 2, at + 2 + PROFILE.length) === PROFILE)
        allowance.take('iccBytes', length)
    } else allowance.take(marker === SCAN ? 'scans' : 'tables')
    // A shorter segment is an error at which decoders stop reading.
    if (length < 2) return
    at += length
  }
}
