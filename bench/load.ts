import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Milliseconds, except for the rate. */
export interface Speed {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/**
 * Repeats a call on several connections, each waiting for its response.
 * @param seconds how long to measure, after a third of that to warm up
 * @throws Error when a call fails: fast errors would count as fast calls
 */
export async function measure(
  url: string,
  call: Call,
  { seconds = 4, connections = 8 } = {},
): Promise<Speed> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const from = performance.now() + (seconds * 1000) / 3
  const until = from + seconds * 1000
  const times: number[] = []
  const lane = async () => {
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await once(url, call, agent)
      if (begin >= from) times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  agent.destroy()
  return speedOf(times, seconds)
}

/** Rate and percentiles of calls that took so many milliseconds each, in so many seconds. */
export function speedOf(times: readonly number[], seconds = Number.NaN): Speed {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

function once(
  url: string,
  { method, path, body, headers = {} }: Call,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(
      url + path,
      { method, agent, headers: { ...headers, ...length } },
      (incoming) => {
        const status = incoming.statusCode ?? 0
        if (status >= 300) reject(new Error(`${method} ${path} answered ${status}`))
        incoming.resume().once('end', resolve)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** The median of several runs by rate. */
export function median(speeds: readonly Speed[]): Speed {
  const sorted = speeds.toSorted((a, b) => a.perSecond - b.perSecond)
  const chosen = sorted[Math.floor(sorted.length / 2)]
  if (!chosen) throw new Error('nothing was measured')
  return chosen
}
