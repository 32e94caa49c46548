import { allRows } from '@plumbline/contract/routes.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { join, type Member, owner, signIn } from '../harness/company.ts'
import { Server } from '../harness/server.ts'
import type { Document } from './fuzz/document.ts'
import { fuzz } from './fuzz/run.ts'
import { random, seed, size } from './options.ts'

const COUNT = size(25_000, 400)
const unlimited = { RATE_CALLS: '1000000', RATE_SIGN_IN: '1000000', RATE_UPLOADS: '1000000' }

let server: Server
let admin: ApiClient
let sub: Member
let client: Member
let document: Document
let people: string[]
let pid: number

beforeAll(async () => {
  server = new Server({ from: inject('company'), env: unlimited })
  await server.start()
  pid = server.pid
  admin = await signIn(server.url, owner.email)
  const jobs: string[] = []
  for (const name of ['Kiln Road', 'Zoë’s kitchen', 'Barn', 'Porch']) {
    jobs.push(
      (await admin.request<{ id: string }>('POST', '/api/jobs', { name, address: '1 Kiln Road' }))
        .id,
    )
  }
  sub = await join(admin, 'subcontractor', 'Sam', jobs.slice(0, 2))
  client = await join(admin, 'client', 'Cleo', jobs.slice(1, 3))
  document = await admin.request<Document>('GET', '/api/openapi.json')
  people = [sub.id, client.id, (await admin.request<{ id: string }>('GET', '/api/auth/user')).id]
})
afterAll(() => server.remove())

test.each(['nobody', 'admin', 'subcontractor', 'client'] as const)(
  'random requests of %s get the documented responses',
  async (who) => {
    const callers = {
      nobody: new ApiClient(server.url),
      admin,
      subcontractor: sub.api,
      client: client.api,
    }
    const { cookie, url } = callers[who]
    const ids = new Map<string, string[]>()
    for (const resource of ['jobs', 'users']) {
      const records = await admin.request<{ id: string }[]>('GET', `/api/${resource}?limit=50`)
      ids.set(
        resource,
        records.map((record) => record.id),
      )
    }
    const { findings, statuses } = await fuzz({
      url,
      document,
      cookie,
      count: COUNT,
      random: random(seed + who.length),
      ids,
      isExcluded: ({ path }) => path.includes('/logout'),
      // The sign-in pages.
      acceptsForms: ({ method, path }) =>
        allRows.some(
          (row) =>
            row.method === method &&
            row.path.replace(/:(\w+)/g, '{$1}') === path &&
            row.may === 'anyone',
        ),
      // People are only read, so that the session stays valid.
      mayUseId: ({ method }, id) => method === 'GET' || !people.includes(id),
    })
    console.log(
      `${who}: ${Object.entries(statuses)
        .map(([status, times]) => `${times} x ${status}`)
        .join(', ')}`,
    )
    expect(findings.join('\n\n')).toBe('')
    // A run whose requests are all rejected early would prove nothing.
    if (who === 'admin')
      expect((statuses['200'] ?? 0) + (statuses['201'] ?? 0)).toBeGreaterThan(COUNT / 20)
    if (who === 'nobody') expect(statuses['401'] ?? 0).toBeGreaterThan(COUNT / 2)
    else
      expect((await callers[who].call('GET', '/api/auth/user')).status, 'still signed in').toBe(200)
    expect(server.pid).toBe(pid)
  },
  3_600_000,
)
