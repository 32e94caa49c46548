import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { isCode } from '../../systemError.ts'
import { Mark } from './presence.ts'
import { bootId, processIdentity } from './process.ts'

const Written = z.object({
  /** Random, so that no two locks are the same. */
  id: z.string().regex(/^\w+$/),
  host: z.string(),
  /** Empty where the system has none. */
  boot: z.string(),
  /** Process numbers are only comparable within one. Empty where the system has none. */
  pidNamespace: z.string(),
  pid: z.number(),
  started: z.string(),
  runFolder: z.string(),
  presence: Mark.optional(),
  /** The data folder itself, which tells it from a copy. */
  folder: z.object({ device: z.number(), inode: z.number() }),
})
/** What a version before this one wrote. */
const Earlier = z
  .object({ pid: z.number(), started: z.string(), sockets: z.string() })
  .transform(({ pid, started, sockets }) => ({ ...unknown, pid, started, runFolder: sockets }))

/** Who holds the lock of a data folder. */
export type Holder = z.infer<typeof Written>

const unknown = {
  host: '',
  boot: '',
  pidNamespace: '',
  pid: 0,
  started: '',
  runFolder: undefined,
  folder: undefined,
}

/** A lock file as it was read; `beat` changes with every sign of life of its holder. */
export type Found = Omit<Holder, 'runFolder' | 'folder'> & {
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

/** Whether the lock is of a process whose number means the same to us, and of this folder rather than one it was copied from. */
export function isComparable(mine: Holder, other: Found): boolean {
  // A version that wrote no host compared numbers only.
  if (other.host === '') return other.pid !== 0
  const { device, inode } = mine.folder
  if (other.folder?.device !== device || other.folder.inode !== inode) return false
  if (mine.boot && mine.pidNamespace)
    return mine.boot === other.boot && mine.pidNamespace === other.pidNamespace
  return mine.host === other.host && other.boot === mine.boot
}

/** The lock file, undefined when there is none. What cannot be parsed is a holder about whom nothing is known. */
export function readLock(file: string): Found | undefined {
  let handle: number
  try {
    // Opened each time: network file systems only then ask for the current times.
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

function parse(content: string): Omit<Found, 'beat'> {
  const id = createHash('sha256').update(content).digest('hex').slice(0, 16)
  try {
    const json: unknown = JSON.parse(content)
    const written = Written.safeParse(json)
    return written.success ? written.data : { ...Earlier.parse(json), id }
  } catch {
    return { ...unknown, id }
  }
}

function pidNamespace(): string {
  if (process.platform !== 'linux') return ''
  try {
    // A /proc of another namespace shows other numbers than ours.
    return readlinkSync('/proc/self') === String(process.pid)
      ? readlinkSync('/proc/self/ns/pid')
      : `unknown ${randomBytes(8).toString('hex')}`
  } catch {
    return ''
  }
}
