import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Account } from './account.ts'

/**
 * The length of the path of the socket, `/plumbline-XXXXXX/s/.s.PGSQL.5432`, below the temp folder.
 */
const socketNameLength = 35
/** Linux allows 107 bytes, the BSDs and macOS 103. */
const maxPathLength = 103

/** A new folder for this run in the system's temp folder, with a short random name. */
export interface RunFolder {
  readonly path: string
  /** A folder that only the account of Postgres may enter. */
  readonly sockets: string
}

export function makeRunFolder(account: Account | undefined): RunFolder {
  const path = mkdtempSync(join(tempFolder(account), 'plumbline-'))
  const sockets = join(path, 's')
  mkdirSync(sockets, { mode: 0o700 })
  if (account) {
    chmodSync(path, 0o711)
    chownSync(sockets, account.uid, account.gid)
  }
  return { path, sockets }
}

/** Removes the run folder of a killed program. `path` comes from a file, so it is checked first. */
export function removeRunFolder(path: string): void {
  if (!/^plumbline-\w{6}$/.test(basename(path))) return
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

function tempFolder(account: Account | undefined): string {
  const fits = (folder: string) =>
    Buffer.byteLength(folder) + socketNameLength <= maxPathLength &&
    (!account || isOpenToAll(folder))
  return process.platform === 'win32' || fits(tmpdir()) ? tmpdir() : '/tmp'
}

function isOpenToAll(folder: string): boolean {
  const passable = (statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & 0o001
  return passable !== 0 && (folder === dirname(folder) || isOpenToAll(dirname(folder)))
}
