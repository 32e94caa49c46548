import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string | Uint8Array
  /** The content type of the body; JSON by default. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The rate per second, and times in milliseconds. */
export interface Speed {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
}

/** The result of many calls. */
export interface Load extends Speed {
  /** The number of calls, including those for the warm-up. */
  readonly made: number
}

export interface LoadOptions {
  readonly seconds?: number
  readonly connections?: number
  /** The session cookies, which are distributed over the connections. */
  readonly cookies?: readonly string[]
}

/**
 * Repeats a call on several connections, each waiting for its response.
 * @param seconds how long to measure, after a warm-up of a third of that time
 * @throws Error if a call fails, because fast errors would count as fast calls
 */
export async function measure(
  url: string,
  call: Call,
  { seconds = 4, connections = 8, cookies = [] }: LoadOptions = {},
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

/**
 * The rate and percentiles of calls.
 * @param times in milliseconds
 * @param seconds the duration of the measurement
 */
export function speedOf(times: readonly number[], seconds = Number.NaN): Speed {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  const [p50, p95, p99] = [at(0.5), at(0.95), at(0.99)]
  return { perSecond: times.length / seconds, p50, p95, p99, longest: sorted.at(-1) ?? Number.NaN }
}

/**
 * Makes a call and reads its response.
 * @returns the bytes of the response as it was sent
 * @throws Error if it fails
 */
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
