// A page to write on, line by line, which begins the next page where it is full. Plain JavaScript,
// like pdfWriter.js.
import { join } from 'node:path'
import PDFDocument from 'pdfkit'

// The same from the sources and from the build, which are equally deep.
const fonts = join(import.meta.dirname, '../documents/fonts')

/** Points: letter paper with margins of 0.75 inches. */
const MARGIN = 54
const LINE_GAP = 1.35
const GRAY = '#4f5661'
const INK = '#1b1f24'
const LINE = '#c9c5b9'

/**
 * @typedef {object} Style
 * @property {number} [size] in points
 * @property {boolean} [bold]
 * @property {string} [color]
 */

/** @type {PDFKit.Mixins.OpenTypeFeatures[]} */
const FIGURES = ['kern', 'tnum']

/** Characters that are not drawn: control characters other than line breaks. */
const CONTROL = /[^\P{Cc}\n]/gu
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** @param {string} text */
const drawable = (text) =>
  text.replaceAll('\r\n', '\n').replaceAll('\t', '  ').replaceAll(CONTROL, '')

export class Paper {
  /** @param {string} title @param {string} author @param {Date} [moment] */
  constructor(title, author, moment = new Date()) {
    this.pdf = new PDFDocument({
      ...{ size: 'LETTER', margin: MARGIN, bufferPages: true, lang: 'en-US', displayTitle: true },
      info: {
        Title: drawable(title),
        Author: drawable(author),
        Creator: 'Plumbline',
        CreationDate: moment,
      },
      font: '',
    })
    this.pdf.registerFont('regular', join(fonts, 'Inter-Regular.ttf'))
    this.pdf.registerFont('bold', join(fonts, 'Inter-SemiBold.ttf'))
    this.left = MARGIN
    this.width = this.pdf.page.width - 2 * MARGIN
    /** Where the footer begins. */
    this.bottom = this.pdf.page.height - MARGIN - 14
    this.y = MARGIN
    /** Draws what stands at the head of further pages, such as the head of a table. */
    this.onNextPage = () => {}
  }

  /** @param {Style} style */
  use({ size = 10, bold = false, color = INK }) {
    this.pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color)
    return size * LINE_GAP
  }

  nextPage() {
    this.pdf.addPage()
    this.y = MARGIN
    this.onNextPage()
  }

  /**
   * Begins the next page unless there is so much room left.
   * @param {number} height
   */
  need(height) {
    if (!this.hasRoom(height)) this.nextPage()
  }

  /** @param {number} height */
  hasRoom(height) {
    return this.y + height <= this.bottom
  }

  /** The height of a whole page. */
  get pageHeight() {
    return this.bottom - MARGIN
  }

  /**
   * A text in lines of a width. A word that is wider than a line is cut.
   * @param {string} text
   * @param {number} width
   * @param {Style} style
   * @returns {string[]}
   */
  linesOf(text, width, style) {
    this.use(style)
    return drawable(text)
      .split('\n')
      .flatMap((paragraph) => this.#wrapped(paragraph, width))
  }

  /**
   * @param {string} paragraph
   * @param {number} width
   */
  #wrapped(paragraph, width) {
    const lines = []
    let line = ''
    for (const word of paragraph.match(/\s*(?:[^\s-]*-+|[^\s-]+)/g) ?? []) {
      if (this.#fits(line + word, width)) {
        line += word
        continue
      }
      if (line.trim() !== '') lines.push(line)
      line = word.trimStart()
      if (this.#fits(line, width)) continue
      const parts = this.#cut(line, width)
      line = parts.pop() ?? ''
      lines.push(...parts)
    }
    return [...lines, line]
  }

  /**
   * The parts of a word that fit.
   * @param {string} word
   * @param {number} width
   */
  #cut(word, width) {
    const parts = ['']
    for (const { segment } of graphemes.segment(word)) {
      const longer = `${parts.at(-1)}${segment}`
      if (this.#fits(longer, width)) parts[parts.length - 1] = longer
      else parts.push(segment)
    }
    return parts
  }

  /**
   * @param {string} text
   * @param {number} width
   */
  #fits(text, width) {
    return this.pdf.widthOfString(text.trimEnd()) <= width
  }

  /**
   * Draws one line at the current height.
   * @param {string} text
   * @param {number} x
   * @param {Style & { width?: number, isRight?: boolean }} style
   */
  write(text, x, style) {
    this.use(style)
    // Digits of one width, so that numbers stand below each other.
    const options = style.isRight ? { features: FIGURES } : {}
    const indent = style.isRight ? (style.width ?? 0) - this.pdf.widthOfString(text, options) : 0
    this.pdf.text(text, x + Math.max(0, indent), this.y, { ...options, lineBreak: false })
  }

  /**
   * Draws lines, on further pages if need be.
   * @param {readonly string[]} lines
   * @param {number} x
   * @param {Style} style
   */
  writeLines(lines, x, style) {
    for (const [at, line] of lines.entries()) {
      const height = this.use(style)
      // Neither the first nor the last line stands alone on a page.
      const isPaired = lines.length > 1 && (at === 0 || at === lines.length - 2)
      this.need(isPaired ? 2 * height : height)
      this.write(line, x, style)
      this.y += height
    }
  }

  /**
   * A line across the page.
   * @param {string} [color]
   */
  rule(color = LINE) {
    this.pdf
      .moveTo(this.left, this.y)
      .lineTo(this.left + this.width, this.y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke()
  }

  /** @returns {Promise<Buffer>} the pages, numbered */
  async finish() {
    const { count } = this.pdf.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page)
      // The footer is below the margin, where no text would be drawn.
      this.pdf.page.margins.bottom = 0
      this.y = this.bottom + 10
      const text = `Page ${page + 1} of ${count}`
      this.write(text, this.left, { size: 8.5, color: GRAY, width: this.width, isRight: true })
    }
    /** @type {Buffer[]} */
    const parts = []
    const written = new Promise((resolve) => this.pdf.on('end', resolve))
    this.pdf.on('data', (part) => parts.push(part))
    this.pdf.end()
    await written
    return Buffer.concat(parts)
  }
}

/** @typedef {{ _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }} Embedded */

/**
 * The characters that neither font can draw, each once.
 * @param {string} text
 */
export function missingCharacters(text) {
  const { pdf } = new Paper('', '')
  const chosen = /** @type {unknown} */ (pdf.font('regular'))
  const { font } = /** @type {Embedded} */ (chosen)._font
  return [...new Set(drawable(text).replaceAll(/\s|\u200d|\ufe0f/gu, ''))].filter(
    (character) => !font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )
}

/** The style of details below a line. */
const DETAILS = { size: 9, color: GRAY }

export { DETAILS, GRAY, INK, LINE }
