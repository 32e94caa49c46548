import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../server/db/handle.ts'
import type { Database } from '../server/db/open.ts'
import { type Tables, tables } from '../server/db/tables.ts'
import { testDatabase } from '../server/db/testing.ts'
import { calendar } from './calendar.ts'
import { createSample } from './create.ts'
import type { SampleSignIn } from './load.ts'
import { type StoredPhotos, samplePhotos } from './photos.ts'

/** Every row of every table. */
export type Company = { [T in keyof Tables]: Tables[T]['$inferSelect'][] }

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
