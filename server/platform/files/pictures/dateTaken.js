// Plain JavaScript, like inspector.js.
import exifr from 'exifr'

/** One constant object, since the library caches each options object forever. */
const OPTIONS = {
  pick: ['DateTimeOriginal', 'OffsetTimeOriginal'],
  reviveValues: false,
  ifd1: false,
  gps: false,
}

/**
 * Reads the time from EXIF; null if there is none, or an impossible one.
 * @param {Buffer | undefined} exif
 * @returns {Promise<import('../inspect.ts').DateTaken | null>}
 */
export async function readDateTaken(exif) {
  if (!exif) return null
  const tags = await read(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif)
  const [, date, time] =
    /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)$/.exec(String(tags.DateTimeOriginal).slice(0, 19)) ?? []
  if (!date || !time) return null
  const local = `${date.replaceAll(':', '-')}T${time}`
  // `Date` turns a day or an hour that does not exist into another one.
  const moment = new Date(`${local}Z`)
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local)
  if (!exists || moment.getUTCFullYear() < 1900) return null
  const offset = String(tags.OffsetTimeOriginal).slice(0, 6)
  return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null }
}

/** @param {Buffer} exif @returns {Promise<Record<string, unknown>>} */
async function read(exif) {
  try {
    const tags = /** @type {Record<string, unknown> | undefined} */ (
      await exifr.parse(exif, OPTIONS)
    )
    return tags ?? {}
  } catch {
    return {}
  }
}
