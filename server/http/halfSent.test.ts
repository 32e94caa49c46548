import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { removePerson } from '../features/people/removePerson.ts'
import { newId } from '../platform/db/ids.ts'
import { auditEntries } from '../schema/audit.ts'
import { credentials } from '../schema/auth.ts'
import { jobs } from '../schema/jobs.ts'
import { settings } from '../schema/settings.ts'
import { cheapPasswords } from '../testing/cheapPasswords.ts'
import { type Newcomer, newcomer } from '../testing/newcomer.ts'
import { phonePicture } from '../testing/pictures/make.ts'
import { type TestApp, testApp } from '../testing/testApp.ts'

let w: TestApp
let port = 0
let picture: Buffer
beforeAll(async () => {
  w = await testApp()
  picture = await phonePicture({ width: 64, height: 48 })
  await w.db.insert(settings).values({ companyName: 'C', holdingsName: 'H', timeZone: 'UTC' })
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  port = (w.app.server.address() as AddressInfo).port
})
afterAll(() => w.close())

interface Sent {
  readonly method?: 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly body: object | FormData
  readonly key?: string
}

/**
 * Sends the headers and half of the body. The returned function sends the rest, and resolves to the
 * status.
 */
async function half({ method = 'POST', url, body, key }: Sent, { cookie }: Newcomer) {
  const isForm = body instanceof FormData
  const encoded = new Response(isForm ? body : JSON.stringify(body))
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const type = isForm ? encoded.headers.get('content-type') : 'application/json'
  const middle = Math.floor(bytes.length / 2)
  // The server reads a body once the guards have let its request through.
  const isRead = new Promise<void>((resolve) =>
    w.app.server.once('request', (request: IncomingMessage) =>
      request.once('resume', () => resolve()),
    ),
  )
  const socket: Socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    [
      `${method} ${url} HTTP/1.1`,
      'host: localhost',
      'connection: close',
      `cookie: ${cookie}`,
      `content-type: ${type}`,
      `content-length: ${bytes.length}`,
      ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
      '\r\n',
    ].join('\r\n'),
  )
  socket.write(bytes.subarray(0, middle))
  await isRead
  return async () => {
    socket.write(bytes.subarray(middle))
    const reply = await text(socket)
    return Number(/^HTTP\/1.1 (\d+)/.exec(reply)?.[1])
  }
}

function form(fields: Record<string, string>, field: string, content: Buffer): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append(field, new File([new Uint8Array(content)], 'a.jpg'))
  return data
}

const name = { firstName: 'Eve', lastName: 'Later' }
const csv = Buffer.from('Name,Address\nLate job,1 Elm St\n')
/** Writes of an admin that would outlast their removal. */
const attacks: Readonly<Record<string, () => Promise<Sent>>> = {
  'an invite': async () => ({
    url: '/api/users/invite',
    body: { ...name, email: 'eve@example.com', role: 'admin' },
  }),
  'a person': async () => ({
    url: '/api/users',
    body: { ...name, email: 'eve@example.com', role: 'admin' },
  }),
  'another role': async () => ({
    method: 'PUT',
    url: `/api/users/${w.idOf('carl')}`,
    body: { role: 'admin' },
  }),
  'an invite sent again': async () => ({
    url: `/api/users/${w.idOf('carl')}/resend-invite`,
    body: {},
  }),
  'an import': async () => ({
    url: '/api/imports/jobs',
    body: form({ dryRun: 'false' }, 'file', csv),
  }),
  'a photo': async () => ({ url: '/api/photos', body: form({}, 'photo', picture) }),
  'a message': async () => ({
    url: '/api/messages',
    body: { jobId: await newJob(), audience: 'crew', content: 'Late' },
  }),
}

const endings = {
  removed: ({ id }: Newcomer) => w.call('ada', 'DELETE', `/api/users/${id}`),
  demoted: ({ id }: Newcomer) => w.call('ada', 'PUT', `/api/users/${id}`, { role: 'client' }),
  'signed out': ({ cookie }: Newcomer) =>
    w.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie } }),
}

async function newJob(): Promise<string> {
  const { body } = await w.call('ada', 'POST', '/api/jobs', { name: 'Deck', address: '12 Elm St' })
  return body.id
}

/** The number of rows of each kind that the attacks write, and of admins. */
async function written() {
  const { rows } = await w.db.execute(sql`
    select (select count(*) from users where email = 'eve@example.com' or role = 'admin' and deleted_at is null) as people,
      (select count(*) from jobs) as jobs, (select count(*) from photos) as photos, (select count(*) from messages) as messages,
      (select count(*) from users where invite_token is not null) as invites`)
  return rows[0]
}

const waiting = async () => {
  const { rows } = await w.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

describe.each(Object.entries(attacks))('%s in a half-sent request', (_, attack) => {
  test.each(Object.keys(endings) as (keyof typeof endings)[])(
    'is not written once its sender is %s',
    async (ending) => {
      const nell = await newcomer(w, 'admin')
      const finish = await half(await attack(), nell)
      await endings[ending](nell)
      const before = await written()
      expect([401, 403, 404]).toContain(await finish())
      expect(await written()).toEqual(before)
    },
  )
})

test('a request sent in halves succeeds when its sender has not changed', async () => {
  const nell = await newcomer(w, 'admin')
  const finish = await half({ url: '/api/jobs', body: { name: 'Slow', address: '1 Elm' } }, nell)
  expect(await finish()).toBe(201)
})

test('a half-sent request writes nothing once its admin lacks a required second factor', async () => {
  const nell = await newcomer(w, 'admin')
  const finish = await half({ url: '/api/jobs', body: { name: 'Slow', address: '1 Elm' } }, nell)
  const before = await written()
  await w.db.update(settings).set({ adminsNeedSecondFactor: true })
  onTestFinished(
    async () => void (await w.db.update(settings).set({ adminsNeedSecondFactor: false })),
  )
  expect(await finish()).toBe(403)
  expect(await written()).toEqual(before)
})

test.each(Object.keys(endings) as (keyof typeof endings)[])(
  'a stored response is not repeated once its sender is %s',
  async (ending) => {
    const nell = await newcomer(w, 'admin')
    const sent = { url: '/api/jobs', body: { name: 'Once', address: '1 Elm' }, key: newId() }
    for (let n = 0; n < 2; n++) expect(await (await half(sent, nell))()).toBe(201)
    const finish = await half(sent, nell)
    await endings[ending](nell)
    expect([401, 403]).toContain(await finish())
  },
)

test('a half-sent request of a demoted admin gets a 404 for what only admins see', async () => {
  const nell = await newcomer(w, 'admin')
  const url = `/api/users/${w.idOf('carl')}`
  const finish = await half({ method: 'PUT', url, body: { phone: '555-0199' } }, nell)
  await w.db.execute(sql`update users set role = 'client' where id = ${nell.id}`)
  expect(await finish()).toBe(404)
})

/** Sends a write immediately: `inject` alone would only send it once it is awaited. */
const post = (cookie: string, url: string, payload: object): Promise<{ statusCode: number }> =>
  w.app.inject({ method: 'POST', url, headers: { cookie }, payload }).then((answer) => answer)

/** An admin who has a password. */
async function adminWithPassword(password: string) {
  const admin = await newcomer(w, 'admin')
  const passwordHash = await cheapPasswords().hash(password)
  await w.db.insert(credentials).values({ userId: admin.id, passwordHash, changedAt: new Date() })
  return admin
}

describe('a write in progress', () => {
  test('is finished before its sender is removed', async () => {
    const nell = await newcomer(w, 'admin')
    const id = await newJob()
    const headers = { cookie: nell.cookie }
    const url = `/api/jobs/${id}`
    let write: Promise<{ statusCode: number }> | undefined
    let removal: Promise<{ status: number }> | undefined
    await w.db.transaction(async (tx) => {
      await tx.select().from(jobs).where(sql`id = ${id}`).for('update')
      const body = { method: 'PUT', url, headers, payload: { name: 'Porch' } } as const
      write = w.app.inject(body).then((answer) => answer)
      await expect.poll(waiting).toBe(1)
      removal = w.call('ada', 'DELETE', `/api/users/${nell.id}`)
      await expect.poll(waiting).toBe(2)
    })
    expect((await write)?.statusCode).toBe(200)
    expect((await removal)?.status).toBe(204)
    expect((await w.call('ada', 'GET', url)).body.name).toBe('Porch')
  })

  test('waits for a removal that has begun, and is rejected', async () => {
    const nell = await newcomer(w, 'admin')
    const before = await written()
    let write: Promise<{ statusCode: number }> | undefined
    await w.db.transaction(async (tx) => {
      await tx.execute(sql`delete from sessions where sess->>'userId' = ${nell.id}`)
      write = post(nell.cookie, '/api/jobs', { name: 'Late', address: '1 Elm' })
      await expect.poll(waiting).toBe(1)
    })
    expect((await write)?.statusCode).toBe(401)
    expect(await written()).toEqual(before)
  })

  test('does not store a new password for a sender who is removed meanwhile', async () => {
    const nell = await adminWithPassword('the old one by the quarry')
    let change: Promise<{ statusCode: number }> | undefined
    await w.db.transaction(async (tx) => {
      await tx.execute(sql`lock table settings in access exclusive mode`)
      change = post(nell.cookie, '/api/account/password', {
        currentPassword: 'the old one by the quarry',
        newPassword: 'the new one by the lake',
      })
      await expect.poll(waiting).toBe(1)
      await removePerson(tx, w.idOf('ada'), nell.id, new Date())
    })
    expect((await change)?.statusCode).toBe(401)
    expect(await w.db.select().from(credentials)).toEqual([])
  })

  test('does not confirm the password for a session that ends meanwhile', async () => {
    const nell = await adminWithPassword('the old one by the quarry')
    let confirm: Promise<{ statusCode: number }> | undefined
    await w.db.transaction(async (tx) => {
      // The table that counts attempts, which is written after the session was first read.
      await tx.execute(sql`lock table throttles in access exclusive mode`)
      confirm = post(nell.cookie, '/api/account/confirm', { password: 'the old one by the quarry' })
      await expect.poll(waiting).toBe(1)
      await tx.execute(sql`delete from sessions where sess->>'userId' = ${nell.id}`)
    })
    expect((await confirm)?.statusCode).toBe(401)
    const entries = await w.db.select().from(auditEntries).where(eq(auditEntries.actorId, nell.id))
    expect(entries).toEqual([])
  })

  test('is not deadlocked by twenty concurrent writes of a person on themselves', async () => {
    const nell = await newcomer(w, 'admin')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        w.app.inject({
          method: 'PUT',
          url: `/api/users/${nell.id}`,
          headers: { cookie: nell.cookie },
          payload: { phone: `555-01${n}` },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    const statements = await Promise.allSettled(query.mock.results.map(({ value }) => value))
    query.mockRestore()
    expect(statements.length).toBeGreaterThan(100)
    expect(statements.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})
