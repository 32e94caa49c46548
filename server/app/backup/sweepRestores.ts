import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '@plumbline/contract/time.ts'

/**
 * The prefix of the temporary folders of restores, and the name of the file in them: a restore
 * passes one file at a time.
 */
export const RESTORE_FOLDER = 'restore-'
export const RESTORED_FILE = 'file'

/**
 * Removes the folders that killed restores left behind: those without writes for an hour, or for
 * `maxIdleMs`.
 */
export async function sweepRestores(dataDir: string, now: Date, maxIdleMs = HOUR_MS) {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(RESTORE_FOLDER)) continue
    const place = path.join(dataDir, name)
    const found =
      (await stat(path.join(place, RESTORED_FILE)).catch(() => undefined)) ??
      (await stat(place).catch(() => undefined))
    if (found && now.getTime() - found.mtimeMs > maxIdleMs)
      await rm(place, { recursive: true, force: true })
  }
}
