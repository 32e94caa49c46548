import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Migration, migrate } from './migrate.ts'
import { connect } from './open.ts'
import { quiet, testDatabase } from './testing.ts'

const database = await testDatabase()
afterAll(() => database.close())
beforeEach(() => database.pool.query('drop table if exists migrations, marks'))

const first: Migration = {
  tag: '0000_first',
  sql: 'create table marks (text text);\n--> statement-breakpoint\ninsert into marks values (1);\n',
}
const second: Migration = { tag: '0001_second', sql: 'insert into marks values (2);\n' }
const broken: Migration = {
  tag: '0001_broken',
  sql: 'insert into marks values (2); select no_such_function();',
}

const marks = async () =>
  (await database.pool.query('select text from marks order by text')).rows.map((row) => row.text)

test('each is applied once, in order, whenever it is added', async () => {
  await migrate(database.pool, [first])
  await migrate(database.pool, [first, second])
  await migrate(database.pool, [first, second])
  expect(await marks()).toEqual(['1', '2'])
})

test('nodes that start at once wait for each other', async () => {
  const nodes = Array.from({ length: 8 }, () => connect(database.url, quiet))
  await Promise.all(nodes.map((node) => migrate(node.pool, [first, second])))
  expect(await marks()).toEqual(['1', '2'])
  await Promise.all(nodes.map((node) => node.close()))
})

test('a failure rolls all of them back, and closes the connection', async () => {
  await expect(migrate(database.pool, [first, broken])).rejects.toThrow('no_such_function')
  expect(
    (
      await database.pool.query(
        "select to_regclass('marks') as marks, to_regclass('migrations') as log",
      )
    ).rows,
  ).toEqual([{ marks: null, log: null }])
  await migrate(database.pool, [first])
  expect(await marks()).toEqual(['1'])
})

test('a node that dies halfway leaves nothing behind, and the next one migrates', async () => {
  const node = connect(database.url, quiet)
  const slow = { tag: '0001_slow', sql: 'insert into marks values (2); select pg_sleep(60);' }
  const dying = migrate(node.pool, [first, slow]).catch((error: Error) => error.message)
  const terminate = `select pg_terminate_backend(pid) as done from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`
  while ((await database.pool.query(terminate)).rowCount === 0);
  expect(await dying).toContain('terminating connection')
  await migrate(database.pool, [first, second])
  expect(await marks()).toEqual(['1', '2'])
  await node.close()
})

test('a migration that was changed afterwards stops the start; other line endings do not', async () => {
  await migrate(database.pool, [first])
  await migrate(database.pool, [{ ...first, sql: first.sql.replaceAll('\n', '\r\n') }])
  await expect(migrate(database.pool, [{ ...first, sql: `${first.sql} ` }])).rejects.toThrow(
    'the migration 0000_first is not the one that was applied to this database',
  )
})

test('an older program does not start on a newer database', async () => {
  await migrate(database.pool, [first, second])
  await expect(migrate(database.pool, [first])).rejects.toThrow(
    'the database is newer than this program: it has the migration 0001_second',
  )
})
