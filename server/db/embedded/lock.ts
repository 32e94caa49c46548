import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import { processIdentity } from './process.ts'

const Holder = z.object({ pid: z.number(), started: z.string(), sockets: z.string() })
type Holder = z.infer<typeof Holder>

export interface Lock {
  /** The run folder that a killed program left behind. */
  readonly leftRunFolder: string | undefined
  release(): void
}

/**
 * Locks the data folder for this process. A lock whose process has ended is recognised by the start time of the process,
 * so that neither kill -9 nor a reused process number blocks the start.
 * @throws StartError while another program runs on the folder
 */
export function lockFolder(dataDir: string, sockets: string): Lock {
  const file = join(dataDir, 'lock')
  const mine: Holder = { pid: process.pid, started: processIdentity(process.pid) ?? '', sockets }
  const draft = `${file}-${randomBytes(6).toString('hex')}`
  let leftRunFolder: string | undefined
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flush: true })
  try {
    while (!linked(draft, file)) {
      const holder = readHolder(file)
      if (holder && processIdentity(holder.pid) === holder.started) {
        throw new StartError(
          `another Plumbline (process ${holder.pid}) is running on the data folder ${dataDir}; stop it, or set PLUMBLINE_DATA to another folder`,
        )
      }
      if (removeStaleLock(file, holder)) leftRunFolder = holder?.sockets
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    leftRunFolder,
    release() {
      if (same(readHolder(file), mine)) rmSync(file, { force: true })
    },
  }
}

/** Moves the lock file of a dead holder away; if another process has just replaced it, puts it back. */
function removeStaleLock(file: string, dead: Holder | undefined): boolean {
  const aside = `${file}-${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
  const stale = same(readHolder(aside), dead)
  if (!stale) linked(aside, file)
  rmSync(aside, { force: true })
  return stale
}

/** Creates the lock file in one step; false when there already is one. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function same(a: Holder | undefined, b: Holder | undefined): boolean {
  return a?.pid === b?.pid && a?.started === b?.started && a?.sockets === b?.sockets
}
