import { Agent } from 'node:http'
import type { Company } from './company.ts'
import { once, speedOf } from './load.ts'
import type { ScreenCall } from './screenCalls.ts'

/** A company and the calls to make on it. */
export interface Side {
  readonly company: Company
  readonly calls: readonly ScreenCall[]
}

export interface CallTime {
  /** In milliseconds. */
  readonly p50: number
  /** The size of the last response as it was sent. */
  readonly bytes: number
}

const WARM_UP_CALLS = 15
const MAX_CALLS = 150
const MIN_CALLS = 5
const MAX_SECONDS = 3

/**
 * Makes the same call on two companies, alternating, one at a time, so that other load on the
 * machine affects both.
 * @throws Error if it fails on one of them
 */
async function alternate(
  sides: readonly [Company, Company],
  calls: readonly [ScreenCall, ScreenCall],
): Promise<[CallTime, CallTime]> {
  const agent = new Agent({ keepAlive: true })
  const times: [number[], number[]] = [[], []]
  const bytes: [number, number] = [0, 0]
  const begin = performance.now()
  const isOver = (n: number) =>
    n >= WARM_UP_CALLS + MAX_CALLS ||
    (n >= MIN_CALLS && performance.now() - begin > MAX_SECONDS * 1000)
  for (let n = 0; !isOver(n); n++)
    for (const side of [0, 1] as const) {
      const company = sides[side]
      const call = signedIn(company, calls[side])
      const from = performance.now()
      bytes[side] = await once(company.server.url, call, agent)
      times[side].push(performance.now() - from)
    }
  agent.destroy()
  const found = (side: 0 | 1) => {
    const all = times[side]
    return {
      p50: speedOf(all.slice(Math.min(WARM_UP_CALLS, all.length - MIN_CALLS))).p50,
      bytes: bytes[side],
    }
  }
  return [found(0), found(1)]
}

/** The call with the session of its person and the headers of a browser. */
function signedIn({ admin, sub, client }: Company, call: ScreenCall) {
  const api = { admin, sub: sub.api, client: client.api }[call.as]
  return { ...call, headers: { cookie: api.cookie, 'accept-encoding': 'gzip, deflate, br, zstd' } }
}

/** Measures all calls on both sides. `onResult` gets the times of each, or the error. */
export async function alternateAll(
  [first, second]: readonly [Side, Side],
  onResult: (name: string, found: [CallTime, CallTime] | Error) => void,
) {
  for (const [n, call] of first.calls.entries()) {
    const other = second.calls[n]
    if (other?.name !== call.name) throw new Error(`${call.name} is not on both sides`)
    const found = await alternate([first.company, second.company], [call, other]).catch(
      (error: Error) => error,
    )
    onResult(call.name, found)
  }
}
