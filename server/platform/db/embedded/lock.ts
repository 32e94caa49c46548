import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../startError.ts'
import { isCode } from '../../systemError.ts'
import { type Found, type Holder, idOf, isComparable, readLock, self } from './holder.ts'
import { isPresent, isUntouched, type Presence, showPresence } from './presence.ts'
import { processIdentity } from './process.ts'

/** How often a holder shows that it lives. Milliseconds. */
const BEAT = 2000
/** How long a lock is watched before it counts as left behind: longer than a busy program goes without a beat. */
const WINDOW = 10_000
/** After this, files beside the lock are those of a start that was killed. Milliseconds. */
const LEFT_BEHIND = 60_000

/** The clock of a lock, in milliseconds; the real one unless a test passes another. */
export interface LockClock {
  now(): number
  sleep(time: number): Promise<unknown>
  /** Does it again and again, without keeping the program from its end. @returns stops it */
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
  /** The holder before, which was killed. */
  readonly before: Found | undefined
  readonly presence: Presence | undefined
  release(): void
}

/**
 * Locks the data folder for this process. A start that sees the same processes as the holder knows at once whether it lives,
 * and need not wait after kill -9. In another container or on another machine process numbers mean nothing: there the lock
 * is watched, and taken over once nothing happens to it and nobody on this machine shows presence.
 * @param onLost called when another program has taken the lock, which only happens to one that could not run for long
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
  let before: Found | undefined
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600, flush: true })
    while (!linked(draft, file)) {
      const holder = readLock(file)
      if (!holder) continue
      const watch = { dataDir, mine, clock }
      await refuseWhileAlive(watch, file, holder)
      const claim = await succeed(watch, file, draft, holder)
      if (removeLock(file, holder.id)) before = holder
      rmSync(claim, { force: true })
    }
    removeLeftFiles(dataDir)
  } catch (error) {
    presence?.close()
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const stopBeating = keepBeating(file, mine, onLost, clock)
  return {
    before,
    presence,
    release() {
      stopBeating()
      removeLock(file, mine.id)
      presence?.close()
    },
  }
}

/** The holder who looks at the lock of another one, and its clock. */
interface Watch {
  readonly dataDir: string
  readonly mine: Holder
  readonly clock: LockClock
}

/** Returns when the holder of this file is gone, or is another one by now. @throws StartError when it lives */
async function refuseWhileAlive({ dataDir, mine, clock }: Watch, file: string, holder: Found) {
  const refuse = (who: string, what = 'is running on') => {
    throw new StartError(
      `another Plumbline (${who}) ${what} the data folder ${dataDir}; stop it, or set PLUMBLINE_DATA to another folder`,
    )
  }
  if (isComparable(mine, holder)) {
    if (processIdentity(holder.pid) === holder.started) refuse(`process ${holder.pid}`)
    return
  }
  const { presence } = holder
  const who = `process ${holder.pid} on host ${holder.host || 'unknown'}`
  const begin = clock.now()
  const waited = () => clock.now() - begin
  for (;;) {
    const present = presence !== undefined && (await isPresent(dataDir, presence))
    // One kernel, one file, and nobody who listens: all its processes are gone.
    const certain = presence && holder.boot === mine.boot && isUntouched(dataDir, presence)
    if (!present && certain && mine.boot) return
    if (waited() > WINDOW) {
      if (!present) return
      refuse(`${who}, silent for ${seconds(waited())}`, 'still has processes on')
    }
    await clock.sleep(200)
    const now = readLock(file)
    if (now?.id !== holder.id) return
    if (now.beat !== holder.beat) refuse(`${who}, last heard from ${seconds(waited())} ago`)
  }
}

const seconds = (milliseconds: number) => {
  const count = Math.round(milliseconds / 1000)
  return count === 1 ? '1 second' : `${count} seconds`
}

/**
 * Of several programs that find the same holder dead, lets one succeed it: the one whose file after that holder's id is made
 * first. When that one was killed in between, it is succeeded in the same way.
 * @returns that file; while it exists, nobody else removes the lock
 */
async function succeed(watch: Watch, file: string, draft: string, holder: Found): Promise<string> {
  for (let last = holder.id; ; ) {
    const successor = `${file}-after-${last}`
    if (linked(draft, successor)) return successor
    const other = readLock(successor)
    if (!other) continue
    await refuseWhileAlive(watch, successor, other)
    last = other.id
  }
}

/** Removes the lock with this id. A different one that has just been made is put back. */
function removeLock(file: string, id: string): boolean {
  if (readLock(file)?.id !== id) return false
  const aside = `${file}-${randomBytes(6).toString('hex')}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
  const right = readLock(aside)?.id === id
  if (!right) linked(aside, file)
  rmSync(aside, { force: true })
  return right
}

/** Creates a file in one step, with its content; false when there already is one. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes what is left beside a lock that has just been taken. */
function removeLeftFiles(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!/^lock-(after-)?\w+(\.socket)?$/.test(name)) continue
    const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    const isOld = found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND
    if (name.startsWith('lock-after-') || isOld) rmSync(join(dataDir, name), { force: true })
  }
}

/**
 * Touches the lock every few seconds while it is ours. One that was deleted by hand is made again.
 * @returns stops it
 */
function keepBeating(file: string, mine: Holder, onLost: () => void, clock: LockClock): () => void {
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
      // A folder that cannot be read at this moment may be readable at the next beat.
    } finally {
      underWay = false
    }
  }
  const stopTimer = clock.every(BEAT, () => void beat())
  return stop
}

function recreated(file: string, mine: Holder): boolean {
  const draft = `${file}-${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
    return linked(draft, file)
  } catch {
    // Nobody else has it either; the next beat tries again.
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}
