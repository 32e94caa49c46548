import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { Server } from '../harness/server.ts'
import { random, seed } from './options.ts'
import { type Created, jobWriter, postUntilSuccess } from './writer.ts'

const ROUNDS = 20
const WRITERS = 3
const chance = random(seed)

let server: Server
let admin: ApiClient
const expected: Created[] = []

beforeAll(async () => {
  server = new Server({ from: inject('company') })
  await server.start()
  admin = await signIn(server.url, owner.email)
})
afterAll(() => server.remove())

/** Expects every acknowledged job to exist once under its id, and no other jobs. */
async function expectAllStored() {
  const jobs = await admin.request<Created[]>('GET', '/api/jobs')
  const lines = (list: Created[]) => list.map(({ id, name }) => `${name} ${id}`).sort()
  expect(lines(jobs)).toEqual(lines(expected))
}

/**
 * Kills a process while jobs are being created.
 * @returns the milliseconds until the next one was created
 */
async function round(name: string, kill: () => Promise<void>): Promise<number> {
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    jobWriter(admin, `${name}, writer ${index}, job`),
  )
  for (const writer of writers) writer.start()
  await Promise.all(writers.map((writer) => writer.more(2)))
  await sleep(chance() * 200)
  const begin = performance.now()
  await kill()
  await Promise.race(writers.map((writer) => writer.more(1)))
  const recovery = performance.now() - begin
  await Promise.all(writers.map((writer) => writer.more(2)))
  await Promise.all(writers.map((writer) => writer.end()))
  expected.push(...writers.flatMap((writer) => writer.created))
  return recovery
}

const longest = (times: number[]) =>
  `${ROUNDS} rounds, ${expected.length} jobs, longest recovery ${Math.round(Math.max(...times))} ms`

describe('jobs created one by one', () => {
  test('are all stored when the program is killed', async () => {
    const times: number[] = []
    for (let number = 0; number < ROUNDS; number++) {
      const before = server.pid
      const time = await round(`program ${number}`, async () => {
        await server.kill()
        await server.start()
      })
      times.push(time)
      expect(server.pid).not.toBe(before)
      await expectAllStored()
    }
    console.log(`kill -9 of the program: ${longest(times)}`)
  })

  test('are all stored when Postgres is killed', async () => {
    const times: number[] = []
    const program = server.pid
    for (let number = 0; number < ROUNDS; number++) {
      const before = server.postgresPid
      if (before === undefined) throw new Error('no Postgres is running')
      times.push(
        await round(`postgres ${number}`, async () => void process.kill(before, 'SIGKILL')),
      )
      expect(server.postgresPid).not.toBe(before)
      await expectAllStored()
    }
    expect(server.pid).toBe(program)
    expect(Math.max(...times)).toBeLessThan(5000)
    console.log(`kill -9 of Postgres: ${longest(times)}`)
  })
})

describe('twenty pairs of one POST with one key', () => {
  const PAIRS = 20
  const job = (name: string) => ({ name, address: '2 Kiln Road' })
  const send = (name: string) =>
    postUntilSuccess(admin, '/api/jobs', job(name), name.replaceAll(' ', '-'))

  test('create twenty rows when sent in parallel', async () => {
    const names = Array.from({ length: PAIRS }, (_, number) => `pair ${number}`)
    const pairs = await Promise.all(names.map((name) => Promise.all([send(name), send(name)])))
    for (const [one, other] of pairs) expect(one).toEqual(other)
    expected.push(...pairs.map(([one]) => one))
    await expectAllStored()
  })

  test('create twenty rows across a kill', async () => {
    for (let number = 0; number < PAIRS; number++) {
      const name = `pair across a kill ${number}`
      const lost = admin
        .call('POST', '/api/jobs', job(name), { 'idempotency-key': name.replaceAll(' ', '-') })
        .catch(() => undefined)
      await sleep(chance() * 12)
      await server.kill()
      await lost
      await server.start()
      expected.push(await send(name))
      await expectAllStored()
    }
  })

  test('reject another body with a used key', async () => {
    const response = await admin.call('POST', '/api/jobs', job('something else'), {
      'idempotency-key': 'pair-0',
    })
    expect(response.status).toBe(422)
    expect((await new ApiClient(server.url).call('GET', '/api/jobs')).status).toBe(401)
    await expectAllStored()
  })
})
