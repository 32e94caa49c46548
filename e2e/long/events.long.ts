import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@plumbline/contract/events.ts'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { openStream, type TestStream } from '../../server/testing/stream.ts'
import type { ApiClient } from '../harness/apiClient.ts'
import { join, owner, signIn } from '../harness/company.ts'
import { type Node, startNode } from '../harness/nodes.ts'
import { connectTo } from '../harness/postgres.ts'
import { Server } from '../harness/server.ts'
import { random, seed } from './options.ts'

/** The number of dropped connections and killed programs while events are followed. */
const FAULTS = 200
const IDLE_STREAMS = 100
/** Longer than the interval at which the listening connection is checked. */
const IDLE_TIME_MS = 33_000

const SECRET = 'the secret that all nodes of a test share'
const env = { RATE_CALLS: '1000000', SESSION_SECRET: SECRET }

let home: Server
let admin: ApiClient
let jobId: string
const nodes: Node[] = []
beforeAll(async () => {
  home = new Server({ from: inject('company'), env })
  await home.start()
  admin = await signIn(home.url, owner.email)
  const job = { name: 'Kiln Road', address: '1 Kiln Road' }
  jobId = (await admin.request<{ id: string }>('POST', '/api/jobs', job)).id
})
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.remove()
})
afterAll(() => home.remove())

async function node(tap?: Parameters<typeof startNode>[2]) {
  const started = await startNode(home, { env }, tap)
  nodes.push(started)
  return started
}

/**
 * Follows the events as a browser does: it reconnects after every fault and ignores repeated
 * events.
 */
class Follower {
  readonly seen = new Map<number, LiveEvent>()
  resets = 0
  repeated = 0
  #stream: TestStream | undefined
  #cursor: string | undefined
  #isOver = false
  #isConnected = false
  readonly #url: () => string
  readonly #cookie: string

  constructor(url: () => string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
  }

  /** Reconnects until `stop` is called. */
  async follow() {
    while (!this.#isOver) {
      const stream = await openStream(this.#url(), this.#cookie, this.#cursor).catch(() => null)
      if (!stream) {
        await sleep(20)
        continue
      }
      this.#stream = stream
      this.#isConnected = true
      await stream.ended
      this.#isConnected = false
      this.#cursor = stream.lastId ?? this.#cursor
      this.resets += stream.resets
      for (const event of stream.events) {
        if (this.seen.has(event.id)) this.repeated += 1
        this.seen.set(event.id, event)
      }
    }
  }

  /** Waits until it is connected again after a fault. */
  async connected() {
    await vi.waitUntil(() => this.#isConnected, { timeout: 20_000 })
  }

  async drop() {
    await this.#stream?.close()
  }

  async stop() {
    this.#isOver = true
    await this.drop()
  }
}

test('no event is lost over dropped connections, killed programs and database disconnects', async () => {
  const other = await node()
  const reader = await join(admin, 'subcontractor', 'Rhea', [jobId])
  const chance = random(seed)
  const follower = new Follower(() => other.server.url, admin.cookie)
  const following = follower.follow()
  await expect.poll(() => follower.resets === 0).toBe(true)
  await sleep(500)

  let isWriting = true
  /**
   * The number of messages after which writing pauses while a program restarts. After more messages
   * it would not publish them one by one.
   */
  let maxWritten = Number.POSITIVE_INFINITY
  const written: string[] = []
  const write = async () => {
    while (isWriting) {
      // Each message causes further events for the notified people.
      while (written.length > maxWritten) await sleep(30)
      const body = { jobId, content: `Line ${written.length}` }
      written.push((await admin.request<{ id: string }>('POST', '/api/messages', body)).id)
      await sleep(30)
    }
  }
  const writing = Promise.all([write(), write(), write()])
  const database = await connectTo(home.postgres)
  database.on('error', () => {})
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const kind = chance()
    if (kind < 0.1) {
      maxWritten = written.length + 100
      await other.server.kill()
      await other.server.start()
      await follower.connected()
      maxWritten = Number.POSITIVE_INFINITY
    } else if (kind < 0.3) {
      await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plumbline listener'`,
      )
    } else await follower.drop()
    await sleep(chance() * 60)
  }
  isWriting = false
  await writing
  await sleep(2_000)
  await follower.stop()
  await following
  await database.end()
  const received = [...follower.seen.values()]
    .filter(({ name }) => name === 'message.created')
    .map(({ subjectId }) => subjectId)
  console.log(
    `${written.length} messages, ${FAULTS} faults: ${received.length} heard of, ${follower.repeated} told again, ${follower.resets} resets`,
  )
  // Only the first connection had no cursor. None of the others required a full reload.
  expect(follower.resets).toBe(1)
  expect(received.sort()).toEqual(written.sort())
  // The reader was also notified about each message exactly once, by whichever program.
  const notified = async () =>
    (await reader.api.request<{ count: number }[]>('GET', '/api/notifications'))
      .map(({ count }) => count)
      .reduce((sum, count) => sum + count, 0)
  await expect.poll(notified, { timeout: 10_000 }).toBe(written.length)
}, 600_000)

test('an idle stream causes no SQL statement', async () => {
  const statements: string[] = []
  const other = await node(() => (chunk) => void statements.push(chunk.toString('latin1')))
  const subs = await join(admin, 'subcontractor', 'Ida', [jobId])
  const streams = await Promise.all(
    Array.from({ length: IDLE_STREAMS }, (_, n) =>
      openStream(other.server.url, n % 2 ? admin.cookie : subs.api.cookie),
    ),
  )
  await sleep(1_000)
  statements.length = 0
  await sleep(IDLE_TIME_MS)
  const streamStatements = statements.filter((text) => /events|sessions|snapshot/.test(text))
  for (const stream of streams) await stream.close()
  expect(streamStatements).toEqual([])
}, 120_000)
