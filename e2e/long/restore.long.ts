import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { ROOT } from './operating/page.ts'
import { random, seed } from './options.ts'
import { SmallDisk, whyNoDisk } from './uploads/disk.ts'

const MB = 1_000_000
const KILLS = 20
const chance = random(seed)
const RESTORE_COMMAND = 'npm run restore -- a.zip'

const first = new Machine()
let credentials: Credentials
let rows: Rows
let files: Record<string, string>

beforeAll(async () => {
  credentials = await setUpCompany(await first.start())
  rows = await rowsIn(first.postgres)
  files = filesIn(join(first.dataDir, 'files'))
  await first.paste('npm run backup -- a.zip')
}, 120_000)
afterAll(() => first.remove())

/** Creates a machine with the backup and without data. */
function newMachine(): Machine {
  const machine = new Machine()
  copyFileSync(join(first.folder, 'a.zip'), join(machine.folder, 'a.zip'))
  return machine
}

/**
 * Returns the stored files without partial ones, which a kill may leave behind. No key refers to
 * those, and `verify` lists them.
 */
const storedOn = ({ dataDir }: Machine) =>
  Object.fromEntries(
    Object.entries(filesIn(join(dataDir, 'files'))).filter(([name]) => !name.includes('/.')),
  )

/** Starts a machine and expects the complete backup on it, and no remains of an earlier attempt. */
async function expectRestored(machine: Machine) {
  const url = await machine.start()
  expect(withoutRestored(await rowsIn(machine.postgres))).toEqual({ rows, restored: 1 })
  expect(storedOn(machine)).toEqual(files)
  expect(readdirSync(machine.dataDir).filter((name) => name.startsWith('restore-'))).toEqual([])
  await signInWithCode(url, credentials)
}

test('a restore into the data of a running program is refused', async () => {
  await expect(first.paste(RESTORE_COMMAND)).rejects.toThrow(
    /\nNothing was restored: another Plumbline \([^\n]*\) is running on [^\n]*\n$/,
  )
  expect(await rowsIn(first.postgres)).toEqual(rows)
})

/** Runs the restore program directly, so that only it is killed. @returns its exit code */
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

test('a killed restore can be repeated completely', async () => {
  const trial = newMachine()
  const begin = performance.now()
  expect(await restoreAndKill(trial, 60_000)).toBe(0)
  const duration = performance.now() - begin
  await trial.remove()

  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const machine = newMachine()
    try {
      // Most kills come in the second half, after the database has been created.
      const code = await restoreAndKill(machine, duration * (0.3 + 0.7 * chance()))
      if (code !== 0) {
        killed++
        await machine.paste(RESTORE_COMMAND).catch((error: Error) => {
          // The kill came after the commit, so the first restore is whole.
          if (!error.message.includes('this installation has a company')) throw error
        })
      }
      await expectRestored(machine)
    } finally {
      await machine.remove()
    }
  }
  console.log(`killed ${killed} of ${KILLS} restores of ${Math.round(duration)} ms`)
}, 1_800_000)

const noDisk = whyNoDisk()
if (noDisk) console.log(`What a full disk does is not tested: ${noDisk}`)

describe.skipIf(noDisk !== undefined)('on a full disk', () => {
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

  const currentFiles = () => filesIn(join(machine.dataDir, 'files'))
  const hidden = () => readdirSync(machine.dataDir).filter((name) => /^(\.|restore-)/.test(name))

  test('nothing is restored until there is space, then everything', async () => {
    const refused: string[] = []
    // First there is no room for a database, then none for its rows, then none for the files.
    for (let free = 8; ; free += 8) {
      disk.fillLeaving(free * MB)
      const failure = await machine.paste(RESTORE_COMMAND).then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (failure === undefined) break
      expect(failure).toMatch(/\nNothing was restored: [^\n]+\n$/)
      expect(currentFiles()).toEqual({})
      expect(hidden()).toEqual([])
      refused.push(`${free} MB: ${failure.slice(failure.indexOf('Nothing was restored')).trim()}`)
    }
    console.log(refused.join('\n'))
    expect(refused.length).toBeGreaterThan(1)
    disk.freeSpace()
    await expectRestored(machine)
  })

  test('a backup reports that there is no space, and leaves nothing', async () => {
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

test('a backup into a missing folder fails with one line', async () => {
  await expect(first.paste('npm run backup -- nowhere/a.zip')).rejects.toThrow(
    /\nNo backup was made: ENOENT[^\n]*\n$/,
  )
})
