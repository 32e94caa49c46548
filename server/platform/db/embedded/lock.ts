import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@plumbline/contract/time.ts'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import { type FoundLock, type Holder, idOf, isComparable, readLock, self } from './holder.ts'
import { isPresent, isUntouched, type Presence, showPresence } from './presence.ts'
import { processIdentity } from './process.ts'

/** Interval of the heartbeat of a holder, in milliseconds. */
const HEARTBEAT_INTERVAL_MS = 2000
/**
 * Milliseconds without a heartbeat until a lock counts as abandoned: longer than a busy program
 * goes without one.
 */
const ABANDONED_AFTER_MS = 10_000
/** Milliseconds after which files beside the lock are leftovers of a killed start. */
const LEFTOVER_AGE_MS = MINUTE_MS

/** The clock of a lock, in milliseconds. The real one unless a test passes another. */
export interface LockClock {
  now(): number
  sleep(time: number): Promise<unknown>
  /**
   * Does the work repeatedly, without keeping the process alive.
   * @returns a function that stops it
   */
  every(time: number, work: () => void): () => void
}
const realClock: LockClock = {
  now: () => performance.now(),
  sleep,
  every(time, work) {
    const timer = setInterval(work, time).unref()
    return () => clearInterval(timer)
  },
}

export interface Lock {
  /**
   * Whether the lock is still in place. Another program that judged the same holder dead may have
   * removed it the moment it was taken.
   */
  isHeld(): boolean
  /** The previous holder, which was killed. */
  readonly previousHolder: FoundLock | undefined
  readonly presence: Presence | undefined
  release(): void
}

/**
 * Locks the data folder for this process. If the holder is in the same PID namespace, its process
 * shows whether it is alive, so a start after kill -9 need not wait. In another container or on
 * another machine process ids mean nothing: there the lock is watched, and taken over once it has
 * no heartbeat and no process on this machine shows presence.
 * @param onLost called when another program has taken the lock, which only happens to one that was
 * suspended for long
 * @throws StartError while another program runs on the folder
 */
export async function lockFolder(
  dataDir: string,
  runFolder: string,
  onLost: () => void,
  clock = realClock,
): Promise<Lock> {
  const file = join(dataDir, 'lock')
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new StartError(`${file} is not a file of Plumbline; move it away`)
  const presence = await showPresence(dataDir)
  const mine = self(dataDir, runFolder, presence?.mark)
  const draft = `${file}-${randomBytes(6).toString('hex')}`
  let previousHolder: FoundLock | undefined
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flush: true })
    while (!linked(draft, file)) {
      const holder = readLock(file)
      if (!holder) continue
      await refuseWhileAlive({ dataDir, mine, clock }, file, holder)
      if (removeLock(file, holder.id)) previousHolder = holder
    }
    removeLeftoverFiles(dataDir)
  } catch (error) {
    presence?.close()
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const stopHeartbeat = startHeartbeat(file, mine, onLost, clock)
  return {
    isHeld: () => readLock(file)?.id === mine.id,
    previousHolder,
    presence,
    release() {
      stopHeartbeat()
      removeLock(file, mine.id)
      presence?.close()
    },
  }
}

/** The context for watching the lock of another holder. */
interface Watch {
  readonly dataDir: string
  readonly mine: Holder
  readonly clock: LockClock
}

/**
 * Waits until the holder of this file is dead or replaced.
 * @throws StartError when it is alive
 */
async function refuseWhileAlive({ dataDir, mine, clock }: Watch, file: string, holder: FoundLock) {
  const fail = (who: string, what = 'is running on') => {
    throw new StartError(
      `another Plumbline (${who}) ${what} the data folder ${dataDir}; stop it, or set PLUMBLINE_DATA to another folder`,
    )
  }
  if (isComparable(mine, holder)) {
    if (processIdentity(holder.pid) === holder.started) fail(`process ${holder.pid}`)
    return
  }
  const { presence } = holder
  const who = `process ${holder.pid} on host ${holder.host || 'unknown'}`
  const begin = clock.now()
  const waited = () => clock.now() - begin
  for (;;) {
    const present = presence !== undefined && (await isPresent(dataDir, presence))
    // The same boot, the same socket file, and no listener: all its processes have ended.
    const certain = presence && holder.boot === mine.boot && isUntouched(dataDir, presence)
    if (!present && certain && mine.boot) return
    if (waited() > ABANDONED_AFTER_MS) {
      if (!present) return
      fail(`${who}, silent for ${seconds(waited())}`, 'still has processes on')
    }
    await clock.sleep(200)
    const now = readLock(file)
    if (now?.id !== holder.id) return
    if (now.beat !== holder.beat) fail(`${who}, last heard from ${seconds(waited())} ago`)
  }
}

const seconds = (milliseconds: number) => {
  const count = Math.round(milliseconds / 1000)
  return count === 1 ? '1 second' : `${count} seconds`
}

/** Removes the lock with this id. A different one that was created meanwhile is put back. */
function removeLock(file: string, id: string): boolean {
  if (readLock(file)?.id !== id) return false
  const aside = `${file}-${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
  const isMatch = readLock(aside)?.id === id
  if (!isMatch) linked(aside, file)
  rmSync(aside, { force: true })
  return isMatch
}

/** Creates a file with its content in one step; false if it already exists. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes leftover files beside a lock that was just taken. */
function removeLeftoverFiles(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!/^lock-\w+(\.socket)?$/.test(name)) continue
    const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > LEFTOVER_AGE_MS)
      rmSync(join(dataDir, name), { force: true })
  }
}

/**
 * Touches the lock every few seconds while this process holds it. If it was deleted by hand, it is
 * created again.
 * @returns a function that stops the heartbeat
 */
function startHeartbeat(
  file: string,
  mine: Holder,
  onLost: () => void,
  clock: LockClock,
): () => void {
  let stopped = false
  let underWay = false
  const stop = () => {
    stopped = true
    stopTimer()
  }
  const lose = () => {
    if (stopped) return
    stop()
    onLost()
  }
  const beat = async () => {
    if (underWay) return
    underWay = true
    try {
      const handle = await open(file, 'r')
      try {
        if (idOf(await handle.readFile('utf8')) !== mine.id) return lose()
        const now = new Date()
        await handle.utimes(now, now)
      } finally {
        await handle.close()
      }
    } catch (error) {
      if (isCode(error, 'ENOENT') && !stopped && !recreated(file, mine)) lose()
      // A folder that cannot be read now may be readable at the next heartbeat.
    } finally {
      underWay = false
    }
  }
  const stopTimer = clock.every(HEARTBEAT_INTERVAL_MS, () => void beat())
  return stop
}

function recreated(file: string, mine: Holder): boolean {
  const draft = `${file}-${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
    return linked(draft, file)
  } catch {
    // No other program has it either. The next heartbeat tries again.
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}
