import { Failure } from '@plumbline/contract/failures.ts'
import { tagOf } from '@plumbline/contract/route.ts'
import type { ListPage } from '../db/paging.ts'

/** What goes out: kept as it is for a repeat of the same Idempotency-Key. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** The version of a single thing; undefined for what has none. */
export function versionOf(thing: unknown): string | undefined {
  const updatedAt = (thing as { updatedAt?: Date | string } | null | undefined)?.updatedAt
  return updatedAt === undefined ? undefined : tagOf({ updatedAt })
}

/** Refuses a change (412) when `If-Match` names another version than the one that stands. */
export function requireMatch(header: string | undefined, subject: unknown) {
  if (header === undefined || header.trim() === '*') return
  const tag = versionOf(subject)
  const named = header.split(',').map((part) => part.trim())
  if (tag !== undefined && !named.includes(tag)) throw new Failure('stale')
}

/** The headers of a page: the total, and the address of the next page with every other filter kept. */
export function pageHeaders(page: ListPage<unknown>, url: string): Record<string, string> {
  const headers = { 'x-total-count': String(page.total) }
  if (page.next === undefined) return headers
  const [path = '', query] = url.split('?')
  const search = new URLSearchParams(query)
  search.set(page.cursorName, page.next)
  return { ...headers, link: `<${path}?${search.toString()}>; rel="next"` }
}
