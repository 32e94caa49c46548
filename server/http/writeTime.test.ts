import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { mayEver, type Role, roles } from '@plumbline/contract/policy.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../platform/db/ids.ts'
import { users } from '../schema/people.ts'
import { type Newcomer, newcomer } from '../testing/newcomer.ts'
import { upright } from '../testing/pictures/make.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

const place = { address: '9 Oak St', city: 'Bend', state: 'OR', zipCode: '97701' }

let w: TestApp
let picture: Buffer
let property: string
let expense: string
beforeAll(async () => {
  w = await testApp()
  picture = await (await upright(8, 6)).jpeg().toBuffer()
  const added = await w.call('ada', 'POST', '/api/rental-properties', {
    ...place,
    propertyType: 'Condo',
  })
  property = added.body.id
  const spent = { amount: 5, expenseType: 'Repairs', description: 'x', dateIncurred: '2026-11-20' }
  expense = (await w.call('ada', 'POST', '/api/rental-expenses', spent)).body.id
})
afterAll(() => w.close())

const writes = allRows.filter(({ method, may }) => method !== 'GET' && may !== 'anyone')
type Write = (typeof writes)[number]
const maySend = ({ may }: Write, role: Role) => may !== 'anyone' && mayEver(role, may)

/** The changes that may happen to a person while their request arrives. */
const changes = {
  'was removed': async ({ id }: Newcomer) => {
    expect((await w.call('ada', 'DELETE', `/api/users/${id}`)).status).toBe(204)
  },
  'has signed out': async ({ cookie }: Newcomer) => {
    const out = await w.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } })
    expect(out.statusCode).toBe(204)
  },
  'has another role': async ({ id }: Newcomer, role: Role) => {
    await w.db.update(users).set({ role }).where(eq(users.id, id))
  },
}
type Change = keyof typeof changes

/**
 * A fingerprint of everything in the database except the audit entries of refusals, which are
 * expected.
 */
async function everything(): Promise<string> {
  const { rows: tables } = await w.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) from "${name}" t
        where to_jsonb(t)->>'action' is distinct from 'request.refused'`,
  )
  return JSON.stringify((await w.pool.query(parts.join(' union all '))).rows)
}

const csv = Buffer.from('Name,Email\nNils Late,nils@example.com\n')

/**
 * A path with ids. Uploads get existing ones, since they are looked up before the file is received.
 */
const addressOf = (path: string) =>
  path
    .replace('/rental-properties/:id', `/rental-properties/${property}`)
    .replace('/rental-expenses/:id', `/rental-expenses/${expense}`)
    .replaceAll(/:\w+/g, () => newId())

/** The encoded body of a request to the row. */
async function bodyOf({ upload, path }: Write) {
  if (upload === undefined) return { type: 'application/json', bytes: Buffer.from('{}') }
  const form = new FormData()
  const content = path.startsWith('/api/imports/') ? csv : picture
  form.append(upload, new File([new Uint8Array(content)], 'a.jpg'))
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    bytes: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** Sends a request whose body is held back until the server reads it. `meanwhile` runs then. */
async function sendHeldBack(row: Write, { cookie }: Newcomer, meanwhile: () => Promise<void>) {
  const { type, bytes } = await bodyOf(row)
  let hasBegun = false
  const payload = new Readable({
    read() {
      if (hasBegun) return
      hasBegun = true
      meanwhile().then(
        () => {
          this.push(bytes)
          this.push(null)
        },
        (error) => this.destroy(error),
      )
    },
  })
  const headers = { cookie, 'content-type': type, 'transfer-encoding': 'chunked' }
  const answer = await w.app.inject({
    method: row.method as 'POST',
    url: addressOf(row.path),
    headers,
    payload,
  })
  expect(hasBegun).toBe(true)
  return { status: answer.statusCode, body: answer.json() }
}

const files = async () =>
  (
    await readdir(path.join(w.settings.dataDir, 'files'), { recursive: true }).catch(() => [])
  ).filter((name) => name.includes('.') || name.includes('/'))

const changeNames = Object.keys(changes) as Change[]

/** Each write with the changes to its sender while it arrives, and the role that they are given. */
const cases = writes.map((row, n) => {
  const after = roles.find((role) => !maySend(row, role))
  // If every role may send it, a new role has no effect before the thing is looked up.
  const possible = changeNames.filter((change) => change !== 'has another role' || after)
  // One place reads the sender again for all rows, so most rows get one change and some get all.
  const happens = n % 20 === 0 ? possible : possible.filter((_, m) => m === n % possible.length)
  return { row, after, happens, title: `${row.method} ${row.path}` }
})

test('every change of a sender is tested with many writes', () => {
  for (const name of changeNames)
    expect(cases.filter(({ happens }) => happens.includes(name)).length).toBeGreaterThan(30)
})

describe.each(cases)('$title', ({ row, after, happens }) => {
  test.each(happens)('writes nothing for a person who %s meanwhile', async (change) => {
    const [before = 'admin'] = roles.filter((role) => maySend(row, role))
    const person = await newcomer(w, before)
    const stored = await files()
    let snapshot = ''
    const answer = await sendHeldBack(row, person, async () => {
      await changes[change](person, after ?? 'client')
      snapshot = await everything()
    })
    expect(answer).toEqual(
      change === 'has another role'
        ? { status: 403, body: { message: 'Forbidden', code: 'forbidden' } }
        : { status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } },
    )
    expect(await everything()).toBe(snapshot)
    expect(await files()).toEqual(stored)
  })
})
