import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ApiClient } from '../harness/apiClient.ts'
import { owner, signIn } from '../harness/company.ts'
import { Container, whyNoContainers } from './container.ts'
import { random, seed } from './options.ts'
import type { Made } from './writer.ts'

const ROUNDS = 20
const WRITERS = 3
const chance = random(seed)

const problem = whyNoContainers()
if (problem) console.log(`Two containers on one folder are not tested: ${problem}`)

let dataDir: string
let first: Container
let cookie: string
const acknowledged: Made[] = []

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

/** Creates jobs one by one until a request fails. @returns how to end it earlier */
function startWriter(api: ApiClient, name: string): () => Promise<void> {
  let ending = false
  const work = (async () => {
    for (let number = 0; !ending; number++) {
      const body = { name: `${name} ${number}`, address: '1 Kiln Road' }
      const answer = await api.call<Made>('POST', '/api/jobs', body).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(answer.body)
    }
  })()
  return () => {
    ending = true
    return work
  }
}

/** Every job that was acknowledged is there once; of the others, at most those that each writer was waiting for. */
async function nothingIsLost(api: ApiClient, round: number) {
  const jobs = await api.request<Made[]>('GET', '/api/jobs')
  const line = ({ id, name }: Made) => `${name} ${id}`
  const lines = new Set(jobs.map(line))
  expect(lines.size).toBe(jobs.length)
  expect(acknowledged.map(line).filter((job) => !lines.has(job))).toEqual([])
  expect(jobs.length - acknowledged.length).toBeLessThanOrEqual((round + 1) * WRITERS)
}

/** Makes the lock one of another boot of the machine. */
function rewriteBoot(round: number) {
  const file = join(dataDir, 'lock')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...lock, boot: `another boot ${round}` }))
}

async function isRefused(host: string) {
  const before = performance.now()
  const second = new Container(host, dataDir)
  expect(await second.ended).toBe(1)
  expect(second.errors).toMatch(
    /^Plumbline cannot start: another Plumbline \(process \d+ on host \S+, last heard from \d+ seconds? ago\) is running on the data folder .*\n$/,
  )
  return performance.now() - before
}

test.skipIf(problem)(
  'of two containers on one folder one writes, also after kill -9',
  async () => {
    const refusals: number[] = []
    const takeovers: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const api = new ApiClient(await first.ready, cookie)
      const writers = Array.from({ length: WRITERS }, (_, index) =>
        startWriter(api, `round ${round}, writer ${index}, job`),
      )
      const made = acknowledged.length
      const anotherBoot = round % 3 === 1
      refusals.push(await isRefused(`refused-${round}`))
      if (anotherBoot) {
        rewriteBoot(round)
        refusals.push(await isRefused(`refused-again-${round}`))
      }
      expect(acknowledged.length).toBeGreaterThan(made)

      await sleep(chance() * 300)
      const killed = first
      if (chance() < 0.5) killed.killProgram()
      else await killed.kill()
      await Promise.all(writers.map((end) => end()))
      const before = performance.now()
      first = new Container(`holder-${round + 1}`, dataDir)
      await nothingIsLost(new ApiClient(await first.ready, cookie), round)
      takeovers.push(performance.now() - before)
      // What is left of the one that was killed no longer writes.
      await killed.kill()
      await nothingIsLost(new ApiClient(await first.ready, cookie), round)
    }
    const longest = (times: number[]) => `${(Math.max(...times) / 1000).toFixed(1)} s`
    console.log(
      `${ROUNDS} rounds, ${acknowledged.length} jobs, ${refusals.length} starts refused after at most ${longest(refusals)}, longest takeover ${longest(takeovers)}`,
    )
  },
  3_600_000,
)
