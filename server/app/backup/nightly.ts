import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { TZDate } from '@date-fns/tz'
import type { Company } from '../../access/company/queries.ts'
import { findCompany } from '../../access/company/queries.ts'
import { recordAudit, type Source } from '../../events/recordAudit.ts'
import { type Database, openClient } from '../../platform/db/open.ts'
import type { freeBytes } from '../../platform/files/freeSpace.ts'
import { type Room, roomIn } from '../../platform/files/room.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Settings } from '../../platform/settings.ts'
import { isCode, reason } from '../../platform/systemError.ts'
import { makeBackup } from './backup.ts'
import { bytesOf, type Kind, newName, oldest, sweepDrafts } from './folder.ts'
import * as queries from './queries.ts'

/** Minutes after midnight in the company's time zone. */
const QUIET = 150
/** Milliseconds between two looks at the clock. */
const LOOK = 10 * 60_000
/** Milliseconds before the first one: a start has enough to do. */
const FIRST_LOOK = 60_000
/** How many of those made by hand are kept. */
const MANUAL_KEPT = 7

interface BackupsParts {
  readonly database: Pick<Database, 'db' | 'url'>
  readonly settings: Pick<Settings, 'dataDir' | 'sessionSecret' | 'minFree'>
  readonly files: FileStore
  readonly now: () => Date
  readonly log: Source['log']
  /** How to ask the disk; for tests. */
  readonly freeBytes?: typeof freeBytes
}

/** Who asked for a backup. */
type Asking = Pick<Source, 'person' | 'ip'>
/** The backup of a night is nobody's. */
const nobody: Asking = { person: null, ip: null }

export interface BackupRunner {
  /** Makes a backup in the background, unless one is being made; resolves when it has begun. */
  startNow(by: Asking): Promise<void>
  /** Makes one each night from now on, and one for the last night where that was missed. */
  startNightly(): void
  /** What a look at the clock does: makes the backup of the night if it is due. For tests. */
  look(): Promise<void>
  /** Stops; a backup that is being made is given up, and made after the next start. */
  close(): Promise<void>
}

/** The latest quiet hour of the company that has come. */
export function lastNight(now: Date, timeZone: string): Date {
  const local = new TZDate(now.getTime(), timeZone)
  const at = (day: number) =>
    new Date(new TZDate(local.getFullYear(), local.getMonth(), day, 0, QUIET, timeZone).getTime())
  const today = at(local.getDate())
  return today <= now ? today : at(local.getDate() - 1)
}

/** Makes the backups of the running program, in the folder `backups` of the data folder. */
export function openBackups(parts: BackupsParts): BackupRunner {
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const underWay = new Set<Promise<void>>()
  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.log.warn(`No backup was made: ${reason(error)}`)
      })
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    return tracked
  }
  const lookNow = async () => {
    const company = await findCompany(parts.database.db)
    if (company && (await isDue(parts, company))) await run(parts, stopping.signal, isDue)
  }
  const look = () => track(lookNow())
  const begin = (by: Asking) =>
    new Promise<void>((begun) => {
      // Asked once the lock is held, by which others see that one is being made.
      const isWanted = async () => {
        begun()
        return true
      }
      void track(run(parts, stopping.signal, isWanted, by)).then(begun)
    })
  let beginning: Promise<void> | undefined
  return {
    startNow(by) {
      beginning ??= begin(by).finally(() => {
        beginning = undefined
      })
      return beginning
    },
    startNightly() {
      const round = () => void look()
      timers.push(setTimeout(round, FIRST_LOOK).unref(), setInterval(round, LOOK).unref())
    },
    look,
    async close() {
      for (const timer of timers) clearTimeout(timer)
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

/** Whether the last night has no backup yet. A company has its first one the night after it was set up. */
async function isDue({ database, now }: BackupsParts, company: Company): Promise<boolean> {
  const night = lastNight(now(), company.timeZone)
  if (company.backupsKept === 0 || company.createdAt > night) return false
  return !(await queries.hasTriedSince(database.db, night))
}

/** Makes one backup, unless one is being made, by whatever node, and deletes those of its kind that are too many. */
async function run(parts: BackupsParts, signal: AbortSignal, isWanted: typeof isDue, by?: Asking) {
  const { database, now, log } = parts
  const client = await openClient(database.url)
  try {
    const lock = `select pg_try_advisory_lock(${queries.MAKING_BACKUP_LOCK}) as locked`
    if (!(await client.query<{ locked: boolean }>(lock)).rows[0]?.locked) return
    const company = await findCompany(database.db)
    // Another node may have made it meanwhile.
    if (!company || signal.aborted || !(await isWanted(parts, company))) return
    const id = await queries.insertBackup(database.db, now())
    const kept: Retention = by
      ? { kind: 'manual', count: MANUAL_KEPT }
      : { kind: 'nightly', count: company.backupsKept }
    try {
      await make(parts, id, kept, signal, by)
    } catch (error) {
      if (signal.aborted) return await queries.deleteBackup(database.db, id)
      const problem = problemOf(error)
      log.warn(`The backup failed: ${problem}`)
      await database.db.transaction(async (tx) => {
        await queries.finishBackup(tx, id, { finishedAt: now(), problem })
        await recordAudit(
          tx,
          { ...(by ?? nobody), log },
          { action: 'backup.failed', detail: { problem } },
        )
      })
      return
    }
    await deleteFiles(parts, await oldest(folderOf(parts.settings), kept.kind, kept.count))
  } finally {
    await client.end()
  }
}

/** How many of a kind are kept. */
interface Retention {
  readonly kind: Kind
  readonly count: number
}

async function make(
  parts: BackupsParts,
  id: string,
  kept: Retention,
  signal: AbortSignal,
  by?: Asking,
) {
  const { database, settings, files, now, log } = parts
  const folder = folderOf(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(folder, now())
  const file = await newName(folder, kept.kind, now())
  const room = await roomIn(folder, settings, parts.freeBytes)
  const made = await makeBackup(
    {
      url: database.url,
      files,
      sessionSecret: settings.sessionSecret,
      signal,
      room: { ...room, require: (bytes) => makeRoom(parts, room, kept, bytes) },
    },
    path.join(folder, file),
  )
  const bad = made.missing.length + made.changed.length
  if (bad > 0)
    log.warn(`${bad} files were missing or damaged in the backup; npm run verify names them`)
  const { bytes, rows } = made
  await database.db.transaction(async (tx) => {
    await queries.finishBackup(tx, id, { finishedAt: now(), file, bytes })
    const detail = { bytes, rows, files: made.files, missing: bad }
    await recordAudit(tx, { ...(by ?? nobody), log }, { action: 'backup.made', detail })
  })
}

/**
 * Where a backup fits only without the old ones that would go after it, they go now, but never the latest one.
 * @throws NoRoomError where it does not fit then either; nothing is deleted
 */
async function makeRoom(
  parts: BackupsParts,
  room: Room,
  { kind, count }: Retention,
  bytes: number,
) {
  if (await room.fits(bytes)) return
  const folder = folderOf(parts.settings)
  const old = await oldest(folder, kind, count - 1)
  if (await room.fits(bytes - (await bytesOf(folder, old)))) await deleteFiles(parts, old)
  else await room.require(bytes)
}

async function deleteFiles({ database, settings }: BackupsParts, names: readonly string[]) {
  for (const name of names) await rm(path.join(folderOf(settings), name), { force: true })
  await queries.forgetFiles(database.db, names)
}

const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'backups')

const problemOf = (error: unknown) =>
  (isCode(error, 'ENOSPC') ? 'There is no space left on the disk' : reason(error)).slice(0, 1000)
