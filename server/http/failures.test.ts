import { Failure } from '@plumbline/contract/failures.ts'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '../platform/log.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'
import { failureOf, registerFailures } from './failures.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.close())

/** Makes adding a job fail with a Postgres error code. */
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

test('a client that disconnects is not reported as a database failure', () => {
  const disconnected = Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 })
  expect(failureOf(disconnected)).toMatchObject({ status: 400, name: 'invalid' })
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(failureOf(lost)).toMatchObject({ status: 503, name: 'unavailable' })
})

test('a full disk is logged once a minute, however many uploads are rejected', async () => {
  const lines: string[] = []
  const log: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) })
  const app = fastify({ loggerInstance: log })
  registerFailures(app)
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
  const errors = {
    quota: new Failure('quotaReached'),
    disk: full,
    other: new Error('No space here'),
  }
  for (const [name, error] of Object.entries(errors))
    app.get(`/${name}`, async () => {
      throw error
    })
  const statuses = async (name: string) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.inject(`/${name}`)))
    return new Set(answers.map(({ statusCode }) => statusCode))
  }
  expect(await statuses('quota')).toEqual(new Set([507]))
  expect(await statuses('disk')).toEqual(new Set([507]))
  const logged = lines.map((line) => JSON.parse(line))
  expect(logged.map(({ level, err, msg }) => [level, err, msg.split(':')[0]])).toEqual([
    [40, undefined, 'Nothing was stored (quotaReached)'],
    [40, undefined, 'Nothing was stored (noSpace)'],
  ])
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001)
  expect(await statuses('quota')).toEqual(new Set([507]))
  now.mockRestore()
  expect(lines).toHaveLength(3)
  // Anything else is still logged each time, with its stack.
  await statuses('other')
  expect(lines).toHaveLength(13)
  await app.close()
})
