import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { openDatabase } from './open.ts'
import { silentLog } from './testing.ts'

const SESSION_SECRET = 'a secret that is long enough for the test, of course'

/** A new folder, removed after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const fileIn = (folder: string, name: string) => {
  writeFileSync(join(folder, name), '')
  return join(folder, name)
}
const folderIn = (folder: string, name: string) => {
  mkdirSync(join(folder, name), { recursive: true })
  return folder
}

/** The first steps of the server. */
const begin = async (env: Record<string, string>) => openDatabase(readSettings(env), silentLog)
/** An error that the server reports in one line. */
const oneLine = (message: RegExp) =>
  expect.objectContaining({ name: 'StartError', message: expect.stringMatching(message) })

/** Whether this user may mount a read-only folder. */
function readOnlyWorks(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0
}

test.each([
  ['/proc/x', () => '/proc/x', /^PLUMBLINE_DATA must be a folder this program may write to .*$/],
  [
    'a file',
    (folder: string) => fileIn(folder, 'file'),
    /^PLUMBLINE_DATA must be a folder this program may write to .*$/,
  ],
  [
    'a folder named lock',
    (folder: string) => folderIn(folder, 'lock'),
    /^.*lock is not a file of.*$/,
  ],
  [
    'a folder named secrets/session',
    (folder: string) => folderIn(folder, 'secrets/session'),
    /^.*secrets\/session cannot be used \(EISDIR.*$/,
  ],
  [
    'a file named secrets',
    (folder: string) => fileIn(folder, 'secrets') && folder,
    /^.*secrets\/session cannot be used \(ENOTDIR.*$/,
  ],
  [
    'a file named postgres',
    (folder: string) => fileIn(folder, 'postgres') && folder,
    /^.* cannot be used \(ENOTDIR.*$/,
  ],
])('an unusable data folder (%s) stops the start with one line', async (_, make, line) => {
  const PLUMBLINE_DATA = make(newFolder())
  await expect(begin({ PLUMBLINE_DATA })).rejects.toEqual(oneLine(line))
})

test.runIf(readOnlyWorks())('a read-only data folder stops the start with one line', async () => {
  const folder = newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder])
  try {
    const line = /^PLUMBLINE_DATA must be a folder this program may write to \(EROFS.*$/
    await expect(begin({ PLUMBLINE_DATA: folder })).rejects.toEqual(oneLine(line))
  } finally {
    execFileSync('umount', [folder])
  }
})

test('a DATABASE_URL that cannot be reached stops the start with one line, without its password', async () => {
  const env = { DATABASE_URL: 'postgres://u:hunter2@nowhere.invalid/x', SESSION_SECRET }
  const opening = begin({ PLUMBLINE_DATA: newFolder(), ...env })
  await expect(opening).rejects.toEqual(oneLine(/^DATABASE_URL cannot be reached.*$/))
  await expect(opening).rejects.not.toThrow('hunter2')
})
