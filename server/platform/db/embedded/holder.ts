import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { isCode } from '../../systemError.ts'
import { Mark } from './presence.ts'
import { bootId, processIdentity } from './process.ts'

const LockContent = z.object({
  /** Random, so that each lock is unique. */
  id: z.string().regex(/^\w+$/),
  host: z.string(),
  /** Empty if the system has none. */
  boot: z.string(),
  /** Process ids are only comparable within one namespace. Empty if the system has none. */
  pidNamespace: z.string(),
  pid: z.number(),
  started: z.string(),
  runFolder: z.string(),
  presence: Mark.optional(),
  /** Identifies the data folder, to distinguish it from a copy. */
  folder: z.object({ device: z.number(), inode: z.number() }),
})
/** The format of an earlier version. */
const LegacyLockContent = z
  .object({ pid: z.number(), started: z.string(), sockets: z.string() })
  .transform(({ pid, started, sockets }) => ({ ...unknown, pid, started, runFolder: sockets }))

/** The process that holds the lock of a data folder. */
export type Holder = z.infer<typeof LockContent>

const unknown = {
  host: '',
  boot: '',
  pidNamespace: '',
  pid: 0,
  started: '',
  runFolder: undefined,
  folder: undefined,
}

/** A lock file as it was read. `beat` changes with every heartbeat of its holder. */
export type FoundLock = Omit<Holder, 'runFolder' | 'folder'> & {
  readonly runFolder: string | undefined
  readonly folder: Holder['folder'] | undefined
  readonly beat: number
}

/** This process, as the holder of a lock. */
export function self(dataDir: string, runFolder: string, presence: Mark | undefined): Holder {
  const { dev, ino } = statSync(dataDir)
  return {
    id: randomBytes(8).toString('hex'),
    host: hostname(),
    boot: bootId(),
    pidNamespace: pidNamespace(),
    pid: process.pid,
    started: processIdentity(process.pid) ?? '',
    runFolder,
    presence,
    folder: { device: dev, inode: ino },
  }
}

/**
 * Whether the process id of the lock is meaningful to this process, and the lock is of this folder
 * rather than of one it was copied from.
 */
export function isComparable(mine: Holder, other: FoundLock): boolean {
  // A version that wrote no host compared process ids only.
  if (other.host === '') return other.pid !== 0
  const { device, inode } = mine.folder
  if (other.folder?.device !== device || other.folder.inode !== inode) return false
  if (mine.boot && mine.pidNamespace)
    return mine.boot === other.boot && mine.pidNamespace === other.pidNamespace
  return mine.host === other.host && other.boot === mine.boot
}

/**
 * Reads the lock file; undefined if there is none. If it cannot be parsed, nothing is known about
 * its holder.
 */
export function readLock(file: string): FoundLock | undefined {
  let handle: number
  try {
    // Opened each time, since network file systems then fetch the current times.
    handle = openSync(file, 'r')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
  try {
    return { ...parse(readFileSync(handle, 'utf8')), beat: fstatSync(handle).mtimeMs }
  } finally {
    closeSync(handle)
  }
}

/** The id of the lock with this content. */
export const idOf = (content: string) => parse(content).id

function parse(content: string): Omit<FoundLock, 'beat'> {
  const id = createHash('sha256').update(content).digest('hex').slice(0, 16)
  try {
    const json: unknown = JSON.parse(content)
    const written = LockContent.safeParse(json)
    return written.success ? written.data : { ...LegacyLockContent.parse(json), id }
  } catch {
    return { ...unknown, id }
  }
}

function pidNamespace(): string {
  if (process.platform !== 'linux') return ''
  try {
    // A /proc of another PID namespace shows other ids.
    return readlinkSync('/proc/self') === String(process.pid)
      ? readlinkSync('/proc/self/ns/pid')
      : `unknown ${randomBytes(8).toString('hex')}`
  } catch {
    return ''
  }
}
