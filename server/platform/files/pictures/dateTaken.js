// Plain JavaScript, like inspector.js.

const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011

/**
 * Reads the time from EXIF; null if there is none, or an impossible one.
 * @param {Buffer | undefined} exif
 * @returns {import('../inspect.ts').DateTaken | null}
 */
export function readDateTaken(exif) {
  if (!exif) return null
  const texts = read(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif)
  const [, date, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)/.exec(texts.dateTime) ?? []
  if (!date || !time) return null
  const local = `${date.replaceAll(':', '-')}T${time}`
  // `Date` turns a day or an hour that does not exist into another one.
  const moment = new Date(`${local}Z`)
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local)
  if (!exists || moment.getUTCFullYear() < 1900) return null
  const offset = texts.offset.slice(0, 6)
  return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null }
}

const NONE = { dateTime: '', offset: '' }

/**
 * The texts of the date and its offset in a TIFF structure; empty if it has none or is damaged.
 * @param {Buffer} tiff
 */
function read(tiff) {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return NONE
  const isLittle = order === 'II'
  /** @param {number} at */
  const short = (at) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  /** @param {number} at */
  const long = (at) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  /**
   * The position of a tag in a directory: two bytes with their number, then twelve bytes each.
   * @param {number} directory
   * @param {number} tag
   */
  const find = (directory, tag) => {
    for (let n = 0; n < short(directory); n++)
      if (short(directory + 2 + 12 * n) === tag) return directory + 2 + 12 * n
    return undefined
  }
  /** @param {number | undefined} at */
  const text = (at) => {
    if (at === undefined) return ''
    const length = long(at + 4)
    const start = length > 4 ? long(at + 8) : at + 8
    return tiff.toString('latin1', start, start + length)
  }
  try {
    const exif = find(long(4), EXIF_DIRECTORY)
    if (exif === undefined) return NONE
    const directory = long(exif + 8)
    return {
      dateTime: text(find(directory, DATE_TIME_ORIGINAL)),
      offset: text(find(directory, OFFSET_TIME_ORIGINAL)),
    }
  } catch {
    // A position outside of the structure.
    return NONE
  }
}
