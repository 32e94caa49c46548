import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './embedded/embedded.ts'
import { databaseHealth } from './health.ts'
import { connect } from './open.ts'
import { quiet } from './testing.ts'

test('a damaged page is counted once it was read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  const first = await startEmbedded(folder, quiet)
  const before = connect(first.url, quiet)
  await before.pool.query(
    "create table marks as select repeat('x', 500) as text from generate_series(1, 100)",
  )
  expect(await databaseHealth(before.db)).toEqual({ checksumFailures: 0 })
  const { rows } = await before.pool.query("select pg_relation_filepath('marks') as path")
  await before.pool.query('checkpoint')
  await before.close()
  await first.stop()

  const file = join(folder, 'postgres', rows[0].path)
  const pages = readFileSync(file)
  pages.fill(0xff, 4000, 4100)
  writeFileSync(file, pages)

  const second = await startEmbedded(folder, quiet)
  onTestFinished(() => second.stop())
  const after = connect(second.url, quiet)
  onTestFinished(() => after.close())
  await expect(after.pool.query('select * from marks')).rejects.toThrow('invalid page in block 0')
  await expect
    .poll(async () => (await databaseHealth(after.db)).checksumFailures, { timeout: 20_000 })
    .toBeGreaterThan(0)
}, 120_000)
