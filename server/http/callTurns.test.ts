import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

test('many concurrent calls of one person leave database connections for others', async () => {
  const change = (phone: string) => w.call('sam', 'PUT', `/api/users/${w.idOf('sam')}`, { phone })
  let answers: Promise<{ status: number }[]> = Promise.resolve([])
  await w.db.transaction(async (tx) => {
    // The requests of sam wait for this lock, each on its own connection. The pool has ten.
    await tx.execute(sql`select from users where id = ${w.idOf('sam')} for update`)
    answers = Promise.all(Array.from({ length: 30 }, (_, n) => change(`555 01${n}`)))
    await expect
      .poll(
        async () => {
          const { rows } = await tx.execute<{ waiting: number }>(
            sql`select count(*)::int as waiting from pg_locks where not granted
              and database = (select oid from pg_database where datname = current_database())`,
          )
          return rows[0]?.waiting
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(3)
    // Waiting for a connection times out after five seconds.
    expect((await w.call('cleo', 'GET', '/api/jobs')).status).toBe(200)
    expect(
      (await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '1 Elm' })).status,
    ).toBe(201)
  })
  expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]))
})
