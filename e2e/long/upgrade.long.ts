import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Credentials, importJobs, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { makeNewerProgram } from './operating/newer.ts'
import { documentedBlock, ROOT } from './operating/page.ts'

const newer = mkdtempSync(join(tmpdir(), 'plumbline-newer-'))
const machine = new Machine()
const ARCHIVE = 'before-upgrade.zip'
/**
 * The commands that download another version. They are skipped here, because it is already in a
 * folder with its packages.
 */
const DOWNLOAD_COMMANDS = ['git pull', 'npm ci']

/**
 * Returns the documented commands of a section without the skipped ones.
 * @throws Error unless it contains those
 */
function commandsOf(section: string, skipped: readonly string[]): string[] {
  const lines = documentedBlock(section).split('\n')
  for (const line of skipped) expect(lines).toContain(line)
  return lines.filter((line) => !skipped.includes(line))
}

let credentials: Credentials
/** The rows before the upgrade, like the files. */
let rows: Rows
let files: Record<string, string>
const currentFiles = () => filesIn(join(machine.dataDir, 'files'))

beforeAll(async () => {
  makeNewerProgram(newer)
  credentials = await setUpCompany(await machine.start())
}, 180_000)
afterAll(async () => {
  await machine.remove()
  rmSync(newer, { recursive: true, force: true })
}, 60_000)

/**
 * Returns the rows with jobs as before the upgrade, without the new column, which is the last one.
 */
const withoutNewColumn = ({ jobs, ...others }: Rows): Rows => ({
  ...others,
  jobs: new Set([...(jobs ?? [])].map((row) => row.replace(/,nobody\)$/, ')'))),
})

test('a newer version retains all rows and files', async () => {
  const [backup = '', start, ...rest] = commandsOf('Upgrade', DOWNLOAD_COMMANDS)
  expect([start, rest]).toEqual(['npm start', []])
  rows = await rowsIn(machine.postgres)
  files = currentFiles()
  await machine.paste(backup)
  await machine.stop()
  machine.install(newer)
  const url = await machine.start(start)

  const found = await rowsIn(machine.postgres)
  expect(found.jobs?.size).toBeGreaterThan(0)
  for (const row of found.jobs ?? []) expect(row).toMatch(/,nobody\)$/)
  expect(withoutNewColumn(found)).toEqual(rows)
  expect(currentFiles()).toEqual(files)
  await importJobs(await signInWithCode(url, credentials), ['Written by the newer version'])
  await machine.paste('npm run backup -- newer.zip')
})

test('an older version rejects the data and the backup of a newer one', async () => {
  await machine.stop()
  machine.install(ROOT)
  await expect(machine.start()).rejects.toThrow(
    'the database is newer than this program: it has the migration 9999_inspections',
  )
  await machine.stop()
  const aside = 'PLUMBLINE_DATA=./aside npm run restore -- newer.zip'
  await expect(machine.paste(aside)).rejects.toThrow(
    'Nothing was restored: the backup was made by a newer or another version of the program',
  )
  expect(existsSync(join(machine.folder, 'aside/files'))).toBe(false)
})

test('a downgrade restores the data from before the upgrade', async () => {
  const url = await machine.start(commandsOf('Downgrade', ['npm ci']).join('\n'))
  const found = withoutRestored(await rowsIn(machine.postgres))
  expect(found).toEqual({ rows, restored: 1 })
  expect(currentFiles()).toEqual(files)
  await signInWithCode(url, credentials)
  await machine.stop()
  expect(existsSync(join(machine.folder, 'data.newer/postgres'))).toBe(true)
})

test('a newer version can restore the backup of an older one', async () => {
  const next = new Machine(newer)
  try {
    const archive = join(machine.folder, ARCHIVE)
    await next.paste(`cp '${archive}' .\nnpm run restore -- ${ARCHIVE}\nnpm run verify`)
    const url = await next.start()
    const found = withoutRestored(await rowsIn(next.postgres))
    expect({ ...found, rows: withoutNewColumn(found.rows) }).toEqual({ rows, restored: 1 })
    expect(filesIn(join(next.dataDir, 'files'))).toEqual(files)
    await signInWithCode(url, credentials)
  } finally {
    await next.remove()
  }
})
