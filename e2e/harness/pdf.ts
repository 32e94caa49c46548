import type { Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'

/** The papers that everything is printed on, with their shorter and their longer side in points. */
const PAPERS = [
  { format: 'Letter', landscape: false, sides: [612, 792] },
  { format: 'Letter', landscape: true, sides: [612, 792] },
  { format: 'A4', landscape: false, sides: [596, 843] },
  { format: 'A4', landscape: true, sides: [596, 843] },
] as const
type Paper = (typeof PAPERS)[number]

/** A text on a page, in points from its left edge. */
interface Line {
  readonly text: string
  readonly left: number
  readonly right: number
}

export interface PrintedPage {
  /** Points. */
  readonly width: number
  readonly height: number
  readonly lines: readonly Line[]
}

/** Reads the pages of a PDF file. */
async function readPdf(file: Buffer): Promise<PrintedPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const pages = Array.from({ length: pdf.numPages }, async (_, index) => {
    const page = await pdf.getPage(index + 1)
    const [, , width = 0, height = 0] = page.view
    const { items } = await page.getTextContent()
    const lines = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const left = Number(item.transform[4])
      return [{ text: item.str, left, right: left + item.width }]
    })
    return { width, height, lines }
  })
  const read = await Promise.all(pages)
  await pdf.destroy()
  return read
}

/** A line that is broken loses a space or gains one, so texts are compared without any. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '')

/** What the pages say. */
export const textOf = (...pages: readonly PrintedPage[]) =>
  withoutSpaces(pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(''))

/** Checks that the text is among what the pages say. */
export function expectText(pages: readonly PrintedPage[], texts: readonly string[], on: string) {
  const all = textOf(...pages)
  for (const text of texts) expect(all, on).toContain(withoutSpaces(text))
}

/** The margin in points that must stay empty. */
const MARGIN = 34

const CONTROLS = [
  'View Details',
  'CSV',
  'Create New',
  'Print',
  'Skip to content',
  'Log out',
  'Show more',
]

/**
 * Prints what `begin` brings to paper, in both sizes and directions, and checks what every printout has: the size, the
 * letterhead, the page numbers, nothing cut off at the sides, and no controls.
 */
export async function printed(
  page: Page,
  letterhead: string,
  begin: () => Promise<unknown>,
  check: (pages: readonly PrintedPage[], on: string) => void,
) {
  for (const paper of PAPERS) {
    await begin()
    const { format, landscape } = paper
    const pages = await readPdf(await page.pdf({ format, landscape }))
    const on = `${new URL(page.url()).pathname}, ${format} ${landscape ? 'landscape' : 'portrait'}`
    expectPages(pages, paper, on)
    expectText(pages.slice(0, 1), [letterhead], on)
    for (const control of CONTROLS)
      expect(textOf(...pages), on).not.toContain(withoutSpaces(control))
    check(pages, on)
  }
}

function expectPages(pages: readonly PrintedPage[], { sides, landscape }: Paper, on: string) {
  for (const [index, page] of pages.entries()) {
    const [width, height] = landscape ? [sides[1], sides[0]] : sides
    expect([Math.round(page.width), Math.round(page.height)], on).toEqual([width, height])
    expectText([page], [`Page ${index + 1} of ${pages.length}`], on)
    const outside = page.lines.filter(
      ({ left, right }) => left < MARGIN || right > page.width - MARGIN,
    )
    expect(outside, `${on}, page ${index + 1}`).toEqual([])
  }
}
