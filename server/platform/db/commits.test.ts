import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendWithCommit, whenCommitted } from './commits.ts'
import type { Db } from './handle.ts'
import type { Database } from './open.ts'
import { testDatabase } from './testing.ts'

let database: Database
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  await db.execute(sql`create table lines (text text unique)`)
})
afterAll(() => database.close())
beforeEach(() => db.execute(sql`truncate lines`))

const write = (text: string) => (tx: Db) => tx.execute(sql`insert into lines values (${text})`)
const written = async () =>
  (await db.execute<{ text: string }>(sql`select text from lines order by text`)).rows.map(
    ({ text }) => text,
  )

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

test('statements sent with the commit are written in order, after those of savepoints', async () => {
  const ids: string[] = []
  await db.transaction(async (tx) => {
    const send = (text: string) => async () => {
      await write(text)(tx)
      ids.push(text)
    }
    await sendWithCommit(tx, send('a'))
    await tx.transaction((inner) => sendWithCommit(inner, send('b')))
    await sendWithCommit(tx, send('c'))
    expect(ids).toEqual([])
  })
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(await written()).toEqual(['a', 'b', 'c'])
})

test('a statement that fails with the commit rolls the transaction back', async () => {
  const done: string[] = []
  const failed = db.transaction(async (tx) => {
    await write('a')(tx)
    whenCommitted(tx, () => void done.push('committed'))
    await sendWithCommit(tx, () => write('a')(tx))
    await sendWithCommit(tx, () => write('b')(tx))
  })
  await expect(failed).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await written()).toEqual([])
  expect(done).toEqual([])
  await db.transaction(write('a'))
  expect(await written()).toEqual(['a'])
})

test('statements of a rolled-back transaction are never sent', async () => {
  await db.transaction(async (tx) => {
    const part = tx.transaction(async (inner) => {
      await sendWithCommit(inner, () => write('a')(tx))
      await failing()
    })
    await part.catch(() => {})
    await write('b')(tx)
  })
  expect(await written()).toEqual(['b'])
})

test('a statement outside a transaction is sent at once', async () => {
  await sendWithCommit(db, () => write('a')(db))
  expect(await written()).toEqual(['a'])
})
