import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { jobSubcontractors } from '../schema/jobs.ts'
import { type Name, type TestApp, testApp } from '../testing/testApp.ts'

/**
 * Together they make more text than the buffers of an unread connection hold, even compressed, plus
 * the text that is prepared ahead of the reader.
 */
const TASKS = 5000
const HASHES = 160

let w: TestApp
let port = 0
let jobId = ''
beforeAll(async () => {
  w = await testApp()
  const job = { name: 'Elm St', address: '1 Elm', clientId: w.idOf('cleo') }
  jobId = (await w.call('ada', 'POST', '/api/jobs', job)).body.id
  await w.db.insert(jobSubcontractors).values({ jobId, subcontractorId: w.idOf('sam') })
  // Nothing is searched here, and indexing so much text takes longer than all tests together.
  await w.pool.query('drop index tasks_description_words_idx')
  await w.db.execute(sql`
    insert into tasks (id, job_id, name, description, deadline, assignee_id)
    select gen_random_uuid(), ${jobId}, 'Task ' || n,
      (select string_agg(md5(n || ' ' || m), '') from generate_series(1, ${HASHES}) m),
      case when n % 3 > 0 then timestamptz '2026-01-01' + (n % 700) * interval '1 day' end,
      case when n % 2 = 0 then ${w.idOf('sam')}::uuid end
    from generate_series(1, ${TASKS}) n`)
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as AddressInfo).port
}, 60_000)
afterAll(() => w.close())
afterEach(() => vi.waitUntil(async () => (await cursors()) === 0, { timeout: 20_000 }))

/**
 * SQL for a connection that has a list open and waits for its reader. Excludes connections in other
 * transactions.
 */
const hasList = sql`datname = current_database() and application_name = 'plumbline'
  and state = 'idle in transaction' and query like 'fetch % from list'`

/** The number of connections of the program that have a list open. */
async function cursors(): Promise<number> {
  const { rows } = await w.db.execute<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where ${hasList}`)
  return rows[0]?.count ?? 0
}

/**
 * Terminates the connections that have a list open and wait for its reader, and returns their
 * number.
 */
async function breakCursors(): Promise<number> {
  const { rows } = await w.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where ${hasList}`)
  return rows.length
}

/** Starts a request, and returns the response before its body is read. */
async function begin(name: Name, path = '/api/tasks', headers: Record<string, string> = {}) {
  const cookie = w.cookieOf(name)
  const request = get({ port, path, headers: { cookie, ...headers }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  return answer
}

test.each(['ada', 'sam'] as const)('equals its pages for %s', async (name) => {
  const found: { id: string }[] = []
  for (let url: string | undefined = '/api/tasks?limit=200'; url; ) {
    const { body, headers } = await w.call(name, 'GET', url)
    found.push(...body)
    url = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(found.length).toBe(name === 'ada' ? TASKS : TASKS / 2)
  const whole = await text(await begin(name))
  expect(whole === JSON.stringify(found)).toBe(true)
})

test('is a snapshot of when it began', async () => {
  const answer = await begin('ada')
  await expect.poll(cursors).toBe(1)
  const task = { jobId, name: 'Later', status: 'not_started' }
  const added = await w.call('ada', 'POST', '/api/tasks', task)
  expect([added.status, added.text]).toEqual([201, expect.anything()])
  const items = JSON.parse(await text(answer))
  await w.call('ada', 'DELETE', `/api/tasks/${added.body.id}`)
  expect(items.length).toBe(TASKS)
})

test.each(['identity', 'br', 'gzip'])(
  'is aborted when its database connection breaks (%s)',
  async (encoding) => {
    const answer = await begin('ada', '/api/tasks', { 'accept-encoding': encoding })
    await expect.poll(breakCursors).toBe(1)
    const length = text(answer).then((all) => all.length)
    await expect(length).rejects.toThrow('aborted')
  },
)

test('releases its database connection when its reader disconnects', async () => {
  const answer = await begin('ada')
  await expect.poll(cursors).toBe(1)
  answer.destroy()
  await expect.poll(cursors).toBe(0)
})

test('uses few database connections, however many read it', async () => {
  const names = ['ada', 'sam', 'ada', 'ada', 'sam', 'ada'] as const
  const answers = names.map((name) => begin(name))
  await expect.poll(cursors).toBe(2)
  // Others are served in the meantime.
  expect((await w.call('cleo', 'GET', '/api/auth/user')).status).toBe(200)
  const sizes = await Promise.all(
    answers.map(async (answer) => JSON.parse(await text(await answer)).length),
  )
  expect(sizes).toEqual(names.map((name) => (name === 'ada' ? TASKS : TASKS / 2)))
})

test('sends no body to a HEAD request', async () => {
  const headers = { cookie: w.cookieOf('ada') }
  const answer = await w.app.inject({ method: 'HEAD', url: '/api/tasks', headers })
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0])
})
