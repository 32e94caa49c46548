import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { Container, whyNoContainers } from './container.ts'
import { random, seed } from './options.ts'
import type { Created } from './writer.ts'

const ROUNDS = 20
const WRITERS = 3
const chance = random(seed)

const problem = whyNoContainers()
if (problem) console.log(`Two containers on one folder are not tested: ${problem}`)

let dataDir: string
let first: Container
let cookie: string
const acknowledged: Created[] = []

beforeAll(async () => {
  if (problem) return
  dataDir = mkdtempSync(join(tmpdir(), 'plumbline-e2e-'))
  cpSync(inject('company'), dataDir, { recursive: true, preserveTimestamps: true })
  first = new Container('first', dataDir)
  cookie = (await signIn(await first.ready, owner.email)).cookie
})
afterAll(async () => {
  if (problem) return
  await first.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Creates jobs one by one until a request fails. @returns a function that ends it earlier */
function startWriter(api: ApiClient, name: string): () => Promise<void> {
  let ending = false
  const work = (async () => {
    for (let number = 0; !ending; number++) {
      const body = { name: `${name} ${number}`, address: '1 Kiln Road' }
      const response = await api.call<Created>('POST', '/api/jobs', body).catch(() => undefined)
      if (response?.status !== 201) return
      acknowledged.push(response.body)
    }
  })()
  return () => {
    ending = true
    return work
  }
}

/**
 * Expects every acknowledged job to exist once, and of the others at most the one that each writer
 * was waiting for when it failed.
 */
async function expectNothingLost(api: ApiClient, round: number) {
  const jobs = await api.request<Created[]>('GET', '/api/jobs')
  const line = ({ id, name }: Created) => `${name} ${id}`
  const lines = new Set(jobs.map(line))
  expect(lines.size).toBe(jobs.length)
  expect(acknowledged.map(line).filter((job) => !lines.has(job))).toEqual([])
  expect(jobs.length - acknowledged.length).toBeLessThanOrEqual((round + 1) * WRITERS)
}

/** Changes the boot id in the lock file, as if it were from another boot of the machine. */
function rewriteBoot(round: number) {
  const file = join(dataDir, 'lock')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...lock, boot: `another boot ${round}` }))
}

async function expectRefused(host: string) {
  const before = performance.now()
  const second = new Container(host, dataDir)
  expect(await second.ended).toBe(1)
  expect(second.errors).toMatch(
    /^Plumbline cannot start: another Plumbline \(process \d+ on host \S+, last heard from \d+ seconds? ago\) is running on the data folder .*\n$/,
  )
  return performance.now() - before
}

test.skipIf(problem)(
  'of two containers on one folder only one writes, even after kill -9',
  async () => {
    const refusals: number[] = []
    const takeovers: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const api = new ApiClient(await first.ready, cookie)
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        startWriter(api, `round ${round}, writer ${index}, job`),
      )
      const before = acknowledged.length
      const anotherBoot = round % 3 === 1
      refusals.push(await expectRefused(`refused-${round}`))
      if (anotherBoot) {
        rewriteBoot(round)
        refusals.push(await expectRefused(`refused-again-${round}`))
      }
      expect(acknowledged.length).toBeGreaterThan(before)

      await sleep(chance() * 300)
      const killed = first
      if (chance() < 0.5) killed.killProgram()
      else await killed.kill()
      await Promise.all(writers.map((end) => end()))
      const killedAt = performance.now()
      first = new Container(`holder-${round + 1}`, dataDir)
      await expectNothingLost(new ApiClient(await first.ready, cookie), round)
      takeovers.push(performance.now() - killedAt)
      // Processes that survived the kill no longer write.
      await killed.kill()
      await expectNothingLost(new ApiClient(await first.ready, cookie), round)
    }
    const longest = (times: number[]) => `${(Math.max(...times) / 1000).toFixed(1)} s`
    console.log(
      `${ROUNDS} rounds, ${acknowledged.length} jobs, ${refusals.length} starts refused after at most ${longest(refusals)}, longest takeover ${longest(takeovers)}`,
    )
  },
  3_600_000,
)
