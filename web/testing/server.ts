import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FailureName, failures } from '@plumbline/contract/failures.ts'
import type { InputOf, Row } from '@plumbline/contract/route.ts'
import { z } from 'zod'

export interface Seen {
  readonly method: string
  readonly url: string
  /** The path parameters. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sent as it is, without a schema; `hangup` breaks the connection. */
export type RawResponse =
  | { status?: number; body?: unknown; headers?: Record<string, string> }
  | 'hangup'
/** A reply that the row's schema accepts, or a failure of the contract by name. */
type RowResponse<R extends Row> =
  | { body: InputOf<R['reply']>; headers?: Record<string, string> }
  | { failure: FailureName; fields?: Readonly<Record<string, string>> }
  | 'hangup'
type Answering<A> = A | ((seen: Seen) => A | Promise<A>)

interface Handler {
  readonly method: string
  readonly pattern: RegExp
  /** The path has no parameters. */
  readonly isExact: boolean
  readonly row: Row | undefined
  readonly answer: Answering<RawResponse | RowResponse<Row>>
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)}$`)

/** The number of tests that have run on this page, so that requests are numbered differently in every file. */
let tests = 0

/**
 * A small server behind the screens of a test: real HTTP, answers by contract row, whose replies have to satisfy the
 * row's schema. Other requests get 404. The page's address is set to it.
 */
export async function startServer() {
  let handlers: Handler[] = []
  const seen: Seen[] = []
  const broken: string[] = []
  /** The number of the test that runs, which its requests have as a cookie. */
  let current = tests

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
    broken.push(problem)
    return { status: 500, body: { message: problem, code: 'internal' } }
  }

  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => void respond())
    const respond = async () => {
      const asked = /\btest=(\d+)/.exec(request.headers.cookie ?? '')?.[1]
      // An earlier test made it: it is not counted, and an answer could only disturb.
      if (asked && asked !== String(current)) return
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://test')
      const fitting = handlers.filter(
        ({ method, pattern }) => method === request.method && pattern.test(pathname),
      )
      // As on the server, a path without parameters goes before one with them.
      const found = fitting.findLast(({ isExact }) => isExact) ?? fitting.at(-1)
      const entry: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        params: found?.pattern.exec(pathname)?.groups ?? {},
        query: searchParams,
        headers: request.headers,
        body,
      }
      seen.push(entry)
      const given = found?.answer ?? ({ failure: 'notFound' } as const)
      const answer = answerOf(typeof given === 'function' ? await given(entry) : given, found?.row)
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
   * Sets the answer of a row for every path that fits it, `on(jobRoutes.list, { body: [] })`; the one set last wins.
   * A plain `METHOD /path` answers without a schema, for what no row declares.
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
    /** Every request that came, in order. */
    seen,
    /** Opens an address, as if it were typed. */
    visit: (path: string) => {
      window.location.href = origin + path
      // happy-dom leaves the page before in the history, at which Back would arrive.
      history.replaceState(null, '')
      Object.assign(document, { cookie: `test=${current}; path=/` })
    },
    /** Forgets requests and answers; throws when an answer of the test before broke its schema. */
    reset: () => {
      const problems = broken.splice(0)
      seen.length = 0
      handlers = []
      tests += 1
      current = tests
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      if (broken.length > 0) throw new Error(broken.join('\n'))
    },
  }
}
