import { type Role, roles } from '@plumbline/contract/policy.ts'
import type { Method } from '@plumbline/contract/route.ts'
import { getTableColumns, is, SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll } from 'vitest'
import type { AppParts } from '../server/app/app.ts'
import type { Db } from '../server/platform/db/handle.ts'
import type { Database } from '../server/platform/db/open.ts'
import { testDatabase } from '../server/platform/db/testing.ts'
import { users } from '../server/schema/people.ts'
import { type Tables, tables } from '../server/schema/tables.ts'
import { testApp } from '../server/testing/testApp.ts'
import { calendar } from './calendar.ts'
import { createSample, ownerRow } from './create.ts'
import { insertSample, loadSample, type SampleSignIn } from './load.ts'
import { type StoredPhotos, samplePhotos } from './photos.ts'
import { propertyPictures } from './rentalPhotos.ts'

/** The secret of companies without a server. */
export const SECRET = 'a secret of the sample company in tests'

/** The rows of every table. */
export type Company = { [T in keyof Tables]: Tables[T]['$inferSelect'][] }

/** Reads every row of every table. */
export async function readCompany(db: Db): Promise<Company> {
  const rows: Record<string, unknown[]> = {}
  for (const [name, table] of tables) rows[name] = await db.select().from(table)
  return rows as Company
}

/**
 * The rows of the company and its owner as they are inserted at a moment, with the defaults of
 * their columns, created without a database.
 */
export async function companyRows(now: string, timeZone = 'America/Chicago'): Promise<Company> {
  const rows: Record<string, unknown[]> = Object.fromEntries(tables.map(([name]) => [name, []]))
  const names = new Map<PgTable, string>(tables.map(([name, table]) => [table, name]))
  const add = (table: PgTable, added: readonly object[]) => {
    rows[names.get(table) ?? '']?.push(...added.map((row) => ({ ...defaultsOf(table), ...row })))
  }
  const owner = ownerRow(new Date(now), timeZone)
  add(users, [owner])
  const photos = photoStubs(now)
  const at = { now: new Date(now), timeZone, ownerId: owner.id, photos, secret: SECRET }
  await insertSample(add, at, '')
  return rows as Company
}

/** The defaults of the columns that a row omits; undefined if only the database knows one. */
const defaultsOf = (table: PgTable) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = column.default ?? column.defaultFn?.() ?? null
      return [name, is(value, SQL) ? undefined : value]
    }),
  )

/** A database for the tests of one file, with helpers to use it. */
export function sampleDatabase() {
  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  class Undo extends Error {}

  /** Runs the work in a transaction and rolls it back. */
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

  /** The company as loaded at a moment, and the people who can sign in. */
  const companyAt = (
    now: string,
    timeZone = 'America/Chicago',
  ): Promise<Company & { signIns: SampleSignIn[] }> =>
    rolledBack(async (db) => {
      const signIns = await createSample(db, {
        now: new Date(now),
        timeZone,
        photos: photoStubs(now),
        secret: SECRET,
      })
      return { ...(await readCompany(db)), signIns }
    })

  return { rolledBack, companyAt }
}

/**
 * The application with the sample company as it is on a Friday, and calls as one of its people of
 * each role.
 */
export async function sampleApp(parts: Partial<AppParts> = {}) {
  const w = await testApp({}, undefined, parts)
  const now = new Date(FRIDAY)
  w.clock.now = now
  const ownerId = w.idOf('ada')
  const { sessionSecret: secret } = w.settings
  const facts = { now, timeZone: 'America/Chicago', ownerId, secret }
  await loadSample(w.db, { ...facts, photos: photoStubs(FRIDAY) })
  const cookies = new Map<Role, string>()
  for (const role of roles) {
    const { headers } = await w.call('nobody', 'POST', '/api/login/sample', { role })
    cookies.set(role, String(headers['set-cookie']).split(';')[0] ?? '')
  }
  const headersOf = (role: Role) => ({ cookie: cookies.get(role) ?? '' })
  return {
    db: w.db,
    database: w.database,
    settings: w.settings,
    close: w.close,
    call: (
      role: Role,
      method: Method,
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => w.call('nobody', method, url, body, { ...headers, ...headersOf(role) }),
    /** Sends a file and fields as a browser's form does. */
    upload: (
      role: Role,
      method: 'POST' | 'PUT',
      url: string,
      file: { readonly field: string; readonly content: Uint8Array; readonly name?: string },
      fields: Record<string, string> = {},
    ) => w.upload('nobody', url, file, fields, headersOf(role), method),
  }
}
export type SampleApp = Awaited<ReturnType<typeof sampleApp>>

/** Facts about pictures without any files, for tests of the rows alone. */
export function photoStubs(now: string): StoredPhotos {
  const file = { size: 1000, sha256: '0'.repeat(64) }
  const files = { thumb: file, full: file, original: file }
  const picture = { contentType: 'image/jpeg', width: 1200, height: 900, taken: null, files }
  const plan = [...samplePhotos(calendar(new Date(now), 'UTC')), ...propertyPictures]
  return new Map(plan.map(({ id }) => [id, { id, storageKey: `photos/${id}`, picture }]))
}

export const FRIDAY = '2026-11-20T18:00:00Z'
