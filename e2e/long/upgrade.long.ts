import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Held, importJobs, setUpCompany, signInWithCode } from './operating/company.ts'
import { filesIn, type Rows, rowsIn, withoutRestored } from './operating/contents.ts'
import { Machine } from './operating/machine.ts'
import { makeNewerProgram } from './operating/newer.ts'
import { documentedBlock, ROOT } from './operating/page.ts'

const newer = mkdtempSync(join(tmpdir(), 'plumbline-newer-'))
const machine = new Machine()
const ARCHIVE = 'before-upgrade.zip'
/** What gets another version: here it is in a folder already, with its packages. */
const GETTING = ['git pull', 'npm ci']

/** The commands of a section but those that get the program. @throws Error unless these are among them */
function commandsOf(section: string, getting: readonly string[]): string[] {
  const lines = documentedBlock(section).split('\n')
  for (const line of getting) expect(lines).toContain(line)
  return lines.filter((line) => !getting.includes(line))
}

let held: Held
/** As they were before the upgrade. */
let rows: Rows
let files: Record<string, string>
const filesNow = () => filesIn(join(machine.dataDir, 'files'))

beforeAll(async () => {
  makeNewerProgram(newer)
  held = await setUpCompany(await machine.start())
}, 180_000)
afterAll(async () => {
  await machine.remove()
  rmSync(newer, { recursive: true, force: true })
}, 60_000)

/** The columns of a job before the upgrade: the new one is the last. */
const asBefore = ({ jobs, ...others }: Rows): Rows => ({
  ...others,
  jobs: new Set([...(jobs ?? [])].map((row) => row.replace(/,nobody\)$/, ')'))),
})

test('a newer version takes over all rows and files', async () => {
  const [backup = '', start, ...rest] = commandsOf('Upgrade', GETTING)
  expect([start, rest]).toEqual(['npm start', []])
  rows = await rowsIn(machine.postgres)
  files = filesNow()
  await machine.paste(backup)
  await machine.stop()
  machine.install(newer)
  const url = await machine.start(start)

  const found = await rowsIn(machine.postgres)
  expect(found.jobs?.size).toBeGreaterThan(0)
  for (const row of found.jobs ?? []) expect(row).toMatch(/,nobody\)$/)
  expect(asBefore(found)).toEqual(rows)
  expect(filesNow()).toEqual(files)
  await importJobs(await signInWithCode(url, held), ['Written by the newer version'])
  await machine.paste('npm run backup -- newer.zip')
})

test('an older version does not start on its data, and refuses its backup', async () => {
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

test('going back to the version before brings back what there was before the upgrade', async () => {
  const url = await machine.start(commandsOf('Downgrade', ['npm ci']).join('\n'))
  const found = withoutRestored(await rowsIn(machine.postgres))
  expect(found).toEqual({ rows, restored: 1 })
  expect(filesNow()).toEqual(files)
  await signInWithCode(url, held)
  await machine.stop()
  expect(existsSync(join(machine.folder, 'data.newer/postgres'))).toBe(true)
})

test('a newer version restores the backup of an older one', async () => {
  const next = new Machine(newer)
  try {
    const archive = join(machine.folder, ARCHIVE)
    await next.paste(`cp '${archive}' .\nnpm run restore -- ${ARCHIVE}\nnpm run verify`)
    const url = await next.start()
    const found = withoutRestored(await rowsIn(next.postgres))
    expect({ ...found, rows: asBefore(found.rows) }).toEqual({ rows, restored: 1 })
    expect(filesIn(join(next.dataDir, 'files'))).toEqual(files)
    await signInWithCode(url, held)
  } finally {
    await next.remove()
  }
})
