import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { FILES_IN_USE_LOCK } from '../../events/fileDeletions.ts'
import { openClient } from '../../platform/db/open.ts'
import { checkFiles, type ExpectedFile } from '../../platform/files/integrity.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { reason } from '../../platform/systemError.ts'
import { fileDeletions } from '../../schema/files.ts'
import { allFiles } from './files.ts'

export interface Verified {
  /** One line per problem; empty if there are none. */
  readonly problems: string[]
  readonly tables: number
  /** The number of files that rows refer to. */
  readonly expected: number
  /** Whether the database has page checksums. */
  readonly checksums: boolean
}

/**
 * Reads every table, index and file, and compares the files with a snapshot of their rows. Changes
 * nothing.
 */
export async function verify(url: string, files: FileStore, now: Date): Promise<Verified> {
  const client = await openClient(url)
  try {
    const before = await checksumFailures(client)
    // Taken before the snapshot: see the comment of the lock.
    await client.query(`select pg_advisory_lock_shared(${FILES_IN_USE_LOCK})`)
    const { tables, damaged } = await readTables(client)
    damaged.push(...(await readIndexes(client)))
    const stored = await verifyFiles(client, files, now)
    const after = await checksumFailures(client)
    return {
      problems: [
        ...damaged,
        ...(after.failures > 0
          ? [
              `Database: ${after.failures} checksum failures of pages are counted, ${after.failures - before.failures} of them now`,
            ]
          : []),
        ...stored.problems,
      ],
      tables,
      expected: stored.expected,
      checksums: after.checksums,
    }
  } finally {
    await client.end()
  }
}

/** The checksum failures that Postgres has counted in this database and the shared objects. */
async function checksumFailures(client: pg.ClientBase) {
  const { rows } = await client.query<{ failures: number; checksums: boolean }>(
    `select coalesce(sum(checksum_failures), 0)::int as failures,
       current_setting('data_checksums') = 'on' as checksums
     from pg_stat_database where datname = current_database() or datname is null`,
  )
  return rows[0] ?? { failures: 0, checksums: false }
}

/**
 * Reads every value of every row, including those of the system tables, because reading a damaged
 * page fails.
 */
async function readTables(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relpersistence = 'p' and has_table_privilege(c.oid, 'select')
     order by 1`,
  )
  const damaged: string[] = []
  for (const { name } of rows) {
    try {
      const lines = client.query(copyTo(`copy (select * from ${name}) to stdout`))
      for await (const _ of lines);
    } catch (error) {
      damaged.push(`Database: ${name} cannot be read (${reason(error)})`)
    }
  }
  return { tables: rows.length, damaged }
}

/**
 * Reads every page of every index, in a transaction that is rolled back. Skipped if the extension
 * that it needs is not available or not permitted.
 */
async function readIndexes(client: pg.ClientBase): Promise<string[]> {
  const damaged: string[] = []
  await client.query('begin')
  try {
    await client.query('create extension if not exists pg_prewarm')
  } catch {
    await client.query('rollback')
    return damaged
  }
  const { rows } = await client.query<{ oid: number; name: string }>(
    `select oid, oid::regclass::text as name from pg_class where relkind = 'i' order by 2`,
  )
  for (const { oid, name } of rows) {
    await client.query('savepoint before')
    try {
      await client.query("select pg_prewarm($1::oid, 'buffer')", [oid])
    } catch (error) {
      await client.query('rollback to before')
      damaged.push(`Database: ${name} cannot be read (${reason(error)})`)
    }
  }
  await client.query('rollback')
  return damaged
}

async function verifyFiles(client: pg.Client, files: FileStore, now: Date) {
  const db = drizzle(client)
  await client.query('begin isolation level repeatable read, read only')
  const queued = new Set((await db.select().from(fileDeletions)).map(({ key }) => key))
  let expected = 0
  async function* countedFiles(): AsyncGenerator<ExpectedFile> {
    for await (const file of allFiles(db)) {
      expected++
      yield file
    }
  }
  const { missing, changed, orphaned } = await checkFiles(files, countedFiles(), {
    now,
    contents: true,
  })
  const problems = [
    ...missing.map((key) => `Missing: ${key}`),
    ...changed.map((key) => `Modified: ${key}`),
    ...orphaned.filter((key) => !queued.has(key)).map((key) => `Orphaned: ${key}`),
  ]
  return { problems, expected }
}
