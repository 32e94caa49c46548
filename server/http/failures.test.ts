import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { failureOf } from './failures.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

/** Makes the next job that is added fail with a code of Postgres. */
async function failJobsWith(code: string) {
  await w.db.execute(
    sql.raw(`
      create or replace function fail() returns trigger language plpgsql as $$
        begin raise exception 'It failed' using errcode = '${code}'; end $$;
      create or replace trigger fail before insert on jobs for each row execute function fail();`),
  )
}

test.each([
  ['53100', 507, 'noSpace'],
  ['53200', 503, 'unavailable'],
  ['57014', 503, 'unavailable'],
  ['23505', 409, 'conflict'],
  ['40001', 409, 'conflict'],
  ['23514', 400, 'invalid'],
  ['XX000', 500, 'internal'],
])('the error %s of the database is a %i', async (code, status, name) => {
  await failJobsWith(code)
  const body = { name: 'Deck', address: '12 Elm St' }
  expect(await w.call('ada', 'POST', '/api/jobs', body)).toMatchObject({
    status,
    body: { code: name },
  })
})

test('a sender who leaves in the middle of a body is no failure of the database', () => {
  const left = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
  expect(failureOf(left)).toMatchObject({ status: 400, name: 'invalid' })
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(failureOf(lost)).toMatchObject({ status: 503, name: 'unavailable' })
})
