import path from 'node:path'
import type { Row } from '@plumbline/contract/route.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openBackups } from '../server/backup/nightly.ts'
import { newId } from '../server/db/ids.ts'
import { tables } from '../server/db/tables.ts'
import { diskStore } from '../server/files/disk.ts'
import { createLog } from '../server/log.ts'
import { addressesOf } from '../server/testing/addresses.ts'
import { upright } from '../server/testing/pictures/make.ts'
import { type SampleApp, sampleApp } from './testing.ts'

const CANARY = 'canary-of-this-test'
const EMAIL = `${CANARY}@example.com`
const PASSWORD = `${CANARY} a long walk`

/**
 * How the database fails at the first row that is written: what it raises, with the row in its detail, as a violated
 * constraint has it; for the codes whose messages quote values also in its message.
 */
const failures = [
  '57014',
  '53100',
  '23505',
  '23514',
  '23502',
  '40001',
  '22P02',
  'P0001',
  'XX000',
  'cut',
]
const quotes = (code: string) => /^(22|P0|XX)/.test(code)

const lines: string[] = []
let app: SampleApp
beforeAll(async () => {
  app = await sampleApp({ log: createLog('info', { write: (line) => void lines.push(line) }) })
  await app.db.execute(sql`create table failing (code text not null, quotes boolean not null)`)
  await app.db.execute(sql`
    create function fail() returns trigger language plpgsql as $$
    declare how failing; written text := coalesce(to_jsonb(new), to_jsonb(old))::text;
    begin
      select * into how from failing;
      if how.code is null then return coalesce(new, old); end if;
      if how.code = 'cut' then perform pg_terminate_backend(pg_backend_pid()); end if;
      raise exception '%', case when how.quotes then 'It failed: ' || written else 'It failed' end
        using errcode = how.code, detail = 'Failing row contains ' || written, hint = written;
    end $$`)
  for (const { name } of await tablesOfData())
    await app.db.execute(
      sql.raw(
        `create trigger fail before insert or update or delete on "${name}" for each row execute function fail()`,
      ),
    )
})
afterAll(() => app.close())

async function tablesOfData() {
  const { rows } = await app.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'failing'`,
  )
  expect(rows.length).toBeGreaterThan(tables.length / 2)
  return rows
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

/** A value for a schema with the canary wherever there can be text. */
function valueFor(schema: z.core.$ZodType, name = ''): unknown {
  const open = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const choices = JSON.stringify(open).match(/"(?:const|enum)":(\[[^\]]*\]|"[^"]*")/g) ?? []
  const words = choices.flatMap((found) =>
    JSON.parse(`[${found.slice(found.indexOf(':') + 1)}]`).flat(),
  )
  const candidates = [
    /assword/.test(name) ? PASSWORD : CANARY,
    EMAIL,
    ...words,
    ...['2026-11-20', '2026-11-20T10:00:00.000Z', '08:00', newId(), [newId()], ['2026-11-20']],
    ...[100, 1, '100', '1', true, 'true', [], {}, null],
  ]
  return candidates.find((value) => accepts(schema, value))
}

/** A body with every field that a value is known for. */
function bodyOf({ body }: Row): Record<string, unknown> {
  const shape = body instanceof z.ZodObject ? (body.shape as Record<string, z.core.$ZodType>) : {}
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, valueFor(schema, name)]),
  )
}

/** Makes the database fail while something is done: at each write, and once {@link failReads} was called at each read. */
async function failing<T>(code: string, work: () => Promise<T>): Promise<T> {
  await app.db.execute(sql`insert into failing values (${code}, ${quotes(code)})`)
  try {
    return await work()
  } finally {
    await app.db.execute(sql`delete from failing`)
  }
}

let logged = 0

/** What a call that fails leaves in the log, and what it answers, has nothing of what was sent or stored. */
async function expectSilent(
  call: () => Promise<{ readonly status: number; readonly text: string }>,
) {
  for (const code of failures) {
    const before = lines.length
    const { status, text } = await failing(code, call)
    const log = lines.slice(before).join('')
    expect(log).not.toContain(CANARY)
    expect(log).not.toContain('$argon2id$')
    expect(text).not.toContain(PASSWORD)
    // A form is shown again with what was typed, but for the password.
    if (status >= 400) expect(text.replaceAll(/ value="[^"]*"/g, '')).not.toContain(CANARY)
    if (status >= 500) logged++
  }
}

const signedIn = (list: string) => app.call('admin', 'GET', list)
const urlOf = async ({ path }: Row) =>
  (await addressesOf(path, signedIn).catch(() => []))[0] ?? path.replaceAll(/:\w+/g, newId())

const writes = allRows.filter(({ method, upload }) => method !== 'GET' && !upload)

describe.each(writes)('$method $path', (row) => {
  test('logs nothing that was sent, however the database fails', async () => {
    const url = await urlOf(row)
    await expectSilent(() => app.call('admin', row.method, url, { ...bodyOf(row) }))
  })
})

test('many of these writes failed in the database, with what was sent', () => {
  // Each in about five ways that are logged; the others are refused as a conflict or as invalid.
  expect(logged).toBeGreaterThan(writes.length * 2)
})

const list = `First Name,Last Name,Email,Name,Address,City,State,Zip,Amount,Date,Type,Description
${CANARY},${CANARY},${EMAIL},${CANARY},${CANARY},${CANARY},OR,97701,12.50,2026-11-02,Repairs,${CANARY}
`

describe.each(allRows.filter(({ upload }) => upload))('$method $path', (row) => {
  const field = row.upload ?? ''
  const send = async (content: Uint8Array, name: string) => {
    const url = await urlOf(row)
    const columns = JSON.stringify({ firstName: 0, lastName: 1, email: 2, name: 3, address: 4 })
    const fields = { caption: CANARY, dryRun: 'false', ...(field === 'file' && { columns }) }
    const method = row.method === 'PUT' ? 'PUT' : 'POST'
    return () => app.upload('admin', method, url, { field, content, name }, fields)
  }

  test('logs nothing of a file that is stored, however the database fails', async () => {
    const isList = field === 'file'
    const content = isList ? Buffer.from(list) : await (await upright(8, 6)).jpeg().toBuffer()
    const before = logged
    await expectSilent(await send(content, `${CANARY}.${isList ? 'csv' : 'jpg'}`))
    if (!isList) expect(logged).toBeGreaterThan(before)
  })

  test('logs nothing of a file that cannot be read', async () => {
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 40])
    await expectSilent(await send(Buffer.concat([head, Buffer.from(list)]), `${CANARY}.jpg`))
    await expectSilent(await send(Buffer.from(`\0"${CANARY}\n`), `${CANARY}.pdf`))
  })
})

describe('forms', () => {
  const people = { invited: '', reset: '' }
  beforeAll(async () => {
    const person = { firstName: 'Nia', lastName: 'New', role: 'client', email: 'nia@example.com' }
    const invited = await app.call('admin', 'POST', '/api/users/invite', person)
    people.invited = new URL(invited.body.inviteLink).pathname
    const { body: users } = await signedIn('/api/users')
    const sub = users.find(({ role }: { role: string }) => role === 'subcontractor')
    const reset = await app.call('admin', 'POST', `/api/users/${sub.id}/reset-link`)
    people.reset = new URL(reset.body.resetLink).pathname
  })

  test.each([
    ['sign-in', () => '/api/login'],
    ['code', () => '/api/login/code'],
    ['sample', () => '/api/login/sample'],
    ['sign-out', () => '/api/logout'],
    ['set-up', () => '/api/setup'],
    ['forgotten password', () => '/api/forgot-password'],
    ['invite', () => people.invited],
    ['new password', () => people.reset],
  ])('the form of %s logs and shows nothing that was sent', async (_, url) => {
    const fields = {
      ...{ email: EMAIL, password: PASSWORD, code: '123456', ticket: CANARY, role: 'admin' },
      ...{ companyName: CANARY, firstName: CANARY, lastName: CANARY, timeZone: 'UTC' },
    }
    const body = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await expectSilent(() => app.call('admin', 'POST', url(), body, headers))
  })

  test('a page that cannot be read shows nothing either', async () => {
    const pages = ['/api/login', '/api/forgot-password', people.invited, people.reset]
    const hidden = await failReads()
    const before = logged
    for (const page of pages)
      await expectSilent(() => app.call('admin', 'GET', `${page}?returnTo=/${CANARY}`))
    expect(logged).toBeGreaterThan(before)
    await hidden.show()
  })
})

/** Makes reads of all tables fail that do not say who is signed in: views in their place raise what the rows hold. */
async function failReads() {
  const names = (await tablesOfData())
    .map(({ name }) => name)
    .filter((name) => name !== 'users' && name !== 'sessions')
  await app.db.execute(
    sql.raw(`
    create or replace function fail_read(stored jsonb) returns boolean language plpgsql as $$
    declare how failing;
    begin
      select * into how from failing;
      if how.code is null then return true; end if;
      if how.code = 'cut' then perform pg_terminate_backend(pg_backend_pid()); end if;
      raise exception '%', case when how.quotes then 'It failed: ${CANARY} ' || stored::text else 'It failed' end
        using errcode = how.code, detail = 'Row ${CANARY} ' || stored::text;
    end $$`),
  )
  for (const name of names)
    await app.db.execute(
      sql.raw(`
      alter table "${name}" rename to "${name}_hidden";
      create view "${name}" as select * from "${name}_hidden" t where fail_read(to_jsonb(t))`),
    )
  return {
    async show() {
      for (const name of names)
        await app.db.execute(
          sql.raw(`drop view "${name}"; alter table "${name}_hidden" rename to "${name}"`),
        )
    },
  }
}

test('the nightly backup logs nothing of what it read', async () => {
  const before = lines.length
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const files = diskStore(path.join(app.settings.dataDir, 'files'))
  const { database, settings } = app
  for (const [index, code] of failures.entries()) {
    const now = () => new Date(Date.parse('2026-12-01T12:00:00Z') + index * 86_400_000)
    const backups = openBackups({ database, settings, files, now, log })
    await failing(code, () => backups.look())
    await backups.close()
  }
  const text = lines.slice(before).join('')
  expect(text).toContain('No backup was made')
  expect(text).not.toContain(CANARY)
})

describe('reads', () => {
  let urls: Map<Row, string>
  const reads = allRows.filter(({ method }) => method === 'GET')
  beforeAll(async () => {
    urls = new Map()
    for (const row of reads) urls.set(row, await urlOf(row))
    await failReads()
    logged = 0
  }, 60_000)

  test.each(reads)('GET $path logs nothing that was asked for or stored', async (row) => {
    const query = new URLSearchParams({ search: CANARY, q: CANARY })
    const known = row.query instanceof z.ZodObject ? (row.query.shape as object) : {}
    for (const [name, schema] of Object.entries(known)) {
      const value = valueFor(schema, name)
      if (typeof value === 'string' || typeof value === 'number') query.set(name, String(value))
    }
    const url = urls.get(row) ?? row.path
    await expectSilent(() => app.call('admin', 'GET', `${url}?${query}`))
    await expectSilent(() => app.call('admin', 'GET', url))
  })

  test('many of them failed in the database', () => {
    expect(logged).toBeGreaterThan(reads.length * 2)
  })
})
