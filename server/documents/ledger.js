// The layout of the account of a statement. Plain JavaScript, like pdfWriter.js.
import { DETAILS, GRAY, INK } from './paper.js'

/** @typedef {import('./paper.js').Paper} Paper */
/** @typedef {NonNullable<import('./model.ts').Document['ledger']>} Ledger */

const HEAD = { size: 8.5, color: GRAY }
const BOLD = { bold: true }
/** Points around a row. */
const PADDING = 4
const DAY_WIDTH = 72
/** The size of a figure that is wider than its column, in which the largest ones fit. */
const SMALL = 7
/** The columns of figures, by their distance from the right edge. */
const figures = /** @type {const} */ ([
  { key: 'charge', from: 250, width: 80 },
  { key: 'credit', from: 165, width: 80 },
  { key: 'balance', from: 80, width: 80 },
])

/** @param {Paper} paper @param {Ledger['columns']} columns @param {boolean} isFirst */
function writeHead(paper, columns, isFirst) {
  const right = paper.left + paper.width
  paper.write(columns.day, paper.left, HEAD)
  const name = isFirst ? columns.name : `${columns.name}, continued`
  paper.write(name, paper.left + DAY_WIDTH, HEAD)
  for (const { key, from, width } of figures)
    paper.write(columns[key], right - from, { ...HEAD, width, isRight: true })
  paper.y += 14
  paper.rule(INK)
}

/** @param {Paper} paper @param {Ledger['rows'][number]} row */
function writeRow(paper, row) {
  const style = row.isSum ? BOLD : {}
  const room = paper.width - DAY_WIDTH - 262
  const lines = paper.linesOf(row.name, room, style)
  const details = row.details ? paper.linesOf(row.details, room, DETAILS) : []
  paper.need(lines.length * 13.5 + details.length * 12.15 + 2 * PADDING)
  if (row.isSum) paper.rule(INK)
  paper.y += PADDING
  const right = paper.left + paper.width
  paper.write(row.day, paper.left, style)
  for (const { key, from, width } of figures) {
    const isWide = paper.linesOf(row[key], width, style).length > 1
    const size = isWide ? SMALL : 10
    paper.write(row[key], right - from, { ...style, size, width, isRight: true })
  }
  paper.writeLines(lines, paper.left + DAY_WIDTH, style)
  paper.writeLines(details, paper.left + DAY_WIDTH, DETAILS)
  paper.y += PADDING
  if (!row.isSum) paper.rule()
}

/**
 * The account with its head on each page. Its sum stands with the row above it.
 * @param {Paper} paper @param {Ledger} ledger
 */
export function writeLedger(paper, { columns, rows }) {
  paper.need(90)
  writeHead(paper, columns, true)
  paper.onNextPage = () => writeHead(paper, columns, false)
  for (const [at, row] of rows.entries()) {
    if (at === rows.length - 2) paper.need(70)
    writeRow(paper, row)
  }
  paper.onNextPage = () => {}
}

/**
 * The last line of the document.
 * @param {Paper} paper @param {Ledger} ledger
 */
export function writeNote(paper, { note }) {
  const style = { color: GRAY }
  paper.writeLines(paper.linesOf(note, paper.width, style), paper.left, style)
}
