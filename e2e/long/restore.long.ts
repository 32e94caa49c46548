import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Held, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { ROOT } from './operating/page.ts'
import { random, seed, size } from './options.ts'
import { SmallDisk, whyNoDisk } from './uploads/disk.ts'

const MB = 1_000_000
const KILLS = size(20, 2)
const chance = random(seed)
const RESTORE = 'npm run restore -- a.zip'

const first = new Machine()
let held: Held
let rows: Rows
let files: Record<string, string>

beforeAll(async () => {
  held = await setUpCompany(await first.start())
  rows = await rowsIn(first.postgres)
  files = filesIn(join(first.dataDir, 'files'))
  await first.paste('npm run backup -- a.zip')
}, 120_000)
afterAll(() => first.remove())

/** A machine with the backup and without data. */
function newMachine(): Machine {
  const machine = new Machine()
  copyFileSync(join(first.folder, 'a.zip'), join(machine.folder, 'a.zip'))
  return machine
}

/** The stored files; not what a kill left of one that was being stored, which no key names, and which `verify` lists. */
const storedOn = ({ dataDir }: Machine) =>
  Object.fromEntries(
    Object.entries(filesIn(join(dataDir, 'files'))).filter(([name]) => !name.includes('/.')),
  )

/** Fails unless the machine, once started, has all of the backup, and nothing of an earlier try. */
async function expectRestored(machine: Machine) {
  const url = await machine.start()
  expect(withoutRestored(await rowsIn(machine.postgres))).toEqual({ rows, restored: 1 })
  expect(storedOn(machine)).toEqual(files)
  expect(readdirSync(machine.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
  await signInWithCode(url, held)
}

test('a running program is not restored into', async () => {
  await expect(first.paste(RESTORE)).rejects.toThrow(
    /\nNothing was restored: another Plumbline \([^\n]*\) is running on [^\n]*\n$/,
  )
  expect(await rowsIn(first.postgres)).toEqual(rows)
})

/** Runs the program that restores by itself, so that a kill reaches it and nothing else. @returns its exit code */
async function restoreAndKill(machine: Machine, after: number): Promise<number | null> {
  const child = spawn(process.execPath, [join(ROOT, 'server/dist/restore.js'), 'a.zip'], {
    cwd: machine.folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await Promise.race([ended, sleep(after)])
  child.kill('SIGKILL')
  return ended
}

test('a restore that was killed is made again, whole', async () => {
  const trial = newMachine()
  const begin = performance.now()
  expect(await restoreAndKill(trial, 60_000)).toBe(0)
  const whole = performance.now() - begin
  await trial.remove()

  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const machine = newMachine()
    try {
      // Most in the second half, when the database has been made.
      const code = await restoreAndKill(machine, whole * (0.3 + 0.7 * chance()))
      if (code !== 0) {
        killed++
        await machine.paste(RESTORE)
      }
      await expectRestored(machine)
    } finally {
      await machine.remove()
    }
  }
  console.log(`killed ${killed} of ${KILLS} restores of ${Math.round(whole)} ms`)
}, 1_800_000)

const noDisk = whyNoDisk()
if (noDisk) console.log(`What a full disk does is not tested: ${noDisk}`)

describe.skipIf(noDisk !== undefined)('on a disk that is full', () => {
  let machine: Machine
  let disk: SmallDisk
  beforeAll(() => {
    machine = newMachine()
    const empty = join(machine.folder, 'empty')
    for (const folder of [empty, machine.dataDir]) mkdirSync(folder)
    disk = new SmallDisk(machine.dataDir, empty, 512)
  })
  afterAll(async () => {
    await machine.stop()
    disk.unmount()
    await machine.remove()
  })

  const filesNow = () => filesIn(join(machine.dataDir, 'files'))
  const hidden = () => readdirSync(machine.dataDir).filter((name) => /^(\.|restore-)/.test(name))

  test('nothing is restored, and all of it once there is room', async () => {
    const refused: string[] = []
    // The first ones leave no room for a database, the next ones none for its rows, then none for the files.
    for (let left = 8; ; left += 8) {
      disk.fillLeaving(left * MB)
      const failure = await machine.paste(RESTORE).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (failure === undefined) break
      expect(failure).toMatch(/\nNothing was restored: [^\n]+\n$/)
      expect(filesNow()).toEqual({})
      expect(hidden()).toEqual([])
      refused.push(`${left} MB: ${failure.slice(failure.indexOf('Nothing was restored')).trim()}`)
    }
    console.log(refused.join('\n'))
    expect(refused.length).toBeGreaterThan(1)
    disk.freeSpace()
    await expectRestored(machine)
  })

  test('a backup says that there is no room, and leaves nothing', async () => {
    const before = readdirSync(machine.dataDir)
    disk.fillLeaving(MB / 4)
    await expect(machine.paste('npm run backup -- data/full.zip')).rejects.toThrow(
      /\nNo backup was made: not enough free space \(about [^\n]+ needed, [^\n]+ free, and [^\n]+ must stay free\)\n$/,
    )
    disk.freeSpace()
    expect(readdirSync(machine.dataDir)).toEqual(before)
    await machine.paste('npm run backup -- data/full.zip')
  })
})

test('a backup into a folder that is not there is refused in one line', async () => {
  await expect(first.paste('npm run backup -- nowhere/a.zip')).rejects.toThrow(
    /\nNo backup was made: ENOENT[^\n]*\n$/,
  )
})
