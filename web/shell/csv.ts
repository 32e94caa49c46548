const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/**
 * A cell of a CSV file. Text that a spreadsheet would run as a formula gets a leading quote, which an import removes; a
 * negative number stays one, so that a column still adds up.
 */
function cell(value: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(value) && !NEGATIVE_NUMBER.test(value)
  const plain = isFormula ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as CSV (RFC 4180). */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Downloads a text as a file. */
export function download(name: string, text: string) {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  const address = URL.createObjectURL(
    new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }),
  )
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
