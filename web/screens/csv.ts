import { BYTE_ORDER_MARK, csvLine } from '@plumbline/contract/csv.ts'

/** Rows as CSV. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map(csvLine).join('')
}

/** Downloads a text as a file. */
export function download(name: string, text: string) {
  const address = URL.createObjectURL(
    new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }),
  )
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
