import { afterAll, beforeAll } from 'vitest'
import { credentials } from '../server/auth/table.ts'
import { bidAppointments, pendingBids } from '../server/bids/table.ts'
import type { Db } from '../server/db/handle.ts'
import type { Database } from '../server/db/open.ts'
import { testDatabase } from '../server/db/testing.ts'
import { jobSubcontractors, jobs } from '../server/jobs/table.ts'
import { events } from '../server/live/table.ts'
import { messages } from '../server/messages/table.ts'
import { users } from '../server/people/table.ts'
import { photos } from '../server/photos/table.ts'
import { rentalExpenses, rentalIncome, rentalProperties, tenants } from '../server/rentals/table.ts'
import {
  crewSchedule,
  scheduleChanges,
  scheduleDependencies,
  scheduleEntries,
  scheduleTemplates,
} from '../server/schedule/table.ts'
import { settings } from '../server/settings/table.ts'
import { jobRatings, privateNotes } from '../server/subcontractors/table.ts'
import { taskCorrespondence, tasks } from '../server/tasks/table.ts'
import { calendar } from './calendar.ts'
import { createSample } from './create.ts'
import type { SampleSignIn } from './load.ts'
import { type StoredPhotos, samplePhotos } from './photos.ts'

const tables = {
  settings,
  users,
  credentials,
  jobs,
  jobSubcontractors,
  scheduleEntries,
  scheduleDependencies,
  crewSchedule,
  scheduleChanges,
  scheduleTemplates,
  tasks,
  taskCorrespondence,
  jobRatings,
  privateNotes,
  messages,
  pendingBids,
  bidAppointments,
  rentalProperties,
  tenants,
  rentalIncome,
  rentalExpenses,
  events,
  photos,
}
type Tables = typeof tables
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
    for (const [name, table] of Object.entries(tables))
      rows[name] = await db.select().from(table as typeof users)
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
