import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy from '@fastify/busboy'
import { Failure, invalid } from '@plumbline/contract/failures.ts'
import { MAX_PHOTO_BYTES } from '@plumbline/contract/photos.ts'
import { HOUR_MS } from '@plumbline/contract/time.ts'
import type { FastifyRequest } from 'fastify'
import { newId } from '../platform/db/ids.ts'
import { requireFreeSpace } from '../platform/files/freeSpace.ts'
import { uploadsFolder } from '../platform/files/uploadsFolder.ts'
import type { Settings } from '../platform/settings.ts'
import { countCall } from './limits/rates.ts'
import type { Services } from './services.ts'
import type { SignedIn } from './session.ts'

const MIB = 1024 * 1024
/** The limits of one upload, sizes in bytes. */
const UPLOAD_LIMITS = {
  total: 26 * MIB,
  fileSize: MAX_PHOTO_BYTES,
  files: 1,
  fields: 5,
  fieldSize: 16 * 1024,
  parts: 8,
  headerPairs: 32,
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields and the file of `multipart/form-data`, once received. */
    upload: Upload | null
  }
}

/** An uploaded file, in a temporary folder that is removed after the request. */
export interface UploadedFile {
  readonly path: string
  /** The folder for files derived from it, on the same disk. */
  readonly folder: string
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface Upload {
  readonly fields: Readonly<Record<string, string>>
  readonly file: UploadedFile
}

/** The one file of a request: the name of its field, and its maximum size in bytes. */
interface FileField {
  readonly field: string
  readonly limit?: number | undefined
}

const MULTIPART = 'multipart/form-data'

/** Whether the request is `multipart/form-data`. */
export function isMultipart(request: FastifyRequest): boolean {
  return (request.headers['content-type'] ?? '').toLowerCase().startsWith(MULTIPART)
}

/** Counts an upload against the person's limit per minute, which all nodes share. */
export function countUpload({ database, settings }: Services, person: SignedIn, now: Date) {
  return countCall(database.db, `upload ${person.id}`, settings.rateUploads, now)
}

/**
 * Receives the fields and the file of a multipart request under the limits, and passes them to
 * `use`. The folder is removed afterwards.
 * @throws Failure unsupportedType, tooLarge, fileTooLarge, malformedUpload, invalid when the file
 *   is missing, noSpace
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { field, limit }: FileField,
  space: Pick<Settings, 'dataDir' | 'minFree'>,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (!isMultipart(request)) throw new Failure('unsupportedType')
  await requireFreeSpace(space, Number(request.headers['content-length'] ?? 0))
  const folder = path.join(uploadsFolder(space.dataDir), newId())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = path.join(folder, 'file')
    const { fields, written, isNamed } = await receive(request.raw, { field, limit }, file)
    // A form without a chosen file sends an empty file without a name.
    if (!written || (written.size === 0 && !isNamed))
      throw invalid({ [field]: 'Please select a file' })
    if (written.size === 0) throw invalid({ [field]: 'The file is empty' })
    request.upload = { fields, file: { ...written, path: file, folder } }
    return await use(request.upload)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Written {
  readonly size: number
  readonly sha256: string
}

/** Parses the request. Rejects at the first error, once the file has been closed. */
function receive(
  raw: IncomingMessage,
  { field, limit = UPLOAD_LIMITS.fileSize }: FileField,
  target: string,
): Promise<{ fields: Record<string, string>; written: Written | undefined; isNamed: boolean }> {
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = Object.create(null)
    const abort = new AbortController()
    let writing: Promise<Written> | undefined
    let isNamed = false
    let total = 0

    const limits = { ...UPLOAD_LIMITS, fileSize: limit, total: limit + MIB }
    const parser = openParser(raw, limits)
    const fail = (error: Error) => {
      if (abort.signal.aborted) return
      raw.unpipe(parser)
      // The rest is read and dropped: a browser that is cut off while sending never sees the
      // response.
      raw.resume()
      abort.abort()
      void Promise.allSettled([writing]).then(() => reject(error))
    }
    const message = `A file may have at most ${Math.round(limit / MIB)} MB`
    const tooLarge = (name: 'fileTooLarge' | 'tooLarge') =>
      new Failure(name, { message, fields: { [field]: message } })
    const failAs = (name: ConstructorParameters<typeof Failure>[0]) => () => fail(new Failure(name))

    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail(new Failure('tooLarge'))
      fields[name] = value
    })
    parser.on('file', (name, stream, filename) => {
      stream.on('limit', () => fail(tooLarge('fileTooLarge')))
      // A full disk is reported by the stream too, with a code; the parser's errors have none.
      stream.on('error', (error) => fail('code' in error ? error : new Failure('malformedUpload')))
      if (name !== field) return void stream.resume()
      isNamed = Boolean(filename)
      writing = write(stream, target, abort.signal)
      writing.catch(fail)
    })
    parser.on('partsLimit', failAs('tooLarge'))
    parser.on('filesLimit', failAs('tooLarge'))
    parser.on('fieldsLimit', failAs('tooLarge'))
    parser.on('error', failAs('malformedUpload'))
    parser.on('finish', () => {
      if (!abort.signal.aborted)
        Promise.resolve(writing).then((written) => resolve({ fields, written, isNamed }), fail)
    })

    raw.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total > limits.total) fail(tooLarge('tooLarge'))
    })
    raw.on('close', () => {
      if (!raw.readableEnded) fail(new Failure('malformedUpload'))
    })
    // The client disconnected while the person was looked up.
    if (raw.destroyed) fail(new Failure('malformedUpload'))
    else if (Number(raw.headers['content-length'] ?? 0) > limits.total) fail(tooLarge('tooLarge'))
    else raw.pipe(parser)
  })
}

function openParser(raw: IncomingMessage, limits: typeof UPLOAD_LIMITS) {
  try {
    const headers = { ...raw.headers, 'content-type': raw.headers['content-type'] ?? '' }
    return new Busboy({ headers, limits })
  } catch {
    // No valid boundary.
    throw new Failure('malformedUpload')
  }
}

async function write(
  source: NodeJS.ReadableStream,
  target: string,
  signal: AbortSignal,
): Promise<Written> {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(target, { mode: 0o600 }), { signal })
  return { size, sha256: hash.digest('hex') }
}

/**
 * Removes uploads that a killed process did not clean up. Folders less than an hour old may belong
 * to another node.
 */
export async function sweepUploads(dataDir: string, now: Date) {
  const folder = uploadsFolder(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name)
    // Undefined if another node, or the end of the upload, has removed it in the meantime.
    const found = await stat(place).catch(() => undefined)
    if (found && now.getTime() - found.mtimeMs > HOUR_MS)
      await rm(place, { recursive: true, force: true })
  }
}
