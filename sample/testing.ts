import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../server/db/handle.ts'
import type { Database } from '../server/db/open.ts'
import { testDatabase } from '../server/db/testing.ts'
import { calendar } from './calendar.ts'
import { createSample } from './create.ts'
import type { SampleSignIn } from './load.ts'
import { type StoredPhotos, samplePhotos } from './photos.ts'

const files = import.meta.glob<Record<string, unknown>>('../server/*/table.ts', { eager: true })
const tables = Object.values(files).flatMap((file) =>
  Object.entries(file).filter((entry): entry is [string, PgTable] => is(entry[1], PgTable)),
)

/** Only the types: what a test reads of a slice that is not listed does not compile. */
type Exports = typeof import('../server/auth/table.ts') &
  typeof import('../server/bids/table.ts') &
  typeof import('../server/jobs/table.ts') &
  typeof import('../server/live/table.ts') &
  typeof import('../server/messages/table.ts') &
  typeof import('../server/people/table.ts') &
  typeof import('../server/photos/table.ts') &
  typeof import('../server/rentals/table.ts') &
  typeof import('../server/schedule/table.ts') &
  typeof import('../server/settings/table.ts') &
  typeof import('../server/subcontractors/table.ts') &
  typeof import('../server/tasks/table.ts')
/** Every row of every table. */
export type Company = {
  [T in keyof Exports as Exports[T] extends PgTable ? T : never]: Exports[T] extends PgTable
    ? Exports[T]['$inferSelect'][]
    : never
}

/** A database for the tests of one file, and what may be done in it. */
export function sampleDatabase() {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  class Undo extends Error {}

  /** Runs the work and takes it all back. */
  async function rolledBack<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const results: T[] = []
    await database.db
      .transaction(async (tx) => {
        results.push(await work(tx))
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
    const [result] = results
    if (result === undefined) throw new Error('The work gave nothing')
    return result
  }

  async function read(db: Db): Promise<Company> {
    const rows: Record<string, unknown[]> = {}
    for (const [name, table] of tables) rows[name] = await db.select().from(table)
    return rows as Company
  }

  /** The company as it is when loaded at a moment, and who may sign in. */
  const companyAt = (
    now: string,
    timeZone = 'America/Chicago',
  ): Promise<Company & { signIns: SampleSignIn[] }> =>
    rolledBack(async (db) => {
      const signIns = await createSample(db, {
        now: new Date(now),
        timeZone,
        photos: photoStubs(now),
      })
      return { ...(await read(db)), signIns }
    })

  return { rolledBack, read, companyAt }
}

/** Facts about pictures without any files, for tests of the rows alone. */
export function photoStubs(now: string): StoredPhotos {
  const file = { size: 1000, sha256: '0'.repeat(64) }
  const files = { thumb: file, full: file, original: file }
  const picture = { contentType: 'image/jpeg', width: 1200, height: 900, taken: null, files }
  const plan = samplePhotos(calendar(new Date(now), 'UTC'))
  return new Map(plan.map(({ id }) => [id, { id, storageKey: `photos/${id}`, picture }]))
}

export const FRIDAY = '2026-11-20T18:00:00Z'
