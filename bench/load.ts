import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string | Uint8Array
  /** Of the body; JSON by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Milliseconds, except for the rate. */
export interface Speed {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
}

/** What many calls took. */
export interface Load extends Speed {
  /** How many there were, with those that warmed up. */
  readonly made: number
}

export interface Loading {
  readonly seconds?: number
  readonly connections?: number
  /** The sessions that the connections take in turn. */
  readonly cookies?: readonly string[]
}

/**
 * Repeats a call on several connections, each waiting for its response.
 * @param seconds how long to measure, after a third of that to warm up
 * @throws Error when a call fails: fast errors would count as fast calls
 */
export async function measure(
  url: string,
  call: Call,
  { seconds = 4, connections = 8, cookies = [] }: Loading = {},
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const from = performance.now() + (seconds * 1000) / 3
  const until = from + seconds * 1000
  const times: number[] = []
  let made = 0
  const lane = async (number: number) => {
    const cookie = cookies[number % cookies.length]
    const own = { ...call, headers: { ...call.headers, ...(cookie && { cookie }) } }
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await once(url, own, agent)
      made++
      if (begin >= from) times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => lane(number)))
  agent.destroy()
  return { ...speedOf(times, seconds), made }
}

/** Rate and percentiles of calls that took so many milliseconds each, in so many seconds. */
export function speedOf(times: readonly number[], seconds = Number.NaN): Speed {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)]
  return { perSecond: times.length / seconds, p50, p95, p99, longest: sorted.at(-1) ?? Number.NaN }
}

/** Makes a call and reads its response. @returns bytes, as they were sent. @throws Error when it fails */
export function once(
  url: string,
  { method, path, body, type = 'application/json', headers = {} }: Call,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    const outgoing = request(
      url + path,
      { method, agent, headers: { ...headers, ...length } },
      (incoming) => {
        const status = incoming.statusCode ?? 0
        if (status >= 300) reject(new Error(`${method} ${path} answered ${status}`))
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => (bytes += chunk.length))
        incoming.once('end', () => resolve(bytes))
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** The run with the median rate. */
export function median<T extends Speed>(speeds: readonly T[]): T {
  const sorted = speeds.toSorted((a, b) => a.perSecond - b.perSecond)
  const chosen = sorted[Math.floor(sorted.length / 2)]
  if (!chosen) throw new Error('nothing was measured')
  return chosen
}
