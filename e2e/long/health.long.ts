import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Caller } from '../harness/caller.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { Server } from '../harness/server.ts'
import { size } from './size.ts'

const HEALED = 5000

let home: Server
let node: Node
let anyone: Caller

beforeAll(async () => {
  home = new Server({ from: inject('company') })
  await home.start()
  node = await startNode(home)
  anyone = new Caller(node.server.url)
})
afterAll(async () => {
  await node.remove()
  await home.remove()
})

test('while the database is away every call says so, and all is well soon after it is back', async () => {
  expect(await anyone.call('GET', '/api/health')).toMatchObject({ status: 200 })
  for (let round = 0; round < size(10, 3); round++) {
    await node.line.cut()
    const away = Date.now()
    while (Date.now() - away < 1500) {
      // With a cookie, so that the session has to be looked up.
      const calls = [anyone, new Caller(anyone.url, 'plumbline=somebody')].map((caller) => [
        caller.call('GET', '/api/health'),
        caller.call('POST', '/api/jobs', { name: 'x', address: 'y' }),
      ])
      const [health, , withoutDatabase, write] = await Promise.all(calls.flat())
      for (const answer of [health, withoutDatabase, write]) {
        expect(answer?.status).toBe(503)
        expect(answer?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
        expect(answer?.body).toMatchObject({ code: 'unavailable', message: expect.any(String) })
      }
      await sleep(200)
    }
    await node.line.mend()
    const back = Date.now()
    while ((await anyone.call('GET', '/api/health')).status !== 200) {
      expect(Date.now() - back).toBeLessThan(HEALED)
      await sleep(20)
    }
  }
})

test('the page itself is served while the database is away', async () => {
  await node.line.cut()
  expect((await anyone.call('GET', '/')).status).toBe(200)
  await node.line.mend()
})
