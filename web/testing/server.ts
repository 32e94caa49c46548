import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
/** A status and a body; text is sent as it is, `hangup` breaks the connection. */
export type Answer =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'hangup'

/**
 * A small server behind the screens of a test: real HTTP, answers by `METHOD /path` (without its query). What is not
 * listed is 404. The page's own address is set to it.
 */
export async function startServer() {
  const answers = new Map<string, Answer | ((seen: Seen) => Answer | Promise<Answer>)>()
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => void answer())
    const answer = async () => {
      const entry: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      }
      seen.push(entry)
      const found = answers.get(`${entry.method} ${entry.url.split('?')[0]}`)
      const said =
        typeof found === 'function'
          ? await found(entry)
          : (found ?? { status: 404, body: { message: 'Not found' } })
      if (said === 'hangup') return request.socket.destroy()
      response.writeHead(said.status ?? 200, {
        'Content-Type': 'application/json',
        ...said.headers,
      })
      response.end(
        said.body === undefined || typeof said.body === 'string'
          ? said.body
          : JSON.stringify(said.body),
      )
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** Sets the answer of a call: `on('GET /api/jobs', { body: [] })`. */
    on: (call: string, answer: Answer | ((seen: Seen) => Answer | Promise<Answer>)) =>
      answers.set(call, answer),
    /** Every request that came, in order. */
    seen,
    /** Opens an address, as if it were typed. */
    visit: (path: string) => {
      window.location.href = origin + path
    },
    /** Forgets requests and answers. */
    reset: () => {
      seen.length = 0
      answers.clear()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
