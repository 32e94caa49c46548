import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { pdfOf } from '../documents/documents.ts'
import { documentPage } from '../documents/html.ts'
import type { Document } from '../documents/model.ts'
import type { Html } from '../platform/html.ts'
import { FileResponse, textResponse } from './file.ts'

interface ShownDocument {
  readonly document: Document
  /** The address of the logo. */
  readonly logo: string | null
  /** Above the document on screen. */
  readonly bar: Html
  /** The name for saving it, without its kind. */
  readonly name: string
}

/** A document as a page. */
export const pageResponse = (
  request: FastifyRequest,
  { document, logo, bar, name }: ShownDocument,
): FileResponse =>
  textResponse(request, {
    text: String(documentPage(document, { logo, bar })),
    ...{ contentType: 'text/html; charset=utf-8', name: `${name}.html`, attachment: false },
  })

interface WrittenDocument {
  readonly document: Document
  /** The picture of the logo. */
  readonly logo: Uint8Array | null
  readonly name: string
  /** The person whose turn it uses. */
  readonly by: string
}

/**
 * A document as a PDF to save.
 * @throws Failure documentFailed, tooMany
 */
export async function pdfResponse(written: WrittenDocument): Promise<FileResponse> {
  const pdf = await pdfOf(written.document, written.logo, written.by)
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition': `attachment; filename="${written.name}.pdf"`,
    'cache-control': 'private, no-store',
  }
  return new FileResponse(200, headers, Readable.from(Buffer.from(pdf)))
}
