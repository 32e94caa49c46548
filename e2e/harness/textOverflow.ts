import type { Page } from 'playwright-core'

const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The width of three letters, in pixels. The narrowest cells of a calendar are wider. */
    const MIN_TEXT_WIDTH = 24
    /** The most pixels of scrolling that nobody can have meant. */
    const MAX_STRAY_PIXELS = 8
    /** The height of a row of tabs, at most. What is higher, such as a conversation, may scroll. */
    const MAX_ROW_HEIGHT = 64
    const wide = document.documentElement.scrollWidth
    const found = wide > innerWidth ? [`the page is ${wide} pixels wide`] : []
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    for (const element of document.querySelectorAll('main *')) {
      const { scrollWidth, clientWidth } = element
      // Text for screen readers only is one pixel wide. Rounding can lose two pixels.
      if (clientWidth <= 1 || scrollWidth <= clientWidth + 2 || !hasText(element)) continue
      if (element.closest('[aria-hidden=true]') || !element.checkVisibility()) continue
      const isClipped = getComputedStyle(element).overflowX !== 'visible'
      const text = element.textContent?.trim().slice(0, 40)
      if (!isClipped) found.push(`"${text}" needs ${scrollWidth} of ${clientWidth} pixels`)
      else if (clientWidth < MIN_TEXT_WIDTH) found.push(`"${text}" has ${clientWidth} pixels`)
    }
    for (const row of document.querySelectorAll('main *')) {
      const excess = row.scrollHeight - row.clientHeight
      if (excess <= 0 || excess > MAX_STRAY_PIXELS || row.clientWidth <= 1) continue
      if (row.clientHeight > MAX_ROW_HEIGHT) continue
      if (/auto|scroll/.test(getComputedStyle(row).overflowY)) {
        found.push(`"${row.textContent?.trim().slice(0, 40)}" scrolls down by ${excess} pixels`)
      }
    }
    return found
  })

/**
 * Returns the words that end in the middle without "…", and the icons that stand above the words of
 * their control instead of beside them, one line each.
 */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const isSeen = (element: Element) =>
      element.clientWidth > 1 && !element.closest('[aria-hidden=true]') && element.checkVisibility()
    for (const element of document.querySelectorAll('main *')) {
      const { overflowX, textWrapMode } = getComputedStyle(element)
      if (overflowX !== 'hidden' || textWrapMode !== 'wrap' || !isSeen(element)) continue
      const isText = [...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)
      if (isText && element.scrollWidth > element.clientWidth + 2)
        found.push(`a word of "${element.textContent?.trim().slice(0, 40)}" is cut`)
    }
    for (const icon of document.querySelectorAll('main :is(a, button) > svg')) {
      const words = icon.nextSibling
      const control = icon.parentElement
      if (words?.nodeType !== Node.TEXT_NODE || !control) continue
      if (!isSeen(control) || !icon.checkVisibility()) continue
      if (getComputedStyle(control).flexDirection === 'column') continue
      const range = document.createRange()
      range.selectNodeContents(words)
      if (icon.getBoundingClientRect().bottom <= range.getBoundingClientRect().top + 1)
        found.push(`the icon of "${control.textContent?.trim()}" stands above its words`)
    }
    return found
  })

/**
 * Returns what does not fit the width of the window, one line each: the page itself, text that
 * overflows its box, text that is clipped to fewer than three letters, and rows that scroll down by
 * a few pixels, which have a scrollbar wherever scrollbars take room; also cut words, and icons
 * above their words.
 */
export const misfits = async (page: Page): Promise<string[]> => [
  ...(await overflowing(page)),
  ...(await broken(page)),
]
