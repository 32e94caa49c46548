import { inviteRoutes } from '@plumbline/contract/invites.ts'
import { notificationSettingsRoutes } from '@plumbline/contract/notifications.ts'
import { mayEver, type Role, roles } from '@plumbline/contract/policy.ts'
import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { passkeys, sessions } from '../server/schema/auth.ts'
import { backups } from '../server/schema/backup.ts'
import { pushDevices } from '../server/schema/delivery.ts'
import { users } from '../server/schema/people.ts'
import { tables } from '../server/schema/tables.ts'
import { addressesOf, cachedGet } from '../server/testing/addresses.ts'
import { doubleRows } from '../server/testing/doubleRows.ts'
import { statementsOf } from '../server/testing/statements.ts'
import { type SampleApp, sampleApp } from './testing.ts'

/** Every read of the contract by each role that may make it, whole and by pages. */
const reads = allRows.flatMap(({ method, path, may, query, file }) => {
  if (method !== 'GET' || may === 'anyone' || file) return []
  const takesLimit = 'limit' in ((query as { shape?: object } | undefined)?.shape ?? {})
  return roles
    .filter((role) => mayEver(role, may))
    .flatMap((role) => (takesLimit ? ['', '?limit=2'] : ['']).map((page) => ({ path, role, page })))
})
type Read = (typeof reads)[number]

let app: SampleApp
let rowsBefore: Map<string, number>
/** The URL and the result of each read before the rows were doubled. */
const before = new Map<Read, { url: string } & Awaited<ReturnType<typeof read>>>()

beforeAll(async () => {
  app = await sampleApp()
  // The server makes backups, so the sample has none.
  const at = new Date()
  await app.db
    .insert(backups)
    .values([1, 2].map((n) => ({ startedAt: at, finishedAt: at, file: `${n}.zip`, bytes: 1 })))
  // Nobody in the sample company has a device with a passkey.
  const people = await app.db.select({ id: users.id }).from(users)
  const keyOf = (userId: string, name: string) => ({
    userId,
    name,
    id: `${name} of ${userId}`,
    publicKey: 'x',
  })
  await app.db
    .insert(passkeys)
    .values(people.flatMap(({ id }) => [keyOf(id, 'Phone'), keyOf(id, 'Laptop')]))
  await addDevices()
  rowsBefore = await rowsOfTables()
  const addresses = new Map<string, string>()
  for (const one of reads) {
    const { path, role, page } = one
    const key = `${role} ${path}`
    const address = addresses.get(key) ?? (await fullestAddress(role, path))
    addresses.set(key, address)
    const url = address + page
    before.set(one, { url, ...(await read(role, url)) })
  }
  await doubleRows(app.db)
}, 120_000)
afterAll(() => app.close())

/** Adds a push device to each session. The first read of the push key creates it. */
async function addDevices() {
  const rows = await app.db.select().from(sessions)
  const keys = { p256dh: 'x', auth: 'x', userAgent: 'Phone' }
  await app.db.insert(pushDevices).values(
    rows.map(({ sid, sess }) => ({
      ...keys,
      sid,
      personId: sess.userId,
      endpoint: `https://push.example.com/${sid}`,
    })),
  )
  await app.call('admin', 'GET', notificationSettingsRoutes.pushKey.path)
}

/** The number of rows of each table. */
async function rowsOfTables() {
  const counts = new Map<string, number>()
  for (const [name, table] of tables) counts.set(name, await app.db.$count(table))
  return counts
}

/** Whether a reply is a list or has lists as fields. */
function hasLists(path: string): boolean {
  const reply = allRows.find((row) => row.method === 'GET' && row.path === path)?.reply
  if (reply instanceof z.ZodArray) return true
  return (
    reply instanceof z.ZodObject &&
    Object.values(reply.shape).some((one) => one instanceof z.ZodArray)
  )
}

/** The length of the shortest list in a reply that is no list itself. */
function shortestList(body: unknown): number {
  if (Array.isArray(body) || typeof body !== 'object' || body === null) return 0
  return Math.min(...Object.values(body).flatMap((one) => (Array.isArray(one) ? one.length : [])))
}

/**
 * The addresses of a path, those with the longest lists first if its reply has lists; read once, by
 * an admin.
 */
const sortedAddresses = new Map<string, Promise<readonly string[]>>()

const get = cachedGet(async (url: string) => ({ url, ...(await app.call('admin', 'GET', url)) }))

async function sortAddresses(path: string): Promise<readonly string[]> {
  const addresses = await addressesOf(path, get)
  if (!hasLists(path)) return addresses
  const answers: { readonly url: string; readonly shortest: number; readonly size: number }[] = []
  for (const address of addresses) {
    const { url, text, body } = await get(address)
    answers.push({ url, shortest: shortestList(body), size: text.length })
  }
  return answers.sort((a, b) => b.shortest - a.shortest || b.size - a.size).map(({ url }) => url)
}

/** The address with the longest lists among those that the role may read at the path. */
async function fullestAddress(role: Role, path: string): Promise<string> {
  if (!path.includes(':')) return path
  const addresses = sortedAddresses.get(path) ?? sortAddresses(path)
  sortedAddresses.set(path, addresses)
  for (const url of await addresses)
    if ((await app.call(role, 'GET', url)).status === 200) return url
  throw new Error(`Nothing at ${path} may be read by a ${role}`)
}

/** The statements of a read, which has to succeed, and the sizes of the lists in its reply. */
async function read(role: Role, url: string) {
  let body: unknown
  const statements = await statementsOf(async () => {
    const reply = await app.call(role, 'GET', url)
    expect(reply.status, `GET ${url} as ${role}: ${reply.text}`).toBe(200)
    body = reply.body
  })
  // The session is read first, so no statement was missed.
  expect(statements[0]).toMatch(/from "sessions"/)
  const isList = Array.isArray(body)
  // The addresses of the machine are not rows.
  const isOfMachine = url === inviteRoutes.address.path
  const lists = isList ? [body] : isOfMachine ? [] : Object.values(body as object)
  return { statements, isList, sizes: lists.filter(Array.isArray).map(({ length }) => length) }
}

const fixedRows = ['settings', 'proposalSettings', 'reminderSettings', 'numberFormats', 'pushKeys']

test('every table with rows has at least twice as many, except tables of fixed rows', async () => {
  const few = [...rowsBefore].filter(([name, size]) => !fixedRows.includes(name) && size > 0)
  expect(few.length).toBeGreaterThan(20)
  const many = await rowsOfTables()
  for (const [name, size] of few) expect(many.get(name), name).toBeGreaterThanOrEqual(2 * size)
})

/**
 * The fewest rows in the lists of some reads: those that do not grow with more rows (the choices of
 * a role, the years of the sales tax, and the work of today, which may be a day off), and those of
 * an invoice, of which none has lines, change orders and payments.
 */
const minSizes: Readonly<Record<string, number>> = {
  '/api/jobs/:id/message-readers': 1,
  '/api/schedule/day': 0,
  '/api/invoices/:id': 0,
  '/api/my-invoices/:id': 1,
  '/api/sales-tax': 1,
}

/** Lists whose rows have no copies, since a bid and a change order have one open version. */
const FIXED = ['/api/pending-bids/:id/proposals', '/api/change-orders/:id/proposals']

test('there are more than 80 reads to compare', () => expect(reads.length).toBeGreaterThan(80))

describe('twice the rows take no more statements to read', () => {
  for (const one of reads)
    test(`GET ${one.path}${one.page} as ${one.role}`, async () => {
      const few = before.get(one)
      if (!few) throw new Error('It was not made before')
      const many = await read(one.role, few.url)
      expect(many.statements.length, many.statements.join('\n')).toBeLessThanOrEqual(
        few.statements.length,
      )
      // A list limited to its first rows does not grow. A query in a loop repeats the same text.
      expect(many.statements).toEqual([...new Set(many.statements)])

      const hint = 'too few rows to see a query in a loop: give the sample company more'
      const minSize = minSizes[one.path] ?? 2
      for (const size of many.sizes) expect(size, hint).toBeGreaterThanOrEqual(minSize)
      const [size = 0] = few.sizes
      if (few.isList && !one.page && !FIXED.includes(one.path)) {
        expect(size, hint).toBeGreaterThan(0)
        expect(many.sizes[0]).toBeGreaterThanOrEqual(Math.min(2 * size, 10))
      }
    })
})
