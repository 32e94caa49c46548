import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { setPassword } from '../../access/auth/service.ts'
import { createLog } from '../../platform/log.ts'
import { auditEntries, auditRepeats } from '../../schema/audit.ts'
import { cheapPasswords } from '../../testing/cheapPasswords.ts'
import { type TestApp, testApp } from '../../testing/testApp.ts'

const PASSWORD = 'a long walk by the quarry'

const lines: string[] = []
let w: TestApp
beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  w = await testApp({}, undefined, { log })
  await setPassword(w.db, w.idOf('sam'), await cheapPasswords().hash(PASSWORD), w.clock.now)
  // Makes a given number of commits fail. A sequence counts them, since it is not rolled back.
  await w.db.execute(sql`
    create sequence tries;
    create table failing (commits int not null, code text not null);
    create function fail_commit() returns trigger language plpgsql as $$
    declare how failing;
    begin
      select * into how from failing;
      if nextval('tries') <= how.commits then raise exception 'It failed' using errcode = how.code; end if;
      return null;
    end $$;
    create constraint trigger fail_commit after insert on audit_entries
      deferrable initially deferred for each row execute function fail_commit();
  `)
}, 60_000)
afterEach(() => w.db.execute(sql`delete from failing`))
afterAll(() => w.close())

/** Makes the next commits of security events fail. */
async function failCommits(commits: number, code: string) {
  await w.db.execute(sql`select setval('tries', 1, false)`)
  await w.db.execute(sql`insert into failing values (${commits}, ${code})`)
}

/** The security events that a request records in the log and in the table. */
async function recordedBy(send: () => Promise<{ status: number }>) {
  await w.db.delete(auditRepeats)
  const before = await w.db.$count(auditEntries)
  const from = lines.length
  const { status } = await send()
  const logged = lines
    .slice(from)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Security event')
    .map(({ audit }) => audit.action)
  return { status, logged, entries: (await w.db.$count(auditEntries)) - before }
}

async function removedTask() {
  const job = await w.call('ada', 'POST', '/api/jobs', { name: 'Attic', address: '1 Elm St' })
  const task = { jobId: job.body.id, name: 'Order tile' }
  const { body } = await w.call('ada', 'POST', '/api/tasks', task)
  return () => w.call('ada', 'DELETE', `/api/tasks/${body.id}`)
}

const signIn = () =>
  w.call('nobody', 'POST', '/api/login', { email: 'sam@example.com', password: PASSWORD })

const signInWithForm = () =>
  w.call(
    'nobody',
    'POST',
    '/api/login',
    new URLSearchParams({ email: 'sam@example.com', password: PASSWORD }).toString(),
    { 'content-type': 'application/x-www-form-urlencoded' },
  )

test('a write that is retried is logged once', async () => {
  const remove = await removedTask()
  await failCommits(2, '40001')
  expect(await recordedBy(remove)).toEqual({ status: 204, logged: ['data.deleted'], entries: 1 })
})

test('a write that fails after its entry is not logged', async () => {
  const remove = await removedTask()
  await failCommits(1, 'XX000')
  expect(await recordedBy(remove)).toEqual({ status: 500, logged: [], entries: 0 })
  expect(await recordedBy(remove)).toEqual({ status: 204, logged: ['data.deleted'], entries: 1 })
})

test.each([
  ['a call', signIn, 200],
  ['the form', signInWithForm, 303],
])(
  'signing in with %s is logged once it is committed, and not when it fails',
  async (_, act, ok) => {
    await failCommits(1, 'XX000')
    expect(await recordedBy(act)).toEqual({ status: 500, logged: [], entries: 0 })
    expect(await recordedBy(act)).toEqual({ status: ok, logged: ['signIn.succeeded'], entries: 1 })
  },
)
