import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { SCREENSHOTS, savesScreenshots } from './page.ts'
import {
  expectText,
  expectTexts,
  type Line,
  type PrintedPage,
  readByPoppler,
  readPdf,
  textOf,
  withoutSpaces,
} from './pdf.ts'

/** The paper formats of all printouts, with their shorter and longer side in points. */
const PAPERS = [
  { format: 'Letter', landscape: false, sides: [612, 792] },
  { format: 'Letter', landscape: true, sides: [612, 792] },
  { format: 'A4', landscape: false, sides: [596, 843] },
  { format: 'A4', landscape: true, sides: [596, 843] },
] as const
type Paper = (typeof PAPERS)[number]

/** The narrowest paper. Whatever fits on it fits on the others. */
export const NARROWEST = PAPERS.filter(({ format, landscape }) => format === 'A4' && !landscape)

/**
 * The margins that must stay empty except for the page footer, in points: the margins of `@page`
 * minus one point.
 */
const MARGIN = { top: 38, side: 35, bottom: 44 } as const

interface Printing {
  /** The text at the top of the first page. */
  readonly letterhead: string
  /** Opens the screen or dialog to print. */
  readonly begin: () => Promise<unknown>
  /** Texts that must appear on one of the pages. */
  readonly texts: readonly string[]
  /** The number of pictures on the first page, by default 1 for the logo. */
  readonly pictures?: number
  readonly check?: (pages: readonly PrintedPage[], on: string) => void
  /** All papers by default. */
  readonly papers?: readonly Paper[]
}

/**
 * Prints what `begin` opens on paper of both sizes and orientations, and checks what all printouts
 * have in common: the size, the letterhead with its logo, the page numbers, empty margins, the
 * given texts, and no buttons of the screen.
 */
export async function expectPrinted(page: Page, printing: Printing) {
  const { letterhead, begin, texts, pictures = 1, check, papers = PAPERS } = printing
  // The names of some buttons are printed too: a row may be a button, and a filter is named after a
  // status.
  const isOfList = (name: string) =>
    texts.some((text) => text.includes(name) || name.includes(text))
  for (const paper of papers) {
    await begin()
    const buttons = await buttonsOf(page)
    const title = await runningTitle(page)
    const { format, landscape } = paper
    const file = await page.pdf({ format, landscape })
    const { pathname, search } = new URL(page.url())
    const on = `${pathname}${search} ${format} ${landscape ? 'landscape' : 'portrait'}`
    savePdf(file, on)
    const pages = await readPdf(file)
    expectPages(pages, paper, title, on)
    expectText(pages.slice(0, 1), [letterhead], on)
    expect(pages[0]?.pictures, `pictures on ${on}`).toBe(pictures)
    expectText(pages, texts, on)
    const byPoppler = readByPoppler(file)
    if (byPoppler !== undefined) expectTexts(byPoppler, texts, `${on}, read by poppler`)
    expect(
      buttons.filter((name) => !isOfList(name) && hasName(pages, name)),
      `buttons on ${on}`,
    ).toEqual([])
    check?.(pages, on)
  }
}

/**
 * Whether the name of a button is printed. A single word must be a text of its own, because `Start`
 * is also part of a start date.
 */
const hasName = (pages: readonly PrintedPage[], name: string) =>
  /\s/.test(name)
    ? textOf(...pages).includes(withoutSpaces(name))
    : pages.some(({ lines }) => lines.some(({ text }) => text.trim() === name))

/** Returns the names of all buttons of the screen. */
function buttonsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('button, [role="button"]')]
    const names = all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim())
    return [...new Set(names)].filter((name) => name !== '')
  })
}

function savePdf(file: Buffer, name: string) {
  if (!savesScreenshots) return
  mkdirSync(SCREENSHOTS, { recursive: true })
  writeFileSync(join(SCREENSHOTS, `print${name.replaceAll(/\W+/g, '-')}.pdf`), file)
}

/**
 * Returns the text beside the page number at the bottom of every page of a printed list. Empty for
 * a screen.
 */
const runningTitle = (page: Page) =>
  page.evaluate(() => document.querySelector('.paper style')?.textContent ?? '')

function expectPages(
  pages: readonly PrintedPage[],
  { sides, landscape }: Paper,
  title: string,
  on: string,
) {
  const [width, height] = landscape ? [sides[1], sides[0]] : sides
  for (const [index, page] of pages.entries()) {
    expect([Math.round(page.width), Math.round(page.height)], on).toEqual([width, height])
    const number = `Page ${index + 1} of ${pages.length}`
    expectText([page], [number], on)
    const isInside = ({ left, right, top, bottom }: Line) =>
      left >= MARGIN.side &&
      right <= page.width - MARGIN.side &&
      top <= page.height - MARGIN.top &&
      bottom >= MARGIN.bottom
    const isFoot = ({ text, left, right, bottom }: Line) =>
      [number, title].some((foot) => foot.includes(text.trim())) &&
      left > 0 &&
      right <= page.width &&
      bottom > 0
    expect(
      page.lines.filter((line) => !isInside(line) && !isFoot(line)),
      `outside the margins: ${on}, page ${index + 1}`,
    ).toEqual([])
  }
}
