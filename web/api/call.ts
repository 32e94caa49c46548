import type { FailureBody, Fields } from '@plumbline/contract/failures.ts'
import { type Call, type Reply, type Row, tagOf } from '@plumbline/contract/route.ts'
import { trackedFetch } from './connection.ts'
import { viewedId, viewOnly } from './viewAs.ts'

/** A response that was not OK. The message is `<status>: <body text>`, or the status text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The failure's name in contract/failures.ts, if the body has one. */
  readonly code: string | undefined
  /** Problems by field path. */
  readonly fields: Fields
  /** The server's message, a sentence; undefined when the body is not from the server. */
  readonly reason: string | undefined
  /** The `Retry-After` of the response in seconds, if it has one. */
  readonly retryAfter: number | undefined

  constructor(status: number, text: string, retryAfter?: string | null) {
    super(`${status}: ${text}`)
    const body = failureBody(text)
    this.status = status
    this.code = body?.code
    this.fields = body?.fields ?? {}
    this.reason = body?.message
    this.retryAfter = Number(retryAfter) || undefined
  }
}

/** Whether a call failed because the thing does not exist or this person may not see it. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Refuses a write in a tab that is a view as another person. @throws ApiError viewOnly */
export function refuseWhileViewing() {
  if (viewedId()) throw new ApiError(403, JSON.stringify({ message: viewOnly, code: 'viewOnly' }))
}

function failureBody(text: string): Partial<FailureBody> | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

/** The part of a row that a request needs. app/session.ts has a copy, to load no schemas. */
export type Target = Pick<Row, 'method' | 'path'>

export interface CallOptions {
  signal?: AbortSignal
  /** Two POSTs with the same key and body count as one. Every POST has a new key by default. */
  idempotencyKey?: string
  /** The version that was edited; the server refuses the write (412) when it has changed since. */
  version?: Versioned | undefined
  /** Sends it as the admin even in a tab that is a view as another person. */
  asOneself?: boolean
}

/** A thing whose `updatedAt` changes with every edit. */
export interface Versioned {
  readonly updatedAt: string
}

/** The arguments of a call to any row. */
export interface Sent {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
}

/** The arguments after the row; optional where the row takes none. */
export type CallArgs<R extends Row> =
  unknown extends Call<R>
    ? [args?: undefined, options?: CallOptions]
    : object extends Call<R>
      ? [args?: Call<R>, options?: CallOptions]
      : [args: Call<R>, options?: CallOptions]

/** A random key for one intended write. */
export function newKey(): string {
  // crypto.randomUUID is missing on a plain http office network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The address of a call: path parameters filled in, empty query parameters left out. */
export function addressOf(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return entries.length > 0 ? `${filled}?${search}` : filled
}

/** Resolves with the response. @throws ApiError when it is not OK, NetworkError without one */
export async function send(
  target: Target,
  sent: Sent = {},
  options: CallOptions = {},
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  const viewed = options.asOneself ? undefined : viewedId()
  if (viewed && target.method !== 'GET') refuseWhileViewing()
  if (viewed) headers.set('X-View-As', viewed)
  const json = sent.body !== undefined && !(sent.body instanceof FormData)
  if (json) headers.set('Content-Type', 'application/json')
  if (target.method === 'POST') headers.set('Idempotency-Key', options.idempotencyKey ?? newKey())
  if (options.version) headers.set('If-Match', tagOf(options.version))
  const response = await trackedFetch(addressOf(target.path, sent), {
    method: target.method,
    credentials: 'same-origin',
    headers,
    body: json ? JSON.stringify(sent.body) : ((sent.body as FormData | undefined) ?? null),
    signal: options.signal ?? null,
  })
  if (response.ok) return response
  const text = (await response.text()) || response.statusText
  throw new ApiError(response.status, text, response.headers.get('Retry-After'))
}

/** Calls a row of the contract: `await call(jobRoutes.one, { params: { id } })`. */
export async function call<const R extends Row>(
  row: R,
  ...[args, options]: CallArgs<R>
): Promise<Reply<R>> {
  const response = await send(row, args as Sent | undefined, options)
  return (response.status === 204 ? undefined : await response.json()) as Reply<R>
}
