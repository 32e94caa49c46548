import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Failure } from '@plumbline/contract/failures.ts'
import type { FastifyRequest } from 'fastify'
import type { FileStore, Range } from '../platform/files/store.ts'

/** A response with bytes instead of JSON. */
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
  /** The name for saving it, made by the server and never taken from a person. */
  readonly name: string
  /** Whether it is saved rather than shown. */
  readonly attachment: boolean
  /** Whether it stands in for the file at this address. If so, browsers revalidate it each time. */
  readonly isPlaceholder?: boolean
}

/** A text that is generated for each request, served as a file. */
export interface ServedText extends Pick<ServedFile, 'contentType' | 'name' | 'attachment'> {
  readonly text: string
}

const disposition = ({ attachment, name }: Pick<ServedFile, 'attachment' | 'name'>) =>
  `${attachment ? 'attachment' : 'inline'}; filename="${name}"`

/** Whether the browser already has the version with this tag. */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  return (headers['if-none-match'] ?? '')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .includes(tag)
}

/** The text as a response: 200, or 304 when the browser has it. Caches revalidate it each time. */
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

/** The time for which a browser may use a file from its cache, in seconds. */
const CACHE_SECONDS = 3600

/**
 * Parses one range `bytes=a-b` of a file of that size. Undefined for the whole file, null for a
 * range outside it.
 */
function rangeOf(header: string | undefined, size: number): Range | undefined | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : null
}

/**
 * The file as a response: 200, 304 when the browser has it, or 206 for a range. A browser may cache
 * it for this person (the cookie is part of the cache key), proxies may not.
 */
export async function fileResponse(
  request: FastifyRequest,
  store: FileStore,
  file: ServedFile,
): Promise<FileResponse> {
  const tag = `"${file.sha256.slice(0, 32)}"`
  const headers = {
    etag: tag,
    'cache-control': file.isPlaceholder ? 'private, no-cache' : `private, max-age=${CACHE_SECONDS}`,
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
