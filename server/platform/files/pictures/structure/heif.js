import { Refusal } from '../../refusal.js'
import { LIMITS, tooMuch } from './limits.js'

/** The boxes that contain boxes, with the number of bytes before those. */
const CONTAINERS = new Map([
  ['meta', 4],
  ['iprp', 0],
  ['ipco', 0],
  ['iref', 4],
  ['grpl', 0],
  ['moov', 0],
  ['trak', 0],
  ['mdia', 0],
  ['minf', 0],
  ['stbl', 0],
])

/**
 * Walks the boxes of a HEIC or AVIF.
 * @param {Buffer} file
 * @param {import('./limits.js').Allowance} allowance
 * @throws {Refusal} badPicture, also when a box extends beyond its parent
 */
export function walkHeif(file, allowance) {
  walkBoxes(file, 0, file.length, 0, allowance)
}

/**
 * @param {Buffer} file
 * @param {number} start
 * @param {number} end
 * @param {number} depth
 * @param {import('./limits.js').Allowance} allowance
 */
function walkBoxes(file, start, end, depth, allowance) {
  if (depth > LIMITS.boxDepth) throw tooMuch()
  let at = start
  while (at < end) {
    allowance.take('boxes')
    const box = boxAt(file, at, end)
    if (!box) {
      // Phones append custom data after the last box, and a truncated file is left to the decoder.
      if (depth === 0) return
      throw new Refusal('badPicture')
    }
    walkBox(file, box, depth, allowance)
    at = box.end
  }
}

/** @typedef {{ type: string, data: number, end: number }} Box */

/**
 * The box at the offset; undefined if none can begin there.
 * @param {Buffer} file
 * @param {number} at
 * @param {number} end the end of its parent
 * @returns {Box | undefined}
 */
function boxAt(file, at, end) {
  if (at + 8 > end) return undefined
  const type = file.toString('latin1', at + 4, at + 8)
  let data = at + 8
  let size = file.readUInt32BE(at)
  if (size === 1) {
    if (at + 16 > end) return undefined
    size = Number(file.readBigUInt64BE(data))
    data += 8
  } else if (size === 0) size = end - at
  return at + size < data || at + size > end ? undefined : { type, data, end: at + size }
}

/**
 * @param {Buffer} file
 * @param {Box} box
 * @param {number} depth
 * @param {import('./limits.js').Allowance} allowance
 */
function walkBox(file, { type, data, end }, depth, allowance) {
  const before = CONTAINERS.get(type)
  if (before !== undefined) return walkBoxes(file, data + before, end, depth + 1, allowance)
  // Its version decides the width of the item count that follows.
  const isWide = (file[data] ?? 0) > (type === 'iloc' ? 1 : 0)
  if (type === 'iinf') return walkBoxes(file, data + (isWide ? 8 : 6), end, depth + 1, allowance)
  if (type === 'infe') allowance.take('items')
  if (type === 'ipma') requireCount(file, data + 4, end, true)
  if (type === 'iloc') requireCount(file, data + 6, end, isWide)
}

/** @param {Buffer} file @param {number} at @param {number} end @param {boolean} isWide */
function requireCount(file, at, end, isWide) {
  if (at + (isWide ? 4 : 2) > end) throw new Refusal('badPicture')
  if ((isWide ? file.readUInt32BE(at) : file.readUInt16BE(at)) > LIMITS.items) throw tooMuch()
}
