import type { Page } from 'playwright-core'

/**
 * Returns the controls of the page, or of the dialog over it, whose touch area is smaller than 44
 * by 44 pixels, one line each. Excluded are links within running text, whose height is the line
 * height (an exception of WCAG 2.5.8), and controls for the keyboard or screen readers only.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const MIN_SIZE = 44
    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider], [role=option], [role=menuitem], [role=checkbox], [role=radio], [role=switch], [role=link]'
    const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
      // Controls that are visually hidden for screen readers are one pixel wide.
      return width > 1 && height > 1 && element.checkVisibility(seen)
    }
    const isInText = (element: Element) => {
      const own = element.textContent?.trim() ?? ''
      const around = element.parentElement?.textContent?.trim() ?? ''
      return (
        element.matches('a, button') &&
        getComputedStyle(element).display === 'inline' &&
        around.length > own.length
      )
    }
    /** Whether its box or one of its labels is large enough. */
    const isLarge = (element: Element) => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return [element, ...labels.filter(isShown)].some((each) => {
        const { width, height } = each.getBoundingClientRect()
        // Rounding can lose half a pixel.
        return width > MIN_SIZE - 0.5 && height > MIN_SIZE - 0.5
      })
    }
    /** The touch area of a control around its center, which may be larger than its box. */
    const touchArea = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = element.getBoundingClientRect()
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      const distance = (right: number, down: number) => {
        let pixels = 0
        while (pixels < MIN_SIZE) {
          const hit = document.elementFromPoint(x + right * pixels, y + down * pixels)
          const isHit = element.contains(hit) || hit?.closest('label')?.control === element
          if (!isHit) break
          pixels += 1
        }
        return pixels
      }
      return { width: distance(-1, 0) + distance(1, 0), height: distance(0, -1) + distance(0, 1) }
    }
    const isHit = (element: Element) => {
      const { width, height } = touchArea(element)
      return width >= MIN_SIZE && height >= MIN_SIZE
    }
    const isHidden = (element: Element) =>
      element.matches('input, select') && !isShown(element) && !element.closest('label')
    return [...(top ?? document).querySelectorAll(CONTROLS)]
      .filter((element) => isShown(element.closest('label') ?? element) && !isHidden(element))
      .filter((element) => !isInText(element) && !isLarge(element) && !isHit(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
        return `${element.tagName.toLowerCase()} "${name}", ${Math.round(width)} by ${Math.round(height)}`
      })
  })

/**
 * Returns the controls that are covered by a fixed button or bar when the page is scrolled to its
 * end, where no further scrolling can uncover them. One line each.
 */
export const coveredAtEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
    const isFixed = (element: Element) => getComputedStyle(element).position === 'fixed'
    const fixed = [
      ...document.querySelectorAll('main button, main [data-floating-bar], nav[data-bottom-bar]'),
    ]
      .filter(isFixed)
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
    const controls = [
      ...document.querySelectorAll('main :is(a[href], button, input, select, textarea)'),
    ]
    return controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      if (isFixed(control) || box.width <= 1) return []
      const covers = fixed.filter(({ element, box: over }) => {
        const across = Math.min(box.right, over.right) - Math.max(box.left, over.left)
        const down = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top)
        // A tolerance of two pixels for rounding.
        return !element.contains(control) && across > 2 && down > 2
      })
      const nameOf = (element: Element) =>
        element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return covers.map(({ element }) => `${nameOf(control)} under ${nameOf(element)}`)
    })
  })
