import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './testing.ts'

const first = await testDatabase()
const second = await testDatabase()
afterAll(() => Promise.all([first.close(), second.close()]))

test('each test file has a database of its own', async () => {
  await first.db.execute(sql`create table marks (id int)`)
  const { rows } = await second.db.execute(sql`select to_regclass('marks') as found`)
  expect(rows).toEqual([{ found: null }])
})

test('a database session runs in UTC with a statement timeout', async () => {
  const { rows } = await first.db.execute(
    sql`select current_setting('timezone') as zone, current_setting('statement_timeout') as "limit", current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ zone: 'UTC', limit: '25s', name: 'plumbline' }])
})
