const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** The characters that begin a formula, with the full-width ones that input methods type. */
const SIGNS = '=+\\-@＝＋－＠'

/**
 * Where a spreadsheet would begin to run a formula: at the start of a cell, and after a semicolon,
 * a tab or a line break in it, because a file that is opened with another separator is split there.
 * Spaces and quotes before the formula do not prevent it.
 */
const FORMULA_START = `^(?='*[ "]*[${SIGNS}\\t\\r])|(?<=[;\\t\\r\\n])(?='*[ "]*[${SIGNS}])`
const FORMULAS = new RegExp(FORMULA_START, 'g')
const ESCAPED_FORMULAS = new RegExp(FORMULA_START.replaceAll('(?=', "'(?="), 'g')

/**
 * Escapes each formula with an apostrophe, so that a spreadsheet does not run it. Negative numbers
 * stay as they are.
 */
function escapeFormulas(text: string): string {
  return NEGATIVE_NUMBER.test(text) ? text : text.replace(FORMULAS, "'")
}

/** Removes the apostrophes that {@link csvLine} puts before formulas. */
export function unescapeFormulas(text: string): string {
  return text.replace(ESCAPED_FORMULAS, '')
}

function cell(value: string): string {
  const text = escapeFormulas(value)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A row of a CSV file (RFC 4180). No cell is a formula for any separator a spreadsheet expects. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}
