import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { heapOf, INSPECTED } from '../harness/inspector.ts'
import { Server } from '../harness/server.ts'

const PHASE = 60_000
const PHASES = 4
/** Bytes by which the heap may vary without a leak: caches of compiled queries, of the ids of a minute. */
const WANDER = 1_500_000

let server: Server
let admin: ApiClient

beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    nodeArgs: INSPECTED,
    env: { RATE_CALLS: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

let calls = 0

/** Some of each kind of request, as a busy office makes them. */
async function work(): Promise<void> {
  const { id } = await admin.request<{ id: string }>('POST', '/api/jobs', {
    name: `Job ${calls}`,
    address: '1 Kiln Road',
  })
  await admin.request('GET', '/api/jobs?limit=20')
  await admin.request('PUT', `/api/jobs/${id}`, { progress: calls % 100, notes: 'x'.repeat(2000) })
  await admin.request('GET', `/api/jobs/${id}`)
  await admin.request('GET', '/api/dashboard')
  await admin.call('POST', '/api/jobs', { name: '' })
  await admin.call('GET', `/api/jobs/${crypto.randomUUID()}`)
  await admin.request('DELETE', `/api/jobs/${id}`)
  calls += 8
}

test('the heap does not grow with the number of requests', async () => {
  const heaps: number[] = []
  for (let phase = 0; phase < PHASES; phase++) {
    const lanes = Array.from({ length: 4 }, async () => {
      for (const begin = Date.now(); Date.now() - begin < PHASE; ) await work()
    })
    await Promise.all(lanes)
    heaps.push(await heapOf(server))
  }
  const shown = heaps.map((heap) => `${(heap / 1e6).toFixed(1)} MB`).join(', ')
  console.log(`${calls} calls; heap after each ${PHASE / 1000} s: ${shown}`)
  expect(calls).toBeGreaterThan(PHASES * 50)
  // The first phase warms up: code is compiled, connections are opened.
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(WANDER)
})
