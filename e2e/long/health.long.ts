import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { Server } from '../harness/server.ts'

const RECOVERY_TIMEOUT_MS = 5000

let home: Server
let node: Node
let anonymous: ApiClient

beforeAll(async () => {
  home = new Server({ from: inject('company') })
  await home.start()
  node = await startNode(home)
  anonymous = new ApiClient(node.server.url)
})
afterAll(async () => {
  await node.remove()
  await home.remove()
})

test('without a database every call is a 503, and works soon after it is back', async () => {
  expect(await anonymous.call('GET', '/api/health')).toMatchObject({ status: 200 })
  for (let round = 0; round < 10; round++) {
    await node.proxy.disconnect()
    // The result of the health check is cached for a second.
    await sleep(1000)
    const disconnectedAt = Date.now()
    while (Date.now() - disconnectedAt < 1500) {
      // A cookie requires a lookup of the session.
      const calls = [anonymous, new ApiClient(anonymous.url, 'plumbline=somebody')].map((api) => [
        api.call('GET', '/api/health'),
        api.call('POST', '/api/jobs', { name: 'x', address: 'y' }),
      ])
      const [health, , withoutDatabase, write] = await Promise.all(calls.flat())
      for (const response of [health, withoutDatabase, write]) {
        expect(response?.status).toBe(503)
        expect(response?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(response?.body).toMatchObject({ code: 'unavailable', message: expect.any(String) })
      }
      await sleep(200)
    }
    await node.proxy.connect()
    const reconnectedAt = Date.now()
    while ((await anonymous.call('GET', '/api/health')).status !== 200) {
      expect(Date.now() - reconnectedAt).toBeLessThan(RECOVERY_TIMEOUT_MS)
      await sleep(20)
    }
  }
})

test('the page itself is served without a database', async () => {
  await node.proxy.disconnect()
  expect((await anonymous.call('GET', '/')).status).toBe(200)
  await node.proxy.connect()
})
