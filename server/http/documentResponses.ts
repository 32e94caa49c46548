import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Pictures, pdfOf } from '../documents/documents.ts'
import { documentPage, type Frame } from '../documents/html.ts'
import type { Document } from '../documents/model.ts'
import type { Html } from '../platform/html.ts'
import { FileResponse, textResponse } from './file.ts'

interface ShownDocument extends Omit<Frame, 'bar'> {
  readonly document: Document
  /** Above the document on screen. */
  readonly bar: Html
  /** The name for saving it, without its kind. */
  readonly name: string
}

/** A document as a page. */
export const pageResponse = (
  request: FastifyRequest,
  { document, name, ...frame }: ShownDocument,
): FileResponse =>
  textResponse(request, {
    text: String(documentPage(document, frame)),
    ...{ contentType: 'text/html; charset=utf-8', name: `${name}.html`, attachment: false },
  })

interface WrittenDocument {
  readonly document: Document
  /** Reads its pictures when it is its turn. */
  readonly readPictures: () => Promise<Pictures>
  readonly name: string
  /** The person whose turn it uses. */
  readonly by: string
}

/**
 * A document as a PDF to save.
 * @throws Failure documentFailed, tooMany
 */
export async function pdfResponse(written: WrittenDocument): Promise<FileResponse> {
  const pdf = await pdfOf(written.document, written.readPictures, written.by)
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition': `attachment; filename="${written.name}.pdf"`,
    'cache-control': 'private, no-store',
  }
  return new FileResponse(200, headers, Readable.from(Buffer.from(pdf)))
}
