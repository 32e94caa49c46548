import { fileURLToPath } from 'node:url'
import { Failure } from '@plumbline/contract/failures.ts'
import { z } from 'zod'
import { childProgram } from '../platform/childPrograms.ts'
import { takeTurns } from '../platform/limits/turns.ts'
import type { Document } from './model.ts'

const writer = childProgram(fileURLToPath(new URL('./pdfWriter.js', import.meta.url)), {
  heapMib: 512,
  memoryKib: 1_500_000,
  // A document of 300 lines takes a third of a second.
  timeoutMs: 30_000,
})

const inTurn = takeTurns({ all: 2, each: 1 }, { all: 100, each: 30 })

/** Makes a request in its turn, and has it answered. */
async function ask<T>(request: () => Promise<object>, by: string, found: z.ZodType<T>): Promise<T> {
  const schema = z.object({ found })
  const reply = await inTurn(by, async () =>
    writer.ask(await request(), (received) => schema.safeParse(received).success),
  )
  const { data } = schema.safeParse(reply)
  if (!data) throw new Failure('documentFailed', { retryAfter: 5 })
  return data.found
}

/** The pictures of a document, which sharp can read. */
export interface Pictures {
  readonly logo: Uint8Array | null
  /** By the photos of the document; null for one that is gone. */
  readonly photos: readonly (Uint8Array | null)[]
}

/**
 * Writes a document as a PDF, in another process.
 * @param readPictures is called when it is its turn, so that none are in memory before
 * @param by the person whose turn it uses
 * @throws Failure documentFailed, tooMany
 */
export const pdfOf = (document: Document, readPictures: () => Promise<Pictures>, by: string) =>
  ask(
    async () => ({ kind: 'pdf', document, pictures: await readPictures() }),
    by,
    z.instanceof(Uint8Array),
  )

/**
 * The characters of a document that the PDF shows as boxes, because its fonts lack them.
 * @throws Failure documentFailed, tooMany
 */
export const missingCharacters = (document: Document, by: string) =>
  ask(
    async () => ({ kind: 'missing', text: JSON.stringify(document) }),
    by,
    z.array(z.string().max(2)),
  )
