const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/**
 * Where a spreadsheet would begin to run a formula: at the start of a cell, and behind a semicolon, a tab or a line break in
 * it, since a file that is opened with another separator is cut there. Spaces and quotes before the formula do not help.
 */
const START = '^(?=\'*[ "]*[=+\\-@\\t\\r])|(?<=[;\\t\\r\\n])(?=\'*[ "]*[=+\\-@])'
const STARTS = new RegExp(START, 'g')
const GUARDS = new RegExp(START.replaceAll('(?=', "'(?="), 'g')

/** Text that a spreadsheet does not run: an apostrophe before each formula. A negative number stays one. */
function guarded(text: string): string {
  return NEGATIVE_NUMBER.test(text) ? text : text.replace(STARTS, "'")
}

/** The text that was guarded in a CSV file of ours. */
export function unguarded(text: string): string {
  return text.replace(GUARDS, '')
}

function cell(value: string): string {
  const text = guarded(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A row of a CSV file (RFC 4180). No cell of it is a formula, whichever separator a spreadsheet expects. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}
