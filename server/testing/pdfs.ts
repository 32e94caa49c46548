import { deflateSync } from 'node:zlib'

/** One object of a PDF: its dictionary, and its stream if it has one. */
export type PdfObject = string | { readonly dictionary: string; readonly data: Buffer | string }

/** A PDF with these objects, numbered from 1. `trailer` is added to its trailer dictionary. */
export function pdf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  for (const [n, object] of objects.entries()) {
    const { dictionary, data } =
      typeof object === 'string' ? { dictionary: object, data: undefined } : object
    parts.push(Buffer.from(`${n + 1} 0 obj\n<< ${dictionary} >>\n`, 'latin1'))
    if (data !== undefined)
      parts.push(Buffer.from('stream\r\n'), Buffer.from(data), Buffer.from('\nendstream\n'))
    parts.push(Buffer.from('endobj\n'))
  }
  parts.push(Buffer.from(`trailer << /Root 1 0 R ${trailer}>>\nstartxref\n0\n%%EOF\n`))
  return Buffer.concat(parts)
}

const catalog = '/Type /Catalog /Pages 2 0 R'
const pages = '/Type /Pages /Kids [3 0 R] /Count 1'
const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R'
const text = 'BT /F1 12 Tf 20 100 Td (Paid: $48.10, see /Launch in HTML/CSS/JavaScript) Tj ET'

/** A compressed stream with additional dictionary entries. */
export const flate = (dictionary: string, data: Buffer | string): PdfObject => ({
  dictionary: `${dictionary} /Filter /FlateDecode`,
  data: deflateSync(data),
})

/** A one-page bill with additional objects. */
export const bill = (more: readonly PdfObject[] = [], inCatalog = '', trailer = '') =>
  pdf([`${catalog} ${inCatalog}`, pages, page, flate('', text), ...more], trailer)

/** An object stream. */
export const objectStream = (objects: string, dictionary = '/Type /ObjStm /N 1 /First 4') =>
  flate(dictionary, `9 0 ${objects}`)
