/** A cell of a CSV file. What a spreadsheet would take for a formula is made plain text; an import takes that back. */
function cell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as CSV (RFC 4180). */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Hands the person a file. */
export function download(name: string, text: string) {
  // The mark at the start tells spreadsheets that the text is UTF-8.
  const address = URL.createObjectURL(
    new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }),
  )
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
