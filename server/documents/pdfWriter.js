// Writes documents as PDF in a separate process, one after another, until the server ends. Plain
// JavaScript, so that it runs from the sources and from the build.
import { missingFrom, writePdf } from './pdf.js'

/**
 * @typedef {object} PdfRequest
 * @property {'pdf' | 'missing'} kind
 * @property {import('./model.ts').Document} document of a PDF
 * @property {import('./documents.ts').Pictures} pictures of a PDF
 * @property {string} text whose characters may be missing
 */

/** @param {PdfRequest} request */
const replyTo = (request) =>
  request.kind === 'pdf' ? writePdf(request.document, request.pictures) : missingFrom(request.text)

// Ctrl-C, or stopping a service, signals all processes. The current document is finished, then the
// server disconnects.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (/** @type {PdfRequest} */ request) => {
  Promise.resolve(replyTo(request)).then(
    (found) => process.send?.({ found }),
    // The reason stays here: it could quote the document.
    () => process.send?.({ failed: true }),
  )
})
