import type { Page } from 'playwright-core'

/**
 * What does not fit the width of the window: the page itself, text that runs out of its box, and text of which less than a few
 * letters are left. One line each.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Pixels for three letters; the narrowest cells of a calendar have more. */
    const FEW_LETTERS = 24
    const wide = document.documentElement.scrollWidth
    const found = wide > innerWidth ? [`the page is ${wide} pixels wide`] : []
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    for (const element of document.querySelectorAll('main *')) {
      const { scrollWidth, clientWidth } = element
      // One pixel is left of what only a screen reader reads. Two are lost by rounding.
      if (clientWidth <= 1 || scrollWidth <= clientWidth + 2 || !hasText(element)) continue
      if (element.closest('[aria-hidden=true]') || !element.checkVisibility()) continue
      const isClipped = getComputedStyle(element).overflowX !== 'visible'
      const text = element.textContent?.trim().slice(0, 40)
      if (!isClipped) found.push(`"${text}" needs ${scrollWidth} of ${clientWidth} pixels`)
      else if (clientWidth < FEW_LETTERS) found.push(`"${text}" has ${clientWidth} pixels`)
    }
    return found
  })
