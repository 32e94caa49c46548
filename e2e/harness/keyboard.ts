import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Returns the name of the focused element, and whether its focus is visible as an outline or a
 * ring, and not hidden below a bar.
 */
export async function focused(page: Page) {
  return page.evaluate(() => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body) return { name: '', visible: true }
    const { outlineStyle, outlineWidth } = getComputedStyle(at)
    const box = at.getBoundingClientRect()
    const label = 'labels' in at ? (at as HTMLInputElement).labels?.[0]?.textContent : undefined
    const name = at.getAttribute('aria-label') ?? label ?? at.textContent ?? ''
    const inView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    let bar = hit
    while (bar && !['fixed', 'sticky'].includes(getComputedStyle(bar).position))
      bar = bar.parentElement
    const isCovered = bar !== null && !bar.contains(at) && !at.contains(hit)
    const drawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return { name: name.trim(), visible: inView && !isCovered && drawn }
  })
}

/**
 * Presses Tab until an element with this name has the focus. Every focus on the way must be
 * visible.
 */
export async function tabTo(page: Page, name: string | RegExp, key = 'Tab') {
  const passed: string[] = []
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    passed.push(now.name)
    // A dialog that has just opened may still be moving into view.
    if (!now.visible)
      await expect
        .poll(async () => (await focused(page)).visible, {
          message: `the focus on "${now.name}" can be seen`,
        })
        .toBe(true)
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return
  }
  throw new Error(`never came to ${name}: ${passed.join(', ')}`)
}
