import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from './handle.ts'
import type { Database } from './open.ts'
import { testDatabase } from './testing.ts'
import { perTransaction } from './transaction.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())

test('a value is visible only in its transaction, until it is cleared', async () => {
  const value = perTransaction<string>()
  await db.transaction(async (tx) => {
    value.set(tx, 'first')
    expect(value.get(tx)).toBe('first')
    expect(value.get(db)).toBeUndefined()
    await tx.transaction(async (inner) => expect(value.get(inner)).toBeUndefined())
    value.clear(tx)
    expect(value.get(tx)).toBeUndefined()
    value.set(tx, 'second')
  })
  await db.transaction(async (tx) => expect(value.get(tx)).toBeUndefined())
})

test('a value is not stored outside a transaction', () => {
  const value = perTransaction<string>()
  value.set(db, 'first')
  expect(value.get(db)).toBeUndefined()
})

test('two values of a transaction are separate', async () => {
  const one = perTransaction<string>()
  const other = perTransaction<string>()
  await db.transaction(async (tx) => {
    one.set(tx, 'one')
    expect(other.get(tx)).toBeUndefined()
  })
})
