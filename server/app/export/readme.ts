import type { CsvFile } from './csvFiles.ts'
import type { ExportedFile } from './pictures.ts'

const INTRODUCTION = `tables/
  Everything that was entered, one file per table, as CSV (UTF-8, separated by commas). The first line names the columns.
  The column "id" names a row; a column such as "job_id" says which row of "jobs.csv" another one belongs to.
  Days are written YYYY-MM-DD. Moments are in UTC.
  approved_amount and estimated_amount are whole cents, all other amounts dollars.
  Text that a spreadsheet would run as a formula has an apostrophe before it.
  Passwords, sessions and secret links are not included.

signed copies/
  Every bid and change order that was signed, as a PDF. The name begins with the day of the signature, and ends with the end of
  its id in "proposals.csv".

photos/, property photos/, receipts/, logo/
  Every picture as it was uploaded, and the logo as it is shown. The name begins with the day a picture was taken or, failing
  that, uploaded, and ends with the end of its id in "photos.csv", "property_photos.csv" or "rental_expenses.csv".
`

/** The text of the README in the zip file. */
export function readmeOf(
  company: string,
  now: Date,
  tables: readonly CsvFile[],
  { files, missing }: { files: readonly ExportedFile[]; missing: readonly ExportedFile[] },
): string {
  const rows = tables.map(({ name, rows }) => `  ${name.padEnd(32)}${String(rows).padStart(10)}`)
  const lost = missing.map(({ path }) => `  ${path}`)
  const text = [
    `Everything of ${company} in Plumbline, as it was at ${now.toISOString()}.`,
    '',
    INTRODUCTION,
    'Rows of each table:',
    ...rows,
    '',
    `Files: ${files.length}`,
    ...(lost.length > 0
      ? [
          '',
          'These files are missing on the server, or damaged there, and so are not here:',
          ...lost,
        ]
      : []),
    '',
  ]
  // CRLF is readable in every editor.
  return text.join('\n').replaceAll('\n', '\r\n')
}
