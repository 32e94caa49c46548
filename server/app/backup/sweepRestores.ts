import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** How the names of the folders begin through which a restore passes files; of one at a time, under one name. */
export const RESTORE_FOLDER = 'restore-'
export const RESTORED_FILE = 'file'

/** Milliseconds; a restore that runs writes all the time. */
const HOUR = 3_600_000

/** Removes what killed restores left: folders to which nothing has been written for an hour, or for as long as is said. */
export async function sweepRestores(dataDir: string, now: Date, still = HOUR) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(RESTORE_FOLDER)) continue
    const place = path.join(dataDir, name)
    const found =
      (await stat(path.join(place, RESTORED_FILE)).catch(() => undefined)) ??
      (await stat(place).catch(() => undefined))
    if (found && now.getTime() - found.mtimeMs > still)
      await rm(place, { recursive: true, force: true })
  }
}
