import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { TZDate } from '@date-fns/tz'
import { recordAudit, type Source } from '../audit/record.ts'
import { type Database, openClient } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import type { Company } from '../settings/queries.ts'
import { findCompany } from '../settings/queries.ts'
import type { Settings } from '../settings.ts'
import { isCode, reason } from '../systemError.ts'
import { makeBackup } from './backup.ts'
import * as queries from './queries.ts'

/** Minutes after midnight in the company's time zone. */
const QUIET = 150
/** Milliseconds between two looks at the clock. */
const LOOK = 10 * 60_000
/** Milliseconds before the first one: a start has enough to do. */
const FIRST_LOOK = 60_000

interface BackupsParts {
  readonly database: Pick<Database, 'db' | 'url'>
  readonly settings: Pick<Settings, 'dataDir' | 'sessionSecret'>
  readonly files: FileStore
  readonly now: () => Date
  readonly log: Source['log']
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
  /** Stops; a backup that is being made is given up, and made up after the next start. */
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
  let underWay = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    underWay = underWay.then(work).catch((error: unknown) => {
      if (!stopping.signal.aborted) parts.log.warn(`No backup was made: ${reason(error)}`)
    })
    return underWay
  }
  const look = () =>
    inTurn(async () => {
      const company = await findCompany(parts.database.db)
      if (company && (await isDue(parts, company)))
        await run(parts, company.backupsKept, stopping.signal, isDue)
    })
  return {
    startNow: (by) =>
      new Promise((begun) => {
        const made = inTurn(async () => {
          const { backupsKept = 1 } = (await findCompany(parts.database.db)) ?? {}
          // Asked once the lock is held, by which others see that one is being made.
          const isWanted = async () => {
            begun()
            return true
          }
          await run(parts, backupsKept, stopping.signal, isWanted, by)
        })
        void made.then(() => begun())
      }),
    startNightly() {
      const round = () => void look()
      timers.push(setTimeout(round, FIRST_LOOK).unref(), setInterval(round, LOOK).unref())
    },
    look,
    close() {
      for (const timer of timers) clearTimeout(timer)
      stopping.abort()
      return underWay
    },
  }
}

/** Whether the last night has no backup yet. A company has its first one the night after it was set up. */
async function isDue({ database, now }: BackupsParts, company: Company): Promise<boolean> {
  const night = lastNight(now(), company.timeZone)
  if (company.backupsKept === 0 || company.createdAt > night) return false
  return !(await queries.hasTriedSince(database.db, night))
}

/** Makes one backup, unless another node does, and deletes those that are too many. */
async function run(
  parts: BackupsParts,
  kept: number,
  signal: AbortSignal,
  isWanted: typeof isDue,
  by = nobody,
) {
  const { database, now, log } = parts
  const client = await openClient(database.url)
  try {
    const lock = `select pg_try_advisory_lock(${queries.MAKING_BACKUP_LOCK}) as locked`
    if (!(await client.query<{ locked: boolean }>(lock)).rows[0]?.locked) return
    const company = await findCompany(database.db)
    // Another node may have made it meanwhile.
    if (!company || signal.aborted || !(await isWanted(parts, company))) return
    const id = await queries.insertBackup(database.db, now())
    try {
      await make(parts, id, signal, by)
    } catch (error) {
      if (signal.aborted) return await queries.deleteBackup(database.db, id)
      const problem = problemOf(error)
      log.warn(`The backup failed: ${problem}`)
      await database.db.transaction(async (tx) => {
        await queries.finishBackup(tx, id, { finishedAt: now(), problem })
        await recordAudit(tx, { ...by, log }, { action: 'backup.failed', detail: { problem } })
      })
      return
    }
    await deleteOld(parts, kept)
  } finally {
    await client.end()
  }
}

async function make(
  { database, settings, files, now, log }: BackupsParts,
  id: string,
  signal: AbortSignal,
  by = nobody,
) {
  const folder = folderOf(settings)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // What a killed program left half written.
  for (const name of await readdir(folder))
    if (name.startsWith('.plumbline-')) await rm(path.join(folder, name), { force: true })
  const file = `plumbline-${now().toISOString().slice(0, 19).replaceAll(':', '')}Z.zip`
  const { sessionSecret } = settings
  const made = await makeBackup(
    { url: database.url, files, sessionSecret, signal },
    path.join(folder, file),
  )
  const bad = made.missing.length + made.changed.length
  if (bad > 0)
    log.warn(`${bad} files were missing or damaged in the backup; npm run verify names them`)
  const { bytes, rows } = made
  await database.db.transaction(async (tx) => {
    await queries.finishBackup(tx, id, { finishedAt: now(), file, bytes })
    const detail = { bytes, rows, files: made.files, missing: bad }
    await recordAudit(tx, { ...by, log }, { action: 'backup.made', detail })
  })
}

/** Deletes the oldest files beyond the number that is kept; the latest always stays. */
async function deleteOld({ database, settings }: BackupsParts, kept: number) {
  const folder = folderOf(settings)
  const names = (await readdir(folder)).filter((name) => /^plumbline-[\dTZ-]+\.zip$/.test(name))
  const old = names.sort().slice(0, -Math.max(1, kept))
  for (const name of old) await rm(path.join(folder, name), { force: true })
  await queries.forgetFiles(database.db, old)
}

const folderOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => path.join(dataDir, 'backups')

const problemOf = (error: unknown) =>
  (isCode(error, 'ENOSPC') ? 'There is no space left on the disk' : reason(error)).slice(0, 1000)
