import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { isConnectionError } from '../platform/db/connectionErrors.ts'
import { logged } from './failures.ts'
import type { Written } from './idempotency.ts'
import { reauthorize } from './reauthorize.ts'
import type { HttpResponse } from './responses.ts'
import type { RequestContext, StoredFile, UploadContext } from './steps.ts'
import { countUpload, withUpload } from './upload.ts'
import { validate } from './validate.ts'

/** Writes the row in one transaction. */
export type Write = (stored?: StoredFile) => Promise<Written>

/**
 * Receives the upload of a row, stores its files and writes the row. Files without a row are
 * deleted again.
 */
export async function uploadResponse(
  row: Row,
  storeFile: (context: UploadContext<Row>) => Promise<StoredFile>,
  context: RequestContext<Row>,
  write: Write,
): Promise<HttpResponse> {
  const { now, services, request } = context
  await countUpload(services, context.person, now)
  const fileField = { field: row.upload ?? '', limit: row.uploadLimit }
  return withUpload(request, fileField, services.settings, async ({ fields, file }) => {
    const { person } = await reauthorize(row, context)
    const body = validate(row.body, fields) as undefined
    const stored = await storeFile({ person, now, services, file, body })
    const { response, repeated } = await undoOnError(request, stored, () => write(stored))
    if (repeated) await undo(request, stored)
    return response
  })
}

const undo = (request: FastifyRequest, stored: StoredFile) =>
  stored.undo().catch((error: unknown) => void logged(request, error))

/** Writes the rows that refer to stored files. If that fails, the files are deleted. */
export async function undoOnError<T>(
  request: FastifyRequest,
  stored: StoredFile,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    // After a connection error the rows may still be committed: a stray file is better than a lost
    // one.
    if (!isConnectionError(error)) await undo(request, stored)
    throw error
  }
}
