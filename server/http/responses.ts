import { Failure } from '@plumbline/contract/failures.ts'
import { type Row, tagOf } from '@plumbline/contract/route.ts'
import { BATCH, LongList, slicesOf } from '../platform/db/longList.ts'
import { ListPage } from '../platform/db/paging.ts'
import { FileResponse } from './file.ts'
import { declared } from './validate.ts'

/**
 * A response before it is sent. It is stored in this form for a repeat with the same
 * Idempotency-Key.
 */
export interface HttpResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The version of a single thing, or undefined if it has none. */
function versionOf(thing: unknown): string | undefined {
  const updatedAt = (thing as { updatedAt?: Date | string } | null | undefined)?.updatedAt
  return updatedAt === undefined ? undefined : tagOf({ updatedAt })
}

/** Refuses a change (412) when `If-Match` names a version other than the current one. */
export function requireMatch(header: string | undefined, subject: unknown) {
  if (header === undefined || header.trim() === '*') return
  const tag = versionOf(subject)
  const tags = header.split(',').map((part) => part.trim())
  if (tag !== undefined && !tags.includes(tag)) throw new Failure('stale')
}

/** The headers of a page: the total, and the address of the next page with the same filters. */
function pageHeaders(page: ListPage<unknown>, url: string): Record<string, string> {
  const headers = page.total === undefined ? {} : { 'x-total-count': String(page.total) }
  if (page.next === undefined) return headers
  const [path = '', query] = url.split('?')
  const search = new URLSearchParams(query)
  search.set(page.cursorName, page.next)
  return { ...headers, link: `<${path}?${search.toString()}>; rel="next"` }
}

/**
 * The response for the return value of a handler: a file, a page of a list with its headers, a long
 * list, or one thing with its version.
 */
export function responseOf(row: Row, reply: unknown, url: string): HttpResponse {
  const status = row.status ?? 200
  if (reply instanceof FileResponse) return reply
  const isPage = reply instanceof ListPage
  const items = isPage ? reply.items : reply
  const isLong = row.method === 'GET' && Array.isArray(items) && items.length > BATCH
  const list = isLong ? new LongList(() => slicesOf(items)) : items
  const headers = isPage ? pageHeaders(reply, url) : {}
  if (list instanceof LongList) {
    const type = { 'content-type': 'application/json; charset=utf-8' }
    return { status, body: list, headers: { ...headers, ...type } }
  }
  if (isPage) return { status, body: declared(row.reply, items), headers }
  const tag = versionOf(reply)
  return { status, body: declared(row.reply, reply), headers: tag ? { etag: tag } : {} }
}
