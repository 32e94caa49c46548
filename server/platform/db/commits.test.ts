import { afterAll, beforeAll, expect, test } from 'vitest'
import { whenCommitted } from './commits.ts'
import type { Db } from './handle.ts'
import type { Database } from './open.ts'
import { testDatabase } from './testing.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.close())

const failing = () => Promise.reject(new Error('It failed'))

test('work runs after the commit, once and in order', async () => {
  const done: string[] = []
  await db.transaction(async (tx) => {
    whenCommitted(tx, () => void done.push('first'))
    await tx.transaction(async (inner) => whenCommitted(inner, () => void done.push('second')))
    whenCommitted(tx, () => void done.push('third'))
    expect(done).toEqual([])
  })
  expect(done).toEqual(['first', 'second', 'third'])
})

test('work of a rolled-back transaction never runs', async () => {
  const done: string[] = []
  const rolledBack = db.transaction(async (tx) => {
    whenCommitted(tx, () => void done.push('rolled back'))
    await failing()
  })
  await expect(rolledBack).rejects.toThrow('It failed')

  await db.transaction(async (tx) => {
    const part = tx.transaction(async (inner) => {
      whenCommitted(inner, () => void done.push('taken back'))
      await failing()
    })
    await part.catch(() => {})
    whenCommitted(tx, () => void done.push('committed'))
  })
  expect(done).toEqual(['committed'])
})

test('work outside a transaction runs at once', () => {
  const done: string[] = []
  whenCommitted(db, () => void done.push('now'))
  expect(done).toEqual(['now'])
})
