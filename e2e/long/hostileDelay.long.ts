import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { speedOf } from '../../bench/load.ts'
import { ApiClient } from '../harness/apiClient.ts'
import { join, type Member, owner, signIn } from '../harness/company.ts'
import { waitForPhotoSizes } from '../harness/photos.ts'
import { Server } from '../harness/server.ts'
import { memoryOf } from './memory.ts'
import { sendBytes, uploadRequest } from './uploads/interruptedUpload.ts'
import { type HeavyMetadata, heavyMetadata, sixPngs } from './uploads/metadata.ts'

/** The most by which uploads may raise the 99th percentile of the durations of other calls. */
const MAX_DELAY_MS = 200
/** The interval between the calls of other people. */
const CALL_INTERVAL_MS = 50
/** The time that an upload may take when everything before it takes the longest. */
const UPLOAD_TIMEOUT_MS = 600_000

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
 * * Makes three calls at a fixed interval until the signal aborts. It does not wait for earlier
 * calls, so that a stuck call does not prevent others from being measured. *
 * @returns the duration of each call in milliseconds
 */
async function callRepeatedly(signal: AbortSignal): Promise<number[]> {
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
    await sleep(CALL_INTERVAL_MS)
  }
  return Promise.all(calls)
}

/** Measures other calls while the sub uploads all files at once. */
async function whileSending(files: readonly HeavyMetadata[]) {
  const requests = await Promise.all(
    files.map(({ content, what }) => uploadRequest(sub.api, content, what.replaceAll(/\W/g, '-'))),
  )
  const stop = new AbortController()
  const calls = callRepeatedly(stop.signal)
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
  return { outcomes, durations: await calls }
}

const describeTimes = (durations: readonly number[]) => {
  const { p50, p99 } = speedOf(durations)
  const [a, b, c] = [p50, p99, Math.max(...durations)].map((one) => Math.round(one))
  return `${durations.length} calls: p50 ${a} ms, p99 ${b} ms, at most ${c} ms`
}

test(
  'six PNGs of inflating text and two dozen similar files delay nobody else',
  async () => {
    const { pid } = server
    const alone = await callRepeatedly(AbortSignal.timeout(5000))
    console.log(`by themselves: ${describeTimes(alone)}`)
    for (const files of [sixPngs(), await heavyMetadata()]) {
      const { outcomes, durations } = await whileSending(files)
      const lines = outcomes.map((one) => `${one.status} after ${one.seconds} s: ${one.what}`)
      console.log(`${lines.join('\n')}\n${describeTimes(durations)}`)
      if (process.platform === 'linux')
        console.log(`peak of memory ${Math.round(memoryOf(pid, 'VmHWM'))} MB`)
      for (const { what, status } of outcomes) expect([201, 400, 413, 415], what).toContain(status)
      expect(server.pid).toBe(pid)
      await waitForPhotoSizes(server)
      expect.soft(speedOf(durations).p99 - speedOf(alone).p99).toBeLessThan(MAX_DELAY_MS)
    }
  },
  UPLOAD_TIMEOUT_MS,
)
