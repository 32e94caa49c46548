import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unusable } from './dataFolder.ts'
import { isCode, isSystemError } from './systemError.ts'

/**
 * Returns a secret of this installation. It is created once and stored under `<dataDir>/secrets`,
 * readable by its owner only. Two programs that start at the same time get the same one.
 * @throws StartError when it cannot be read or written
 */
export function loadOrCreateSecret(dataDir: string, name: string): string {
  try {
    return loadOrCreate(dataDir, name)
  } catch (error) {
    throw isSystemError(error) ? unusable(join(dataDir, 'secrets', name), error) : error
  }
}

function loadOrCreate(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}-${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    // A hard link appears whole or not at all, and never replaces what another program wrote first.
    linkSync(draft, file)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Replaces a secret of this installation, for example with the one of a backup. */
export function replaceSecret(dataDir: string, name: string, value: string) {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `.${name}-${randomBytes(6).toString('hex')}`)
  writeFileSync(draft, `${value}\n`, { mode: 0o600, flush: true })
  renameSync(draft, join(folder, name))
}
