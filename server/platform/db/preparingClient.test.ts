import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../schema/people.ts'
import { connect, type Database } from './open.ts'
import { silentLog, testDatabase } from './testing.ts'
import { inTransaction } from './transaction.ts'

let database: Database
const id = '01a209fe-0000-7000-8000-000000000000'

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** The statements prepared on a connection. */
async function preparedOn(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  )
  return rows.map(({ statement }) => statement)
}

/** Runs work on a new connection. */
async function onClient(work: (client: pg.PoolClient) => Promise<void>) {
  const { pool, close } = connect(database.url, silentLog)
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    client.release()
    await close()
  }
}

describe('a statement', () => {
  const text = 'select $1::int as n'

  test('is prepared when it is sent a second time, once', () =>
    onClient(async (client) => {
      const numbers: unknown[] = []
      const prepared: number[] = []
      for (const n of [1, 2, 3, 4]) {
        numbers.push(...(await client.query({ text }, [n])).rows)
        prepared.push((await preparedOn(client)).length)
      }
      expect(numbers).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
      expect(prepared).toEqual([0, 1, 1, 1])
    }))

  test('of the program is prepared, even in a transaction', async () => {
    const node = connect(database.url, silentLog)
    const find = (db: Database['db']) => db.select().from(users).where(eq(users.id, id))
    await find(node.db)
    await inTransaction(node.db, find)
    expect(await preparedOn(node.pool)).toContain(find(node.db).toSQL().sql)
    await node.close()
  })

  test('with a long list is not prepared', () =>
    onClient(async (client) => {
      const list = Array.from({ length: 51 }, (_, n) => `$${n + 1}`).join(', ')
      for (let time = 0; time < 3; time++)
        await client.query({ text: `select ${list}` }, Array(51).fill('x'))
      expect(await preparedOn(client)).toEqual([])
    }))

  test.each(['limit $1::int', "where 'plumbline' like $1", "where 'plumbline' ilike $1"])(
    'is planned each time, without preparing, with %s',
    (end) =>
      onClient(async (client) => {
        for (const value of [1, 2, 3])
          await client.query({ text: `select n from generate_series(1, 5) n ${end}` }, [value])
        expect(await preparedOn(client)).toEqual([])
      }),
  )

  test('is run without preparing when many are prepared already', () =>
    onClient(async (client) => {
      for (let n = 0; n < 320; n++) {
        await client.query({ text: `select $1::int + ${n} as n` }, [1])
        await client.query({ text: `select $1::int + ${n} as n` }, [1])
      }
      expect(await preparedOn(client)).toHaveLength(300)
      const { rows } = await client.query({ text: 'select $1::int + 319 as n' }, [2])
      expect(rows).toEqual([{ n: 321 }])
    }))

  test('is never prepared when that is turned off', async () => {
    const node = connect(database.url, silentLog, { prepared: false })
    for (let time = 0; time < 3; time++) await node.db.select().from(users).where(eq(users.id, id))
    expect(await preparedOn(node.pool)).toEqual([])
    await node.close()
  })
})

describe('a transaction', () => {
  /**
   * Runs work with a temporary table, on a pool of one connection, after a transaction that has
   * ended.
   */
  async function onPool(work: (node: Database) => Promise<void>) {
    const node = connect(database.url, silentLog)
    await database.pool.query('create table begun (id int primary key)')
    await node.db.transaction(async (tx) => void (await tx.execute(sql`select 1`)))
    await work(node)
    expect(node.pool.totalCount).toBe(1)
    await database.pool.query('drop table begun')
    await node.close()
  }
  const insert = (db: Database['db'], id: number) =>
    db.execute(sql`insert into begun values (${id})`)
  const ids = async () => (await database.pool.query('select id from begun order by id')).rows

  test('begins only with its first statement', () =>
    onPool(async ({ db, pool }) => {
      const pid = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
      const state = async () => {
        const activity = 'select state from pg_stat_activity where pid = $1'
        return (await database.pool.query(activity, [pid.rows[0]?.pid])).rows[0]
      }
      await db.transaction(async (tx) => {
        expect(await state()).toEqual({ state: 'idle' })
        await insert(tx, 1)
        expect(await state()).toEqual({ state: 'idle in transaction' })
        expect(await ids()).toEqual([])
      })
      expect(await state()).toEqual({ state: 'idle' })
      expect(await ids()).toEqual([{ id: 1 }])
    }))

  test('can have no statement', () =>
    onPool(async ({ db }) => {
      expect(await db.transaction(async () => 'done')).toBe('done')
      await insert(db, 1)
      expect(await ids()).toEqual([{ id: 1 }])
    }))

  test('rolls back its first statement too', () =>
    onPool(async ({ db }) => {
      const run = db.transaction(async (tx) => {
        await insert(tx, 1)
        throw new Error('stop')
      })
      await expect(run).rejects.toThrow('stop')
      await insert(db, 2)
      expect(await ids()).toEqual([{ id: 2 }])
    }))

  test('is rolled back when its first statement fails', () =>
    onPool(async ({ db }) => {
      await insert(db, 1)
      const run = db.transaction(async (tx) => {
        await Promise.allSettled([insert(tx, 1)])
        await insert(tx, 2)
      })
      await expect(run).rejects.toThrow('Failed query')
      await insert(db, 3)
      expect(await ids()).toEqual([{ id: 1 }, { id: 3 }])
    }))

  test('keeps its isolation level', () =>
    onPool(async ({ db }) => {
      const level = await db.transaction(
        async (tx) => (await tx.execute(sql`show transaction_isolation`)).rows,
        { isolationLevel: 'repeatable read' },
      )
      expect(level).toEqual([{ transaction_isolation: 'repeatable read' }])
    }))
})

describe('an error of a prepared statement', () => {
  const half = 'select 10 / $1::int as n'

  test('is thrown, and the connection still works', () =>
    onClient(async (client) => {
      for (const n of [1, 2]) await client.query({ text: half }, [n])
      for (const n of [0, 'x', 0])
        await expect(client.query({ text: half }, [n])).rejects.toThrow(/zero|syntax/)
      expect((await client.query({ text: half }, [5])).rows).toEqual([{ n: 2 }])
      expect(await preparedOn(client)).toEqual([half])
    }))

  test('ends only its transaction', async () => {
    const node = connect(database.url, silentLog)
    const run = (n: number) =>
      node.db.transaction(async (tx) => (await tx.execute(sql`select 10 / ${n}::int as n`)).rows)
    for (const n of [1, 2]) await run(n)
    await expect(run(0)).rejects.toThrow('Failed query')
    expect(await run(5)).toEqual([{ n: 2 }])
    await node.close()
  })
})

describe('a table that is changed by another node', () => {
  const all = sql`select * from changing where id = ${1}`
  const readAll = async (db: Database['db']) => (await db.execute(all)).rows

  test.each([
    ['is read with its new columns', (db: Database['db']) => readAll(db)],
    [
      'is read with its new columns by a transaction, which is retried',
      (db: Database['db']) => inTransaction(db, readAll),
    ],
  ])('%s', async (_, read) => {
    const node = connect(database.url, silentLog)
    await database.pool.query('create table changing (id int); insert into changing values (1)')
    for (let time = 0; time < 3; time++) expect(await read(node.db)).toEqual([{ id: 1 }])
    await database.pool.query('alter table changing add column name text')
    for (let time = 0; time < 3; time++)
      expect(await read(node.db)).toEqual([{ id: 1, name: null }])
    const prepared = await preparedOn(node.pool)
    expect(prepared.filter((text) => text.includes('changing'))).toHaveLength(2)
    await database.pool.query('drop table changing')
    await node.close()
  })
})
