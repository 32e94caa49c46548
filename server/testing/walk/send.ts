import type { Row } from '@plumbline/contract/route.ts'
import type { Stage } from './cast.ts'
import type { Sent } from './sliceTests.ts'

/** A request in the form in which it is sent. */
export interface Request {
  readonly url: string
  readonly body: Buffer | object | undefined
  readonly headers: Readonly<Record<string, string>>
}

interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The request of a row for what is sent to it, as the admin by default. */
export async function requestOf(stage: Stage, row: Row, sent: Sent<Row>): Promise<Request> {
  const { params = {}, query, body } = sent as Parts
  const path = row.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const url = query ? `${path}?${new URLSearchParams(query).toString()}` : path
  const headers = { cookie: sent.cookie ?? stage.people.admin.cookie }
  if (!(body instanceof FormData)) return { url, body: body as object | undefined, headers }
  const form = new Response(body)
  const type = { 'content-type': form.headers.get('content-type') ?? '' }
  return { url, body: Buffer.from(await form.arrayBuffer()), headers: { ...headers, ...type } }
}

/** Sends a request to a row. */
export const send = ({ w }: Stage, { method }: Row, { url, body, headers }: Request, more = {}) =>
  w.call('nobody', method, url, body, { ...headers, ...more })

export type Answer = Awaited<ReturnType<typeof send>>
