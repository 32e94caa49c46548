import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartError } from './startError.ts'
import { reason } from './systemError.ts'

/**
 * Creates the data folder if it does not exist.
 * @returns its absolute path
 * @throws StartError when this program may not write to it
 */
export function openDataFolder(path: string): string {
  const dataDir = resolve(path)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `PLUMBLINE_DATA must be a folder this program may write to (${reason(error)})`,
    )
  }
  return dataDir
}

/** The error for a data folder, or something in it, that cannot be used. */
export function unusable(path: string, error: unknown): StartError {
  return new StartError(`${path} cannot be used (${reason(error)})`)
}

/**
 * Creates the folder and its parents. Does not use the `recursive` option of Node, which never
 * returns if the system says that a folder it has just found does not exist, as in /proc.
 */
function makeFolder(folder: string): void {
  const exists = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (exists()) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another program may have created it just now.
    if (!exists()) throw error
  }
}
