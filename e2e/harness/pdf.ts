import { spawnSync } from 'node:child_process'
import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'

/** A text on a page. Positions are in points from the left and the bottom edge. */
export interface Line {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface PrintedPage {
  /** In points, like the height. */
  readonly width: number
  readonly height: number
  readonly lines: readonly Line[]
  /** The number of pictures drawn on it. */
  readonly pictures: number
}

/** Reads the pages of a PDF file. */
export async function readPdf(file: Buffer): Promise<PrintedPage[]> {
  const pictures = picturesOf(file)
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const page = await pdf.getPage(index + 1)
    const [, , width = 0, height = 0] = page.view
    const { items } = await page.getTextContent()
    const lines = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [left, bottom] = [Number(item.transform[4]), Number(item.transform[5])]
      return [{ text: item.str, left, right: left + item.width, bottom, top: bottom + item.height }]
    })
    return { width, height, lines, pictures: pictures[index] ?? 0 }
  })
  const read = await Promise.all(pages)
  await pdf.destroy()
  return read
}

/**
 * Returns the number of pictures on each page of a PDF file written by Chromium, whose objects are
 * plain text.
 */
function picturesOf(file: Buffer): number[] {
  const text = file.toString('latin1')
  const objects = text.matchAll(/(\d+) 0 obj\s*<<\/Type \/XObject\s*\/Subtype \/Image\b/g)
  const pictures = new Set(Array.from(objects, ([, id]) => id))
  return Array.from(text.matchAll(/<<\/Type \/Page\s[\s\S]*?endobj/g), ([page]) => {
    const drawn = page.matchAll(/\/X\d+ (\d+) 0 R/g)
    return Array.from(drawn).filter(([, id]) => pictures.has(id)).length
  })
}

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

/**
 * Returns the text of a PDF file as poppler reads it, without spaces. Undefined where poppler is
 * not installed.
 */
export function readByPoppler(file: Buffer): string | undefined {
  if (!hasPoppler) return undefined
  const { stdout } = spawnSync('pdftotext', ['-raw', '-enc', 'UTF-8', '-', '-'], {
    input: file,
    maxBuffer: 2 ** 26,
  })
  return withoutSpaces(stdout.toString())
}

/** Removes all spaces. Line breaks add or remove spaces, so texts are compared without them. */
export const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** Returns the text of the pages without spaces. */
export const textOf = (...pages: readonly PrintedPage[]) =>
  withoutSpaces(pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(''))

/** Checks that the pages contain each text. */
export function expectText(pages: readonly PrintedPage[], texts: readonly string[], on: string) {
  expectTexts(textOf(...pages), texts, on)
}

/** Checks that `all`, a text without spaces, contains each text. */
export function expectTexts(all: string, texts: readonly string[], on: string) {
  expect(
    texts.filter((text) => !all.includes(withoutSpaces(text))),
    `missing: ${on}`,
  ).toEqual([])
}
