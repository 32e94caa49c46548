import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Holder, readLock, self } from './holder.ts'
import { type Lock, lockFolder } from './lock.ts'
import { isPresent, type Mark, showPresence } from './presence.ts'

let folder: string
const locks: Lock[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
})
afterAll(() => {
  for (const lock of locks) lock.release()
  rmSync(folder, { recursive: true })
})

const dataFolder = () => mkdtempSync(join(folder, 'data-'))
const lockOf = (dataDir: string) => join(dataDir, 'lock')
const heldBy = (dataDir: string) => readLock(lockOf(dataDir))?.id

/**
 * A clock that advances when somebody waits for it.
 * @param pass called with the time after each wait
 */
function clockOf(pass: (now: number) => unknown = () => {}) {
  let now = 0
  const works = new Set<() => void>()
  return {
    now: () => now,
    async sleep(time: number) {
      now += time
      await pass(now)
      await setImmediate()
    },
    every(_time: number, work: () => void) {
      works.add(work)
      return () => void works.delete(work)
    },
    /** Runs the heartbeats of the holders. */
    beat() {
      for (const work of works) work()
    },
  }
}

async function lock(dataDir: string, clock = clockOf(), onLost = () => {}): Promise<Lock> {
  const acquired = await lockFolder(dataDir, '/tmp', onLost, clock)
  locks.push(acquired)
  return acquired
}

/** Writes the lock of another holder to the folder. */
function leave(dataDir: string, changes: Partial<Holder>, presence?: Mark): Holder {
  const holder = { ...self(dataDir, '/tmp', presence), host: 'elsewhere', ...changes }
  writeFileSync(lockOf(dataDir), JSON.stringify(holder))
  return holder
}
const otherMachine = { boot: 'another boot', pid: 7, started: 'then' }
const otherContainer = { pidNamespace: 'pid:[1]', pid: 7, started: 'then' }
const deadProcess = { pid: 7, started: 'then' }

/** The time in milliseconds on the clock of a lock until it was acquired. */
async function lockedAfter(dataDir: string): Promise<number> {
  const clock = clockOf()
  await lock(dataDir, clock)
  return clock.now()
}
/** Milliseconds that a lock of another machine is watched. */
const WATCHED_MS = 10_000

describe('a lock', () => {
  test('is refused while its process lives, even to this process', async () => {
    const dataDir = dataFolder()
    const first = await lock(dataDir)
    await expect(lock(dataDir)).rejects.toThrow(
      new RegExp(
        `^another Plumbline \\(process ${process.pid}\\) is running on the data folder .*$`,
      ),
    )
    first.release()
    expect(readdirSync(dataDir)).toEqual([])
    ;(await lock(dataDir)).release()
  })

  test('of a process that ended is taken over at once', async () => {
    const dataDir = dataFolder()
    const dead = leave(dataDir, deadProcess)
    expect(await lockedAfter(dataDir)).toBe(0)
    expect(heldBy(dataDir)).not.toBe(dead.id)
  })

  test('of an earlier version is taken over only if its process has ended', async () => {
    const dataDir = dataFolder()
    const { pid, started } = self(dataDir, '', undefined)
    writeFileSync(lockOf(dataDir), JSON.stringify({ pid, started, sockets: '/tmp' }))
    await expect(lock(dataDir)).rejects.toThrow('another Plumbline')
    writeFileSync(
      lockOf(dataDir),
      JSON.stringify({ pid, started: 'before', sockets: '/var/run/x' }),
    )
    expect((await lock(dataDir)).previousHolder?.runFolder).toBe('/var/run/x')
  })

  test.each([
    ['another machine', otherMachine],
    ['another container', otherContainer],
  ] as const)('of %s is refused while it is renewed', async (_, changes) => {
    const dataDir = dataFolder()
    const { id } = leave(dataDir, changes)
    const clock = clockOf((now) => {
      if (now % 2000 === 0) utimesSync(lockOf(dataDir), now, now)
    })
    await expect(lock(dataDir, clock)).rejects.toThrow(
      /^another Plumbline \(process 7 on host elsewhere, last heard from 2 seconds ago\) is running on the data folder .*$/,
    )
    expect(clock.now()).toBe(2000)
    expect(heldBy(dataDir)).toBe(id)
    expect(readdirSync(dataDir)).toEqual(['lock'])
  })

  test.each([
    ['another machine', otherMachine],
    ['an earlier boot', { boot: 'the boot before' }],
    ['another container', otherContainer],
    ['a folder that this one is a copy of', { folder: { device: 1, inode: 1 } }],
  ] as const)('of %s is taken over when it is not renewed', async (_, changes) => {
    const dataDir = dataFolder()
    leave(dataDir, changes)
    expect(await lockedAfter(dataDir)).toBeGreaterThanOrEqual(WATCHED_MS)
  })

  test('that cannot be read is taken over when it is not renewed', async () => {
    const dataDir = dataFolder()
    writeFileSync(lockOf(dataDir), '')
    expect(await lockedAfter(dataDir)).toBeGreaterThanOrEqual(WATCHED_MS)
  })

  test('of another machine is taken over by exactly one of five concurrent starts', async () => {
    const dataDir = dataFolder()
    leave(dataDir, otherMachine)
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lock(dataDir)))
    const [acquired, ...more] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    expect(more).toEqual([])
    expect(
      results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    ).toEqual(Array(4).fill(expect.stringContaining('another Plumbline (process')))
    expect(acquired?.isHeld()).toBe(true)
    expect(readdirSync(dataDir).filter((name) => !name.endsWith('.socket'))).toEqual(['lock'])
    acquired?.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that another program took over is given up', async () => {
    const dataDir = dataFolder()
    const onLost = vi.fn()
    const clock = clockOf()
    const mine = await lock(dataDir, clock, onLost)
    const { id } = leave(dataDir, otherMachine)
    expect(mine.isHeld()).toBe(false)
    clock.beat()
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 20_000)
    mine.release()
    expect(heldBy(dataDir)).toBe(id)
  })

  test.runIf(process.platform === 'linux')(
    'that another program creates while the previous one is removed is kept',
    async () => {
      const dataDir = dataFolder()
      const mine = await lock(dataDir)
      const file = lockOf(dataDir)
      renameSync(file, join(folder, 'mine'))
      const { id } = leave(dataDir, otherMachine)
      renameSync(file, join(folder, 'other'))
      // The release reads its lock from a pipe. Before it ends, the other lock takes its place.
      const script = 'mkfifo $0 && echo && exec 3>$0 && cat mine >&3 && mv -f other $0'
      const program = spawn('sh', ['-c', script, file], { cwd: folder })
      await once(program.stdout, 'data')
      mine.release()
      expect(heldBy(dataDir)).toBe(id)
      expect(readdirSync(dataDir)).toEqual(['lock'])
    },
  )

  test('is renewed by its holder, and created again when it is deleted', async () => {
    const dataDir = dataFolder()
    const clock = clockOf()
    await lock(dataDir, clock)
    const first = readLock(lockOf(dataDir))
    clock.beat()
    await vi.waitFor(() => expect(readLock(lockOf(dataDir))?.beat).not.toBe(first?.beat), 20_000)
    rmSync(lockOf(dataDir))
    clock.beat()
    await vi.waitFor(() => expect(heldBy(dataDir)).toBe(first?.id), 20_000)
  })

  test('that is a folder is rejected in one line and not changed', async () => {
    const dataDir = dataFolder()
    mkdirSync(lockOf(dataDir))
    await expect(lock(dataDir)).rejects.toThrow(/^.*lock is not a file of Plumbline; move it away$/)
    expect(readdirSync(dataDir)).toEqual(['lock'])
  })
})

describe.runIf(process.platform === 'linux')(
  'the presence of a holder in another container',
  () => {
    test('retains the lock of a frozen holder', async () => {
      const dataDir = dataFolder()
      const presence = await showPresence(dataDir)
      const { id } = leave(dataDir, otherContainer, presence?.mark)
      const clock = clockOf()
      await expect(lock(dataDir, clock)).rejects.toThrow(
        /^another Plumbline \(process 7 on host elsewhere, silent for 10 seconds\) still has processes on the data folder .*$/,
      )
      expect(clock.now()).toBeGreaterThanOrEqual(WATCHED_MS)
      expect(heldBy(dataDir)).toBe(id)
      presence?.close()
    })

    test('lasts as long as a process that inherited it, and then releases the lock at once', async () => {
      const dataDir = dataFolder()
      const script = `const server = require('net').createServer().listen(process.argv[1], () => {
      const stdio = ['ignore', 'ignore', 'ignore', server._handle.fd]
      const heir = require('child_process').spawn('sleep', ['600'], { stdio, detached: true })
      require('fs').writeSync(1, String(heir.pid))
      process.kill(process.pid, 'SIGKILL')
    })`
      const name = 'lock-killed.socket'
      const killed = spawn(process.execPath, ['-e', script, join(dataDir, name)])
      const heir = Number(await text(killed.stdout))
      let isAlive = true
      const end = () => isAlive && process.kill(heir, 'SIGKILL')
      onTestFinished(() => void end())
      const { dev, ino } = statSync(join(dataDir, name))
      const mark = { name, device: dev, inode: ino }
      expect(await isPresent(dataDir, mark)).toBe(true)
      const { id } = leave(dataDir, otherContainer, mark)
      const clock = clockOf(async (now) => {
        // The lock is checked a few times first.
        if (now < 1000) return expect(heldBy(dataDir)).toBe(id)
        end()
        isAlive = false
        await vi.waitUntil(async () => !(await isPresent(dataDir, mark)), 20_000)
      })
      await lock(dataDir, clock)
      expect(clock.now()).toBe(1000)
      expect(heldBy(dataDir)).not.toBe(id)
    })

    test('is not copied with the folder', async () => {
      const dataDir = dataFolder()
      const presence = await showPresence(dataDir)
      leave(dataDir, {}, presence?.mark)
      const copy = dataFolder()
      cpSync(lockOf(dataDir), lockOf(copy))
      expect(await lockedAfter(copy)).toBeGreaterThanOrEqual(WATCHED_MS)
      expect(readFileSync(lockOf(copy), 'utf8')).not.toBe(readFileSync(lockOf(dataDir), 'utf8'))
      presence?.close()
    })

    test('works with a path of any length', async () => {
      const dataDir = join(dataFolder(), 'x'.repeat(200))
      mkdirSync(dataDir)
      const presence = await showPresence(dataDir)
      expect(presence?.descriptor).toBeGreaterThan(2)
      expect(presence && (await isPresent(dataDir, presence.mark))).toBe(true)
      presence?.close()
      expect(presence && (await isPresent(dataDir, presence.mark))).toBe(false)
      await sleep(10)
      expect(readdirSync(dataDir)).toEqual([])
    })
  },
)
