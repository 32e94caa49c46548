import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  /** JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Times in milliseconds. */
export interface Speed {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
}

/** The result of many calls. */
export interface Load extends Speed {
  readonly perSecond: number
  /** The number of calls, including those for the warm-up. */
  readonly made: number
}

export interface LoadOptions {
  readonly seconds: number
  readonly connections: number
  /** The session cookies, which are distributed over the connections. */
  readonly cookies?: readonly string[]
}

/**
 * Repeats a call on several connections, each waiting for its response, after a warm-up of a third
 * of the time.
 * @throws Error if a call fails, because fast errors would count as fast calls
 */
export async function measure(
  url: string,
  call: Call,
  { seconds, connections, cookies = [] }: LoadOptions,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const from = performance.now() + (seconds * 1000) / 3
  const until = from + seconds * 1000
  const times: number[] = []
  let made = 0
  const lane = async (number: number) => {
    const cookie = cookies[number % cookies.length]
    const own = { ...call, headers: { ...call.headers, ...(cookie && { cookie }) } }
    let begin = performance.now()
    while (begin < until || times.length === 0) {
      await once(url, own, agent)
      made++
      if (begin >= from) times.push(performance.now() - begin)
      begin = performance.now()
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => lane(number)))
  agent.destroy()
  return { ...speedOf(times), perSecond: times.length / seconds, made }
}

/** The percentiles of times. */
export function speedOf(times: readonly number[]): Speed {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1) }
}

/** Makes a call and reads its response. @throws Error if it fails */
function once(url: string, { method, path, body, headers }: Call, agent: Agent): Promise<void> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url + path,
      { method, agent, headers: { ...headers, ...type } },
      (incoming) => {
        const status = incoming.statusCode ?? 0
        if (status >= 300) reject(new Error(`${method} ${path} answered ${status}`))
        incoming.once('end', resolve).resume()
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** The run with the median p50. */
export function median<T extends Load>(loads: readonly T[]): T {
  const sorted = loads.toSorted((a, b) => a.p50 - b.p50)
  const chosen = sorted[Math.floor(sorted.length / 2)]
  if (!chosen) throw new Error('nothing was measured')
  return chosen
}
