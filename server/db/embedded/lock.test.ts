import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, type ExpectStatic, test, vi } from 'vitest'
import { type Holder, readLock, self } from './holder.ts'
import { type Lock, lockFolder } from './lock.ts'
import { isPresent, type Mark, showPresence } from './presence.ts'

// A lock of another machine is watched for ten seconds.
vi.setConfig({ testTimeout: 120_000 })

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

async function lock(dataDir: string, onLost = () => {}): Promise<Lock> {
  const taken = await lockFolder(dataDir, '/tmp', onLost)
  locks.push(taken)
  return taken
}

/** Leaves the lock of another holder in the folder. */
function leave(dataDir: string, changes: Partial<Holder>, presence?: Mark): Holder {
  const holder = { ...self(dataDir, '/tmp', presence), host: 'elsewhere', ...changes }
  writeFileSync(lockOf(dataDir), JSON.stringify(holder))
  return holder
}
const otherMachine = { boot: 'another boot', pid: 7, started: 'then' }
const otherContainer = { pidNamespace: 'pid:[1]', pid: 7, started: 'then' }
const deadProcess = { pid: 7, started: 'then' }

async function timed(work: Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work
  return performance.now() - begin
}
const atOnce = (time: number, expect: ExpectStatic) => expect(time).toBeLessThan(8000)
const afterWatching = (time: number, expect: ExpectStatic) =>
  expect(time).toBeGreaterThanOrEqual(10_000)

describe.concurrent('a lock', () => {
  test('is refused while its process lives, also to this process', async ({ expect }) => {
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

  test('of a process that ended is taken at once', async ({ expect }) => {
    const dataDir = dataFolder()
    const dead = leave(dataDir, deadProcess)
    atOnce(await timed(lock(dataDir)), expect)
    expect(heldBy(dataDir)).not.toBe(dead.id)
  })

  test('of an earlier version is judged by its process', async ({ expect }) => {
    const dataDir = dataFolder()
    const { pid, started } = self(dataDir, '', undefined)
    writeFileSync(lockOf(dataDir), JSON.stringify({ pid, started, sockets: '/tmp' }))
    await expect(lock(dataDir)).rejects.toThrow('another Plumbline')
    writeFileSync(
      lockOf(dataDir),
      JSON.stringify({ pid, started: 'before', sockets: '/var/run/x' }),
    )
    expect((await lock(dataDir)).before?.runFolder).toBe('/var/run/x')
  })

  test.for([
    ['another machine', otherMachine],
    ['another container', otherContainer],
  ] as const)(
    'of %s is refused while it beats',
    async ([, changes], { expect, onTestFinished }) => {
      const dataDir = dataFolder()
      const { id } = leave(dataDir, changes)
      const clock = new Date(2001, 1, 1)
      const timer = setInterval(() => {
        clock.setSeconds(clock.getSeconds() + 2)
        utimesSync(lockOf(dataDir), clock, clock)
      }, 2000)
      onTestFinished(() => clearInterval(timer))
      const refused = expect(lock(dataDir)).rejects.toThrow(
        /^another Plumbline \(process 7 on host elsewhere, last heard from \d seconds? ago\) is running on the data folder .*$/,
      )
      atOnce(await timed(refused), expect)
      expect(heldBy(dataDir)).toBe(id)
      expect(readdirSync(dataDir)).toEqual(['lock'])
    },
  )

  test.for([
    ['another machine', otherMachine],
    ['an earlier boot', { boot: 'the boot before' }],
    ['another container', otherContainer],
    ['another folder, of which this is a copy', { folder: { device: 1, inode: 1 } }],
  ] as const)('of %s is taken when nothing has happened to it', async ([, changes], { expect }) => {
    const dataDir = dataFolder()
    leave(dataDir, changes)
    afterWatching(await timed(lock(dataDir)), expect)
  })

  test('that cannot be read is taken when nothing has happened to it', async ({ expect }) => {
    const dataDir = dataFolder()
    writeFileSync(lockOf(dataDir), '')
    afterWatching(await timed(lock(dataDir)), expect)
  })

  test('of another machine is taken by exactly one of five that start at once', async ({
    expect,
  }) => {
    const dataDir = dataFolder()
    leave(dataDir, otherMachine)
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lock(dataDir)))
    const [taken, ...more] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    expect(more).toEqual([])
    expect(
      results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    ).toEqual(Array(4).fill(expect.stringContaining('another Plumbline (process')))
    expect(readdirSync(dataDir).filter((name) => !name.endsWith('.socket'))).toEqual(['lock'])
    taken?.release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('is taken when the one that was taking it over was killed', async ({ expect }) => {
    const dataDir = dataFolder()
    const dead = leave(dataDir, deadProcess)
    const next = { ...dead, id: 'next' }
    writeFileSync(join(dataDir, `lock-after-${dead.id}`), JSON.stringify(next))
    writeFileSync(join(dataDir, 'lock-after-next'), JSON.stringify({ ...dead, id: 'last' }))
    atOnce(await timed(lock(dataDir)), expect)
    expect(readdirSync(dataDir).filter((name) => name.includes('after'))).toEqual([])
  })

  test('is left to the one that is taking it over', async ({ expect }) => {
    const dataDir = dataFolder()
    const dead = leave(dataDir, deadProcess)
    const taking = { ...self(dataDir, '/tmp', undefined), id: 'taking' }
    writeFileSync(join(dataDir, `lock-after-${dead.id}`), JSON.stringify(taking))
    await expect(lock(dataDir)).rejects.toThrow('another Plumbline')
    expect(heldBy(dataDir)).toBe(dead.id)
  })

  test('that another program has taken is given up, and left to it', async ({ expect }) => {
    const dataDir = dataFolder()
    const onLost = vi.fn()
    const mine = await lock(dataDir, onLost)
    const { id } = leave(dataDir, otherMachine)
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 20_000)
    mine.release()
    expect(heldBy(dataDir)).toBe(id)
  })

  test('shows that its holder lives, and is made again when somebody deletes it', async ({
    expect,
  }) => {
    const dataDir = dataFolder()
    await lock(dataDir)
    const first = readLock(lockOf(dataDir))
    await vi.waitFor(() => expect(readLock(lockOf(dataDir))?.beat).not.toBe(first?.beat), 20_000)
    rmSync(lockOf(dataDir))
    await vi.waitFor(() => expect(heldBy(dataDir)).toBe(first?.id), 20_000)
  })

  test('that is a folder is refused in one line and left alone', async ({ expect }) => {
    const dataDir = dataFolder()
    mkdirSync(lockOf(dataDir))
    await expect(lock(dataDir)).rejects.toThrow(/^.*lock is not a file of Plumbline; move it away$/)
    expect(readdirSync(dataDir)).toEqual(['lock'])
  })
})

describe.runIf(process.platform === 'linux').concurrent('presence in another container', () => {
  test('keeps the lock of a holder that is frozen', async ({ expect }) => {
    const dataDir = dataFolder()
    const presence = await showPresence(dataDir)
    const { id } = leave(dataDir, otherContainer, presence?.mark)
    const refused = expect(lock(dataDir)).rejects.toThrow(
      /^another Plumbline \(process 7 on host elsewhere, silent for \d+ seconds\) still has processes on the data folder .*$/,
    )
    afterWatching(await timed(refused), expect)
    expect(heldBy(dataDir)).toBe(id)
    presence?.close()
  })

  test('lasts as long as a process that has inherited it, and gives the lock free at once', async ({
    expect,
    onTestFinished,
  }) => {
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
    const taken = lock(dataDir)
    // A few looks at it.
    await sleep(1000)
    expect(heldBy(dataDir)).toBe(id)
    end()
    isAlive = false
    const watched = dataFolder()
    leave(watched, otherMachine)
    const other = lock(watched)
    const first = await Promise.race([
      taken.then(() => 'without watching it'),
      other.then(() => 'after watching it'),
    ])
    expect(first).toBe('without watching it')
    expect(heldBy(dataDir)).not.toBe(id)
    await other
  })

  test('is not copied with the folder', async ({ expect }) => {
    const dataDir = dataFolder()
    const presence = await showPresence(dataDir)
    leave(dataDir, {}, presence?.mark)
    const copy = dataFolder()
    cpSync(lockOf(dataDir), lockOf(copy))
    afterWatching(await timed(lock(copy)), expect)
    expect(readFileSync(lockOf(copy), 'utf8')).not.toBe(readFileSync(lockOf(dataDir), 'utf8'))
    presence?.close()
  })

  test('has a path of any length', async ({ expect }) => {
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
})
