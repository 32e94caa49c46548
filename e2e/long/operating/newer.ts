import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyProgram } from './copy.ts'
import { ROOT } from './page.ts'

const TAG = '9999_inspections'

/**
 * Creates the next version of the program in a folder. It has one more database migration, and is
 * built when it is first started.
 */
export function makeNewerProgram(folder: string) {
  copyProgram(folder, ['node_modules'])
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, 'server/platform/db/migrations')
  writeFileSync(
    join(migrations, `${TAG}.sql`),
    "alter table jobs add column inspector text not null default 'nobody';",
  )
  const journalFile = join(migrations, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  const idx = journal.entries.length
  journal.entries.push({ idx, version: '7', when: Date.now(), tag: TAG, breakpoints: true })
  writeFileSync(journalFile, JSON.stringify(journal))
}
