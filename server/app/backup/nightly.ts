import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { TZDate } from '@date-fns/tz'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import type { Company } from '../../access/company/queries.ts'
import { findCompany } from '../../access/company/queries.ts'
import { recordAudit, type Source } from '../../events/recordAudit.ts'
import { type Database, openClient } from '../../platform/db/open.ts'
import type { freeBytes } from '../../platform/files/freeSpace.ts'
import { type DiskSpace, diskSpaceIn } from '../../platform/files/room.ts'
import type { FileStore } from '../../platform/files/store.ts'
import type { Settings } from '../../platform/settings.ts'
import { isCode, reason } from '../../platform/systemError.ts'
import { makeBackup } from './backup.ts'
import { bytesOf, type Kind, newName, oldest, sweepDrafts } from './folder.ts'
import * as queries from './queries.ts'

/** The time of the backup, in minutes after midnight in the company's time zone. */
const BACKUP_MINUTE = 150
const CHECK_INTERVAL_MS = 10 * MINUTE_MS
/** Later than the start, which has enough to do. */
const FIRST_CHECK_DELAY_MS = MINUTE_MS
/** The number of manual backups to retain. */
const MANUAL_RETENTION = 7

interface BackupsParts {
  readonly database: Pick<Database, 'db' | 'url'>
  readonly settings: Pick<Settings, 'dataDir' | 'sessionSecret' | 'minFree'>
  readonly files: FileStore
  readonly now: () => Date
  readonly log: Source['log']
  /** Replaces the query of the free disk space, in tests. */
  readonly freeBytes?: typeof freeBytes
}

/** The person who requested a backup. */
type Requester = Pick<Source, 'person' | 'ip'>
/** Nightly backups are not requested by anyone. */
const nobody: Requester = { person: null, ip: null }

export interface BackupRunner {
  /** Makes a backup in the background unless one is in progress. Resolves when it has started. */
  startNow(by: Requester): Promise<void>
  /**
   * Makes a backup. Resolves to whether it was made: it may fail, and none is made while another is
   * in progress.
   */
  makeNow(by: Requester): Promise<boolean>
  /** Makes a backup each night from now on, and one for the last night if that was missed. */
  startNightly(): void
  /** Makes the backup of the night if it is due; for tests. */
  backUpIfDue(): Promise<void>
  /**
   * Stops the schedule and cancels a backup in progress. A canceled nightly backup is made after
   * the next start, a manual one is not.
   */
  close(): Promise<void>
}

/** The last time at which a nightly backup was due. */
export function lastNight(now: Date, timeZone: string): Date {
  const local = new TZDate(now.getTime(), timeZone)
  const at = (day: number) =>
    new Date(
      new TZDate(local.getFullYear(), local.getMonth(), day, 0, BACKUP_MINUTE, timeZone).getTime(),
    )
  const today = at(local.getDate())
  return today <= now ? today : at(local.getDate() - 1)
}

/** Makes the backups of the running program, in the folder `backups` of the data folder. */
export function openBackups(parts: BackupsParts): BackupRunner {
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  const inProgress = new Set<Promise<boolean>>()
  const track = (work: Promise<boolean>) => {
    const tracked = work
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) parts.log.warn(`No backup was made: ${reason(error)}`)
        return false
      })
      .finally(() => inProgress.delete(tracked))
    inProgress.add(tracked)
    return tracked
  }
  const checkNow = async () => {
    const company = await findCompany(parts.database.db)
    if (!company || !(await isDue(parts, company))) return false
    return run(parts, stopping.signal, isDue)
  }
  const look = () => track(checkNow())
  const begin = (by: Requester) =>
    new Promise<void>((begun) => {
      // Called once the lock is held, which shows others that a backup is in progress.
      const isWanted = async () => {
        begun()
        return true
      }
      void track(run(parts, stopping.signal, isWanted, by)).then(() => begun())
    })
  let beginning: Promise<void> | undefined
  return {
    startNow(by) {
      beginning ??= begin(by).finally(() => {
        beginning = undefined
      })
      return beginning
    },
    makeNow: (by) => track(run(parts, stopping.signal, async () => true, by)),
    startNightly() {
      const check = () => void look()
      timers.push(
        setTimeout(check, FIRST_CHECK_DELAY_MS).unref(),
        setInterval(check, CHECK_INTERVAL_MS).unref(),
      )
    },
    async backUpIfDue() {
      await look()
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      stopping.abort()
      await Promise.all(inProgress)
    },
  }
}

/**
 * Whether no backup has been attempted since the last night. The first night is the one after the
 * company was set up.
 */
async function isDue({ database, now }: BackupsParts, company: Company): Promise<boolean> {
  const night = lastNight(now(), company.timeZone)
  if (company.backupsKept === 0 || company.createdAt > night) return false
  return !(await queries.hasTriedSince(database.db, night))
}

/**
 * Makes one backup unless any node is already making one, and deletes the oldest of its kind beyond
 * the number to retain.
 * @returns whether it was made
 */
async function run(
  parts: BackupsParts,
  signal: AbortSignal,
  isWanted: typeof isDue,
  by?: Requester,
): Promise<boolean> {
  const { database, now, log } = parts
  const client = await openClient(database.url)
  try {
    const lock = `select pg_try_advisory_lock(${queries.MAKING_BACKUP_LOCK}) as locked`
    if (!(await client.query<{ locked: boolean }>(lock)).rows[0]?.locked) return false
    const company = await findCompany(database.db)
    // Another node may have made the backup in the meantime.
    if (!company || signal.aborted || !(await isWanted(parts, company))) return false
    const id = await queries.insertBackup(database.db, now())
    const retention: Retention = by
      ? { kind: 'manual', count: MANUAL_RETENTION }
      : { kind: 'nightly', count: company.backupsKept }
    try {
      await make(parts, id, retention, signal, by)
    } catch (error) {
      if (signal.aborted) {
        await queries.deleteBackup(database.db, id)
        return false
      }
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
      return false
    }
    await deleteFiles(
      parts,
      await oldest(folderOf(parts.settings), retention.kind, retention.count),
    )
    return true
  } finally {
    await client.end()
  }
}

/** The number of backups of a kind to retain. */
interface Retention {
  readonly kind: Kind
  readonly count: number
}

async function make(
  parts: BackupsParts,
  id: string,
  retention: Retention,
  signal: AbortSignal,
  by?: Requester,
) {
  const { database, settings, files, now, log } = parts
  const folder = folderOf(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(folder, now())
  const file = await newName(folder, retention.kind, now())
  const room = await diskSpaceIn(folder, settings, parts.freeBytes)
  const made = await makeBackup(
    {
      url: database.url,
      files,
      sessionSecret: settings.sessionSecret,
      signal,
      room: { ...room, require: (bytes) => makeRoom(parts, room, retention, bytes) },
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
 * If the new backup does not fit, deletes in advance the old ones that it would replace. The latest
 * one is never deleted.
 * @throws NoSpaceError if the new one does not fit even then, in which case nothing is deleted
 */
async function makeRoom(
  parts: BackupsParts,
  room: DiskSpace,
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
