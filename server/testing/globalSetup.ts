import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../platform/db/embedded/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { connect } from '../platform/db/open.ts'
import { databaseUrl, silentLog, template } from '../platform/db/testing.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres of this test run. */
    postgresUrl: string
  }
}

/**
 * Starts one Postgres for the whole run, with a migrated database that is copied for test files.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  const embedded = await startEmbedded(folder, silentLog, { durable: false })
  const main = connect(embedded.url, silentLog)
  await main.pool.query(`create database ${template}`)
  // The password is verified for thousands of connections, each with the stored number of hash
  // iterations.
  const { username, password } = new URL(embedded.url)
  await main.pool.query(`set scram_iterations = 1; alter role ${username} password '${password}'`)
  await main.close()
  const migrated = connect(databaseUrl(embedded.url, template), silentLog)
  await migrate(migrated.pool)
  await migrated.close()
  project.provide('postgresUrl', embedded.url)
  return async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
