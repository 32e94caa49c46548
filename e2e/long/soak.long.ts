import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { heapOf, INSPECTOR_ARGS } from '../harness/inspector.ts'
import { Server } from '../harness/server.ts'

const PHASE_MS = 60_000
const PHASES = 4
/**
 * The bytes by which the heap may grow without a leak, because of caches such as compiled queries.
 */
const MAX_HEAP_GROWTH = 1_500_000

let server: Server
let admin: ApiClient

beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    nodeArgs: INSPECTOR_ARGS,
    env: { RATE_CALLS: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

let calls = 0

/** Makes some requests of each kind, like a busy office. */
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
      for (const begin = Date.now(); Date.now() - begin < PHASE_MS; ) await work()
    })
    await Promise.all(lanes)
    heaps.push(await heapOf(server))
  }
  const shown = heaps.map((heap) => `${(heap / 1e6).toFixed(1)} MB`).join(', ')
  console.log(`${calls} calls; heap after each ${PHASE_MS / 1000} s: ${shown}`)
  expect(calls).toBeGreaterThan(PHASES * 50)
  // The first phase is a warm-up, in which code is compiled and connections are opened.
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(MAX_HEAP_GROWTH)
})
