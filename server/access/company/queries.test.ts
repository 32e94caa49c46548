import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/handle.ts'
import type { Database } from '../../platform/db/open.ts'
import { testDatabase } from '../../platform/db/testing.ts'
import { settings } from '../../schema/settings.ts'
import { statementsOf } from '../../testing/statements.ts'
import { companyName, findCompany, updateCompany, workdaySettings } from './queries.ts'
import { companyDays } from './service.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await database.db
    .insert(settings)
    .values({ companyName: 'Stone & Sons', holdingsName: 'Stone', timeZone: 'UTC' })
})
afterAll(() => database.close())

/** Reads the company three times. */
async function readAll(db: Db) {
  await companyDays(db, new Date())
  await workdaySettings(db)
  return companyName(db)
}

test('a transaction reads the company once', async () => {
  const { db } = database
  expect(await statementsOf(() => db.transaction(readAll))).toHaveLength(1)
  expect(await statementsOf(() => db.transaction(readAll))).toHaveLength(1)
  expect(await statementsOf(() => readAll(db))).toHaveLength(3)
})

test('a transaction reads the company again to lock it, and after a change', async () => {
  await database.db.transaction(async (tx) => {
    await readAll(tx)
    await database.db.update(settings).set({ companyName: 'Another' })
    expect(await companyName(tx)).toBe('Stone & Sons')
    expect((await findCompany(tx, { lock: true }))?.companyName).toBe('Another')
    expect(await companyName(tx)).toBe('Another')
    await updateCompany(tx, { companyName: 'A third' })
    expect(await companyName(tx)).toBe('A third')
  })
  expect(await companyName(database.db)).toBe('A third')
})
