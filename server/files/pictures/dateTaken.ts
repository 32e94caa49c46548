import exifr from 'exifr'

/** When a picture was taken: the local time, and its offset from UTC where the camera knew it. */
export interface DateTaken {
  /** `2026-03-05T10:11:12`. */
  readonly local: string
  /** `-06:00`. */
  readonly offset: string | null
}

/** The library remembers each object of options forever, so there is one. */
const OPTIONS = {
  pick: ['DateTimeOriginal', 'OffsetTimeOriginal'],
  reviveValues: false,
  ifd1: false,
  gps: false,
}

/** Reads the time from EXIF; null when there is none, or an impossible one. */
export async function readDateTaken(exif: Buffer | undefined): Promise<DateTaken | null> {
  if (!exif) return null
  const tags = await read(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif)
  const [, date, time] =
    /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)$/.exec(String(tags.DateTimeOriginal).slice(0, 19)) ?? []
  if (!date || !time) return null
  const local = `${date.replaceAll(':', '-')}T${time}`
  // A day or an hour that does not exist is read as another one.
  const moment = new Date(`${local}Z`)
  const exists = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(local)
  if (!exists || moment.getUTCFullYear() < 1900) return null
  const offset = String(tags.OffsetTimeOriginal).slice(0, 6)
  return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offset) ? offset : null }
}

async function read(exif: Buffer): Promise<Record<string, unknown>> {
  try {
    const tags: unknown = await exifr.parse(exif, OPTIONS)
    return (tags ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
