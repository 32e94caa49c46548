import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FailureName, failures } from '@plumbline/contract/failures.ts'
import type { InputOf, Row } from '@plumbline/contract/route.ts'
import { z } from 'zod'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  /** The path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A response that is sent without a schema check. `hangup` breaks the connection. */
export type RawResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'hangup'
/** A reply that the row's schema accepts, or a failure of the contract by name. */
type RowResponse<R extends Row> =
  | { body: InputOf<R['reply']>; headers?: Record<string, string> }
  | { failure: FailureName; fields?: Readonly<Record<string, string>> }
  | 'hangup'
type Answering<A> = A | ((seen: SeenRequest) => A | Promise<A>)

interface Handler {
  readonly method: string
  readonly pattern: RegExp
  /** Whether the path has no parameters. */
  readonly isExact: boolean
  readonly row: Row | undefined
  readonly answer: Answering<RawResponse | RowResponse<Row>>
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)}$`)

/** The number of tests that have run on this page, so that each test has its own number. */
let testCount = 0

/**
 * A small HTTP server behind the screens of a test. It answers by contract row, and replies have to
 * satisfy the row's schema. Other requests get 404. Sets the page's address to it.
 */
export async function startServer() {
  let handlers: Handler[] = []
  const seen: SeenRequest[] = []
  const schemaProblems: string[] = []
  /** The number of the running test, which its requests send as a cookie. */
  let currentTest = testCount

  const answerOf = (answer: RawResponse | RowResponse<Row>, row: Row | undefined): RawResponse => {
    if (answer === 'hangup') return answer
    if ('failure' in answer) {
      const { status, message } = failures[answer.failure]
      const { failure: code, fields } = answer
      return { status, body: { message, code, ...(fields && { fields }) } }
    }
    if (!row) return answer
    const parsed = z.safeParse(row.reply as unknown as z.ZodType, answer.body)
    if (parsed.success) return { status: row.status ?? 200, ...answer, body: parsed.data }
    const problem = `The test's answer to ${row.method} ${row.path} breaks its schema: ${parsed.error}`
    schemaProblems.push(problem)
    return { status: 500, body: { message: problem, code: 'internal' } }
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => void respond())
    const respond = async () => {
      const requestTest = /\btest=(\d+)/.exec(request.headers.cookie ?? '')?.[1]
      // A request of an earlier test. It is not counted and gets no response, which could only
      // interfere.
      if (requestTest && requestTest !== String(currentTest)) return
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
      const matching = handlers.filter(
        ({ method, pattern }) => method === request.method && pattern.test(pathname),
      )
      // As on the server, a path without parameters takes precedence.
      const handler = matching.findLast(({ isExact }) => isExact) ?? matching.at(-1)
      const entry: SeenRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        params: handler?.pattern.exec(pathname)?.groups ?? {},
        query: searchParams,
        headers: request.headers,
        body,
      }
      seen.push(entry)
      const configured = handler?.answer ?? ({ failure: 'notFound' } as const)
      const answer = answerOf(
        typeof configured === 'function' ? await configured(entry) : configured,
        handler?.row,
      )
      if (answer === 'hangup') return request.socket.destroy()
      response.writeHead(answer.status ?? 200, {
        'Content-Type': 'application/json',
        ...answer.headers,
      })
      const text = answer.body
      response.end(text === undefined || typeof text === 'string' ? text : JSON.stringify(text))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /**
   * Sets the response of a row for every path that matches it, `on(jobRoutes.list, { body: [] })`.
   * The last one wins. A plain `METHOD /path` responds without a schema, for a route that no row
   * declares.
   */
  function on<const T extends Row | string>(
    target: T,
    answer: Answering<T extends Row ? RowResponse<T> : RawResponse>,
  ) {
    const row: Row | undefined = typeof target === 'string' ? undefined : target
    const [method = '', path = ''] =
      typeof target === 'string' ? target.split(' ', 2) : [row?.method, row?.path]
    handlers.push({
      method,
      pattern: patternOf(path),
      isExact: !path.includes(':'),
      row,
      answer,
    })
  }

  return {
    on,
    /** All requests so far, in order. */
    seen,
    /** Opens an address, as if it were typed into the address bar. */
    visit: (path: string) => {
      window.location.href = origin + path
      // happy-dom leaves the previous page in the history, where Back would go to it.
      history.replaceState(null, '')
      Object.assign(document, { cookie: `test=${currentTest}; path=/` })
    },
    /**
     * Clears requests and responses. Throws when a response of the previous test broke its schema.
     */
    reset: () => {
      const problems = schemaProblems.splice(0)
      seen.length = 0
      handlers = []
      testCount += 1
      currentTest = testCount
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      if (schemaProblems.length > 0) throw new Error(schemaProblems.join('\n'))
    },
  }
}
