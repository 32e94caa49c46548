import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { speedOf } from '../../bench/load.ts'
import { ApiClient } from '../harness/apiClient.ts'
import { join, type Member, owner, signIn } from '../harness/company.ts'
import { photosAreMade } from '../harness/photos.ts'
import { Server } from '../harness/server.ts'
import { memoryOf } from './memory.ts'
import { sendBytes, uploadRequest } from './uploads/interruptedUpload.ts'
import { type HeavyMetadata, heavyMetadata, sixPngs } from './uploads/metadata.ts'

/** Milliseconds by which the slowest of a hundred calls may take longer than the slowest of them by themselves. */
const DELAY = 200
/** Milliseconds between the calls of other people. */
const EVERY = 50
/** Milliseconds that an upload may take when everything before it takes its longest. */
const UPLOAD = 600_000

let server: Server
let sub: Member
let admin: ApiClient
beforeAll(async () => {
  server = new Server({
    from: inject('company'),
    env: { RATE_CALLS: '1000000', RATE_UPLOADS: '1000000' },
  })
  await server.start()
  admin = await signIn(server.url, owner.email)
  sub = await join(admin, 'subcontractor', 'Sam')
})
afterAll(() => server.remove())

/**
 * Makes three calls every so often until it is told to stop, whether or not the earlier ones were answered: what is stuck
 * must not keep others from being counted.
 * @returns how long each took, in milliseconds
 */
async function callAgainAndAgain(signal: AbortSignal): Promise<number[]> {
  const calls: Promise<number>[] = []
  const timed = async (api: ApiClient, path: string) => {
    const begin = performance.now()
    const { status } = await api.call('GET', path)
    expect(status, path).toBe(200)
    return performance.now() - begin
  }
  while (!signal.aborted) {
    calls.push(
      timed(admin, '/api/jobs'),
      timed(admin, '/api/auth/user'),
      timed(new ApiClient(server.url), '/favicon.svg'),
    )
    await sleep(EVERY)
  }
  return Promise.all(calls)
}

/** Calls made while the sub sends all of the files at once. */
async function whileSending(files: readonly HeavyMetadata[]) {
  const requests = await Promise.all(
    files.map(({ content, what }) => uploadRequest(sub.api, content, what.replaceAll(/\W/g, '-'))),
  )
  const stop = new AbortController()
  const calls = callAgainAndAgain(stop.signal)
  const begin = performance.now()
  const outcomes = await Promise.all(
    requests.map(async (bytes, n) => {
      const status = await sendBytes(sub.api, bytes)
      return {
        what: files[n]?.what,
        status,
        seconds: Math.round((performance.now() - begin) / 100) / 10,
      }
    }),
  )
  stop.abort()
  return { outcomes, took: await calls }
}

const describeTimes = (took: readonly number[]) => {
  const { p50, p99 } = speedOf(took)
  const [a, b, c] = [p50, p99, Math.max(...took)].map((one) => Math.round(one))
  return `${took.length} calls: p50 ${a} ms, p99 ${b} ms, at most ${c} ms`
}

test(
  'six PNGs of inflating text and two dozen similar files delay nobody else',
  async () => {
    const { pid } = server
    const alone = await callAgainAndAgain(AbortSignal.timeout(5000))
    console.log(`by themselves: ${describeTimes(alone)}`)
    for (const files of [sixPngs(), await heavyMetadata()]) {
      const { outcomes, took } = await whileSending(files)
      const lines = outcomes.map((one) => `${one.status} after ${one.seconds} s: ${one.what}`)
      console.log(`${lines.join('\n')}\n${describeTimes(took)}`)
      if (process.platform === 'linux')
        console.log(`peak of memory ${Math.round(memoryOf(pid, 'VmHWM'))} MB`)
      for (const { what, status } of outcomes) expect([201, 400, 413, 415], what).toContain(status)
      expect(server.pid).toBe(pid)
      await photosAreMade(server)
      expect.soft(speedOf(took).p99 - speedOf(alone).p99).toBeLessThan(DELAY)
    }
  },
  UPLOAD,
)
