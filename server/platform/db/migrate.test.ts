import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { StartError } from '../startError.ts'
import { type Migration, migrate } from './migrate.ts'
import { connect } from './open.ts'
import { inEmptyDatabase, silentLog, testDatabase } from './testing.ts'

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

test('each migration is applied once, in order', async () => {
  await migrate(database.pool, [first])
  await migrate(database.pool, [first, second])
  await migrate(database.pool, [first, second])
  expect(await marks()).toEqual(['1', '2'])
})

test('nodes that start at once wait for each other', async () => {
  const nodes = Array.from({ length: 8 }, () => connect(database.url, silentLog))
  await Promise.all(nodes.map((node) => migrate(node.pool, [first, second])))
  expect(await marks()).toEqual(['1', '2'])
  await Promise.all(nodes.map((node) => node.close()))
})

test('a failure rolls all migrations back, and the next try succeeds', async () => {
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

test('a node that dies during a migration leaves nothing, and the next one migrates', async () => {
  const node = connect(database.url, silentLog)
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

const extended: Migration = {
  tag: '0000_extended',
  sql: 'create extension if not exists fuzzystrmatch;',
}
const inventive: Migration = { tag: '0000_inventive', sql: 'create extension no_such_extension;' }

test('a migration can take longer than a query of the pool', async () => {
  const hasty = new pg.Pool({ connectionString: database.url, query_timeout: 100 })
  const slow = { tag: '0001_slow', sql: 'select pg_sleep(0.5)' }
  await migrate(hasty, [first, slow])
  await expect(hasty.query(slow.sql)).rejects.toThrow('Query read timeout')
  await hasty.end()
})

test('an extension that cannot be created stops the start with instructions', async () => {
  const role = `role_${randomBytes(6).toString('hex')}`
  await database.pool.query(`create role ${role} login password 'x'; grant all on schema public to ${role};
    do $$ begin execute format('revoke create on database %I from public, ${role}', current_database()); end $$`)
  const address = new URL(database.url)
  address.username = role
  address.password = 'x'
  const node = connect(address.href, silentLog)
  const refused = migrate(node.pool, [extended])
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(
    /^the database needs the extension fuzzystrmatch, which could not be created: permission denied .* run "create extension fuzzystrmatch"/,
  )
  // A superuser has created it.
  await database.pool.query('create extension fuzzystrmatch')
  await migrate(node.pool, [extended])
  await node.close()
  await database.pool.query(`drop table migrations; drop owned by ${role}; drop role ${role}`)
})

test('an extension that is not installed stops the start with instructions', async () => {
  const missing = migrate(database.pool, [inventive])
  await expect(missing).rejects.toBeInstanceOf(StartError)
  await expect(missing).rejects.toThrow(/no_such_extension.* is not available.*postgresql-contrib/)
})

test('the extensions can be in a separate schema', () =>
  inEmptyDatabase(async (own) => {
    await own.pool.query(
      'create schema extensions; create extension pg_trgm schema extensions; create extension btree_gist schema extensions',
    )
    await migrate(own.pool)
    const { rows } = await own.pool.query(
      "select indexdef like '%extensions.gin_trgm_ops%' as is_own from pg_indexes where indexdef like '%gin_trgm_ops%'",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ is_own }) => is_own)).toBe(true)
  }))
