import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import { afterAll, expect, test } from 'vitest'
import { sweepRestores } from './sweepRestores.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-sweep-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/**
 * Creates a folder in the data folder, with a file that was last written the given number of hours
 * ago. The folder itself is older.
 */
function place(name: string, hours: number | undefined) {
  const now = Date.now()
  const folder = path.join(dataDir, name)
  mkdirSync(folder)
  if (hours !== undefined) {
    writeFileSync(path.join(folder, 'file'), 'x')
    const written = new Date(now - hours * HOUR_MS)
    utimesSync(path.join(folder, 'file'), written, written)
  }
  const made = new Date(now - 5 * HOUR_MS)
  utimesSync(folder, made, made)
}

test('removes the leftovers of a killed restore, but not those of a running one', async () => {
  place('restore-killed', 2)
  place('restore-empty', undefined)
  place('restore-running', 0.5)
  mkdirSync(path.join(dataDir, 'restore-begins'))
  place('files', 9)
  await sweepRestores(dataDir, new Date())
  expect(readdirSync(dataDir).sort()).toEqual(['files', 'restore-begins', 'restore-running'])
})
