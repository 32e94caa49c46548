// The layout of a document on paper. Plain JavaScript, like pdfWriter.js.
import { writeLedger, writeNote } from './ledger.js'
import { DETAILS, GRAY, INK, LINE, missingCharacters, Paper } from './paper.js'
import { writePhotos } from './photos.js'

/** @typedef {import('./model.ts').Document} Document */

const HINT = { size: 8.5, color: GRAY }
const BOLD = { bold: true }
const RED = '#a3241b'
/** Points around a row of a table. */
const PADDING = 5
const MARK = 8

/** @param {Paper} paper @param {Document} document @param {Uint8Array | null} logo */
async function writeHead(paper, { company, title, stamp, facts, parties }, logo) {
  let { left } = paper
  const top = paper.y
  if (logo) {
    const { default: sharp } = await import('sharp')
    const picture = await sharp(logo).png().toBuffer({ resolveWithObject: true })
    const scale = Math.min(120 / picture.info.width, 44 / picture.info.height)
    const width = picture.info.width * scale
    paper.pdf.image(picture.data, left, top, { width })
    left += width + 14
  }
  const room = paper.width - (left - paper.left)
  paper.writeLines(paper.linesOf(company.name, room, { ...BOLD, size: 12 }), left, {
    ...{ bold: true, size: 12 },
  })
  for (const line of company.lines)
    paper.writeLines(paper.linesOf(line, room, DETAILS), left, DETAILS)
  paper.y = Math.max(paper.y, top + (logo ? 48 : 0)) + 8
  paper.rule()
  paper.y += 26
  const heading = { ...BOLD, size: 19 }
  if (stamp) {
    const style = { ...BOLD, size: 19, color: RED, width: paper.width, isRight: true }
    paper.write(stamp, paper.left, style)
  }
  paper.writeLines(paper.linesOf(title, paper.width, heading), paper.left, heading)
  const below = facts.join(' · ')
  paper.writeLines(paper.linesOf(below, paper.width, { color: GRAY }), paper.left, { color: GRAY })
  paper.y += 18
  writeParties(paper, parties)
}

/** @param {Paper} paper @param {Document['parties']} parties */
function writeParties(paper, parties) {
  const gap = 30
  const width = (paper.width - gap * (parties.length - 1)) / parties.length
  const top = paper.y
  let end = top
  for (const [at, { title, lines }] of parties.entries()) {
    const x = paper.left + at * (width + gap)
    paper.y = top
    paper.write(title, x, HINT)
    paper.y += 15
    for (const [index, line] of lines.entries()) {
      const style = index === 0 ? BOLD : {}
      paper.writeLines(paper.linesOf(line, width, style), x, style)
    }
    end = Math.max(end, paper.y)
  }
  paper.y = end + 18
}

/**
 * A heading that stays with what follows.
 * @param {Paper} paper @param {string} title
 */
function writeHeading(paper, title) {
  paper.need(58)
  paper.writeLines(paper.linesOf(title, paper.width, { ...BOLD, size: 11 }), paper.left, {
    ...{ bold: true, size: 11 },
  })
  paper.y += 2
  paper.rule()
  paper.y += 6
}

/** @param {Paper} paper @param {string} text */
function writeText(paper, text) {
  for (const paragraph of text.split(/\n{2,}/)) {
    paper.writeLines(paper.linesOf(paragraph, paper.width, {}), paper.left, {})
    paper.y += 6
  }
}

/** The columns of numbers, by their distance from the right edge. */
const columns = /** @type {const} */ ([
  { key: 'quantity', label: 'Quantity', from: 272, width: 90 },
  { key: 'unitPrice', label: 'Price', from: 174, width: 76 },
  { key: 'amount', label: 'Amount', from: 92, width: 92 },
])

/**
 * The columns of a section: a part of a contract has an amount alone.
 * @param {Document['sections'][number]} section
 */
const columnsOf = ({ rows }) =>
  rows.some(({ quantity }) => quantity !== '') ? columns : columns.slice(-1)

/** @param {Paper} paper @param {Document['sections'][number]} section @param {boolean} isFirst */
function writeTableHead(paper, section, isFirst) {
  const { title, hint, total } = section
  const right = paper.left + paper.width
  const room = paper.width - 110
  const lines = paper.linesOf(title, room, { ...BOLD, size: 11 })
  const top = paper.y
  if (isFirst) paper.write(total, right - 100, { ...BOLD, size: 11, width: 100, isRight: true })
  for (const line of lines.slice(0, isFirst ? lines.length : 1)) {
    paper.write(line, paper.left, { ...BOLD, size: 11 })
    paper.y += 15
  }
  const note = isFirst ? hint : 'continued'
  if (note) {
    paper.write(note, paper.left, HINT)
    paper.y += 12
  }
  paper.y = Math.max(paper.y, top + 15) + 2
  paper.rule(INK)
  paper.y += 4
  paper.write('Description', paper.left, HINT)
  for (const { label, from, width } of columnsOf(section))
    paper.write(label, right - from, { ...HINT, width, isRight: true })
  paper.y += 13
  paper.rule()
}

/** @param {Paper} paper @param {Row} row */
function writeRow(paper, row) {
  const indent = row.mark ? MARK + 6 : 0
  const x = paper.left + indent
  const room = paper.width - indent - 284
  const lines = paper.linesOf(row.description, room, {})
  const details = row.details ? paper.linesOf(row.details, room, DETAILS) : []
  const height = lines.length * 13.5 + details.length * 12.15 + 2 * PADDING
  // A row is cut only if no page holds it.
  if (height <= paper.pageHeight - 60) paper.need(height)
  else paper.need(60)
  paper.y += PADDING
  const top = paper.y
  const right = paper.left + paper.width
  if (row.mark) writeMark(paper, row.mark)
  for (const { key, from, width } of columns) {
    // A number that is wider than its column stands on lines of its own.
    for (const [at, line] of paper.linesOf(row[key], width, {}).entries()) {
      paper.y = top + at * 13.5
      paper.write(line, right - from, { width, isRight: true })
    }
  }
  paper.y = top
  paper.writeLines(lines, x, {})
  paper.writeLines(details, x, DETAILS)
  paper.y += PADDING
  paper.rule()
}

/** @typedef {Document['sections'][number]['rows'][number]} Row */

/** @param {Paper} paper @param {NonNullable<Row['mark']>} mark */
function writeMark({ pdf, left, y }, { shape, isChosen }) {
  const [x, top] = [left + 0.5, y + 2.5]
  const draw = (/** @type {number} */ inset) =>
    shape === 'box'
      ? pdf.rect(x + inset, top + inset, MARK - 2 * inset, MARK - 2 * inset)
      : pdf.circle(x + MARK / 2, top + MARK / 2, MARK / 2 - inset)
  draw(0).lineWidth(0.75).strokeColor(INK).stroke()
  if (isChosen) draw(2).fillColor(INK).fill()
}

/** @param {Paper} paper @param {Document['totals']} totals */
function writeTotals(paper, totals) {
  paper.y += 10
  paper.need(totals.length * 16 + 14)
  const width = 300
  const x = paper.left + paper.width - width
  for (const { label, amount, isTotal } of totals) {
    const style = isTotal ? { ...BOLD, size: 13 } : {}
    if (isTotal) {
      paper.pdf
        .moveTo(x, paper.y)
        .lineTo(x + width, paper.y)
        .lineWidth(1.25)
        .strokeColor(INK)
        .stroke()
      paper.y += 5
    }
    const lines = paper.linesOf(label, width - 110, style)
    paper.write(amount, x, { ...style, width, isRight: true })
    paper.writeLines(lines, x, style)
    paper.y += 2
  }
}

/** @param {Paper} paper @param {Document['schedule']} schedule */
function writeSchedule(paper, schedule) {
  paper.y += 16
  paper.need(schedule.length * 19 + 24)
  writeHeading(paper, 'Payments')
  const right = paper.left + paper.width
  for (const { title, share, amount } of schedule) {
    const lines = paper.linesOf(title, paper.width - 200, {})
    paper.need(lines.length * 13.5 + 5)
    paper.write(share, right - 190, { color: GRAY, width: 70, isRight: true })
    paper.write(amount, right - 110, { width: 110, isRight: true })
    paper.writeLines(lines, paper.left, {})
    paper.y += 2
    paper.rule(LINE)
    paper.y += 3
  }
}

/** The units of a drawing, as in model.ts. */
const DRAWING_WIDTH = 1000

/**
 * @param {Paper} paper @param {import('./model.ts').Strokes} strokes
 * @param {number} x @param {number} width @param {number} bottom
 */
function writeDrawing({ pdf }, strokes, x, width, bottom) {
  const scale = width / DRAWING_WIDTH
  const top = bottom - 400 * scale
  for (const stroke of strokes) {
    const points = stroke.map(([left, down]) => [x + left * scale, top + down * scale])
    const [[startX = 0, startY = 0] = []] = points
    pdf.moveTo(startX, startY)
    // A single point is a dot.
    for (const [toX = 0, toY = 0] of points) pdf.lineTo(toX + 0.01, toY)
    pdf.lineWidth(1.5).lineCap('round').lineJoin('round').strokeColor(INK).stroke()
  }
}

/**
 * The signatures. On a page of their own, they say what they are for.
 * @param {Paper} paper @param {Document} document
 */
function writeSignatures(paper, { title: signedTitle, facts, signatures }) {
  if (!paper.hasRoom(150)) {
    paper.nextPage()
    writeHeading(paper, signedTitle)
    writeText(paper, facts.join(' · '))
  }
  paper.y += 92
  const gap = 30
  const width = (paper.width - gap) / 2
  const top = paper.y
  for (const [at, { title, name, signed }] of signatures.entries()) {
    const x = paper.left + at * (width + gap)
    if (signed?.strokes) writeDrawing(paper, signed.strokes, x, width - 80, top - 2)
    else if (signed) {
      const lines = paper.linesOf(name, width - 80, { size: 15 })
      // A long name stands smaller, on several lines above the rule.
      const style = lines.length > 1 ? { size: 9 } : { size: 15 }
      const written = paper.linesOf(name, width - 80, style).slice(0, 6)
      paper.y = top - 4 - written.length * style.size * 1.35
      paper.writeLines(written, x, style)
    }
    for (const [from, to, label] of /** @type {const} */ ([
      [0, width - 80, 'Signature'],
      [width - 70, width, signed ? signed.day : 'Date'],
    ])) {
      paper.pdf
        .moveTo(x + from, top)
        .lineTo(x + to, top)
        .lineWidth(0.75)
        .strokeColor(INK)
        .stroke()
      paper.y = top + 3
      paper.write(label, x + from, HINT)
    }
    paper.y = top + 20
    paper.writeLines(paper.linesOf(title, width, BOLD), x, BOLD)
    paper.writeLines(paper.linesOf(name, width, {}), x, {})
  }
}

/** @param {Paper} paper @param {Document['evidence']} evidence */
function writeEvidence(paper, evidence) {
  paper.nextPage()
  writeHeading(paper, 'Evidence')
  for (const { label, text } of evidence) {
    const lines = paper.linesOf(text, paper.width - 130, {})
    paper.need(lines.length * 13.5 + 5)
    paper.write(label, paper.left, { color: GRAY })
    paper.writeLines(lines, paper.left + 130, {})
    paper.y += 5
  }
}

/**
 * The document as a PDF.
 * @param {Document} document
 * @param {import('./documents.ts').Pictures} pictures
 * @returns {Promise<Buffer>}
 */
export async function writePdf(document, { logo, photos }) {
  const { title, company, writtenAt } = document
  const paper = new Paper(title, company.name, writtenAt ? new Date(writtenAt) : undefined)
  await writeHead(paper, document, logo)
  for (const { title, text } of document.texts) {
    if (title) writeHeading(paper, title)
    writeText(paper, text)
    paper.y += 10
  }
  await writePhotos(paper, document.photos, photos)
  if (document.ledger) writeLedger(paper, document.ledger)
  for (const section of document.sections) {
    paper.y += 16
    paper.need(90)
    writeTableHead(paper, section, true)
    paper.onNextPage = () => writeTableHead(paper, section, false)
    for (const row of section.rows) writeRow(paper, row)
    paper.onNextPage = () => {}
  }
  if (document.totals.length > 0) writeTotals(paper, document.totals)
  if (document.figures.length > 0) {
    paper.y += 24
    paper.need(50)
    paper.rule()
    paper.y += 10
    writeParties(paper, document.figures)
  }
  if (document.schedule.length > 0) writeSchedule(paper, document.schedule)
  for (const { title, text } of document.terms.filter(({ ownPage }) => !ownPage)) {
    paper.y += 18
    writeHeading(paper, title)
    writeText(paper, text)
  }
  if (document.ledger) writeNote(paper, document.ledger)
  if (document.signatures.length > 0) writeSignatures(paper, document)
  for (const { title, text } of document.terms.filter(({ ownPage }) => ownPage)) {
    paper.nextPage()
    writeHeading(paper, title)
    writeText(paper, text)
  }
  if (document.evidence.length > 0) writeEvidence(paper, document.evidence)
  return paper.finish()
}

/**
 * The characters of a text that are drawn as boxes, because the fonts lack them.
 * @param {string} text
 */
export const missingFrom = (text) => missingCharacters(text)
