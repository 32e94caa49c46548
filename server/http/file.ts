import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'
import type { FileStore, Range } from '../platform/files/store.ts'

/** Bytes in place of JSON. */
export class FileResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | string | undefined

  constructor(status: number, headers: Readonly<Record<string, string>>, body?: Readable | string) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

export interface ServedFile {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  /** Its name when it is saved; made by the server, never taken from a person. */
  readonly name: string
  /** Saved rather than shown. */
  readonly attachment: boolean
  /** Shown in place of what its address names: a browser asks again each time. */
  readonly isStandIn?: boolean
}

/** A text that is made for each request, as a file. */
export interface ServedText extends Pick<ServedFile, 'contentType' | 'name' | 'attachment'> {
  readonly text: string
}

const disposition = ({ attachment, name }: Pick<ServedFile, 'attachment' | 'name'>) =>
  `${attachment ? 'attachment' : 'inline'}; filename="${name}"`

/** Whether the browser already has what the tag stands for. */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  return (headers['if-none-match'] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .includes(tag)
}

/** The text as a response: 200, or 304 when the browser has it. Caches ask again each time. */
export function textResponse(request: FastifyRequest, served: ServedText): FileResponse {
  const { text, contentType } = served
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 32)}"`
  const headers = { etag: tag, 'cache-control': 'private, no-cache' }
  if (isKnown(request, tag)) return new FileResponse(304, headers)
  return new FileResponse(
    200,
    { ...headers, 'content-type': contentType, 'content-disposition': disposition(served) },
    text,
  )
}

/** How long a browser may use a file from its cache; seconds. */
const FRESH = 3600

/**
 * One part `bytes=a-b` of a file of that size; undefined for the whole, null for one that does not
 * exist.
 */
function rangeOf(header: string | undefined, size: number): Range | undefined | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : null
}

/**
 * The file as a response: 200, 304 when the browser has it, 206 for a part. Browsers may cache it
 * for this person (the cookie is part of the cache's key), proxies may not.
 */
export async function fileResponse(
  request: FastifyRequest,
  store: FileStore,
  file: ServedFile,
): Promise<FileResponse> {
  const tag = `"${file.sha256.slice(0, 32)}"`
  const headers = {
    etag: tag,
    'cache-control': file.isStandIn ? 'private, no-cache' : `private, max-age=${FRESH}`,
    vary: 'Cookie',
  }
  if (isKnown(request, tag)) return new FileResponse(304, headers)

  const ifRange = request.headers['if-range']
  const range =
    ifRange === undefined || ifRange === tag ? rangeOf(request.headers.range, file.size) : undefined
  if (range === null) return new FileResponse(416, { 'content-range': `bytes */${file.size}` })
  const found = await store.open(file.key, range)
  if (!found) {
    request.log.error({ key: file.key }, 'A file that a row refers to is missing')
    throw new Failure('notFound')
  }
  const length = range ? range.end - range.start + 1 : found.size
  return new FileResponse(
    range ? 206 : 200,
    {
      ...headers,
      'content-type': file.contentType,
      'content-length': String(length),
      'content-disposition': disposition(file),
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${range.start}-${range.end}/${found.size}` } : {}),
    },
    found.stream,
  )
}
