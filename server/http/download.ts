import { countCall } from './limits/rates.ts'
import type { Services } from './services.ts'

const MEGABYTE = 1_000_000

/**
 * Counts a file in its original size, or several as one, against the person's limit of megabytes
 * per minute, which all nodes share.
 * @throws Failure tooMany when they have downloaded that much in this minute
 */
export const countDownload = (
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  personId: string,
  bytes: number,
  now: Date,
) =>
  countCall(
    database.db,
    `download ${personId}`,
    settings.rateDownloads,
    now,
    Math.ceil(bytes / MEGABYTE),
  )
