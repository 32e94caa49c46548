import type { Row } from '@plumbline/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import { isAway } from '../db/away.ts'
import { validate } from './check.ts'
import { logged } from './failures.ts'
import type { Answer } from './responses.ts'
import type { Asked, Kept, Uploaded } from './steps.ts'
import { countUpload, withUpload } from './upload.ts'

export type Keep = (given: Uploaded<Row>) => Promise<Kept>
/** Writes in one transaction, and says whether it did or gave an earlier answer again. */
export type Write = (
  kept?: Kept,
) => Promise<{ readonly answer: Answer; readonly repeated: boolean }>

/** Receives the upload of a row, keeps its files and writes its row; files without a row are taken back. */
export async function answerUpload(
  row: Row,
  keep: Keep,
  asked: Asked<Row>,
  write: Write,
): Promise<Answer> {
  const { services, request, now } = asked
  const person = asked.person
  await countUpload(services, person, now)
  const place = { field: row.upload ?? '', limit: row.uploadLimit }
  return withUpload(request, place, services.settings.dataDir, async ({ fields, file }) => {
    const body = validate(row.body, fields) as undefined
    const kept = await keep({ person, now, services, file, body })
    const { answer, repeated } = await orUndo(request, kept, () => write(kept))
    if (repeated) await undone(request, kept)
    return answer
  })
}

const undone = (request: FastifyRequest, kept: Kept) =>
  kept.undo().catch((error: unknown) => void logged(request, error))

/** Writes the rows that count on what was kept; when that fails it is taken back. */
export async function orUndo<T>(
  request: FastifyRequest,
  kept: Kept,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    // When the database went away the rows may stand all the same: a stray file is better than a lost one.
    if (!isAway(error)) await undone(request, kept)
    throw error
  }
}
