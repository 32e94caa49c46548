import type { Page } from 'playwright-core'

/**
 * The controls of the page, or of the dialog over it, that a finger can miss: less than 44 by 44 pixels take its touch. One line
 * each. What is not counted: links within running text, whose height is that of its lines (as WCAG 2.5.8 excepts them), and what
 * is there for the keyboard or a screen reader only.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 44
    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider], [role=option], [role=menuitem], [role=checkbox], [role=radio], [role=switch], [role=link]'
    const top = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1)
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const seen = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
      // Visually hidden, with one pixel left for a screen reader.
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
    /** Its box, with those of its labels. */
    const isLarge = (element: Element) => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      return [element, ...labels.filter(isShown)].some((each) => {
        const { width, height } = each.getBoundingClientRect()
        // Half a pixel is lost by rounding.
        return width > LEAST - 0.5 && height > LEAST - 0.5
      })
    }
    /** How far the touch of a control reaches around its middle, which may be more than its box. */
    const reach = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = element.getBoundingClientRect()
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      const far = (right: number, down: number) => {
        let pixels = 0
        while (pixels < LEAST) {
          const there = document.elementFromPoint(x + right * pixels, y + down * pixels)
          const isHit = element.contains(there) || there?.closest('label')?.control === element
          if (!isHit) break
          pixels += 1
        }
        return pixels
      }
      return { width: far(-1, 0) + far(1, 0), height: far(0, -1) + far(0, 1) }
    }
    const isHit = (element: Element) => {
      const { width, height } = reach(element)
      return width >= LEAST && height >= LEAST
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
 * The controls that a button, bar or box which is fixed to the window covers while the page is scrolled to its end, where nothing
 * moves them away. One line each.
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
        // Two pixels, for rounding.
        return !element.contains(control) && across > 2 && down > 2
      })
      const nameOf = (element: Element) =>
        element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
      return covers.map(({ element }) => `${nameOf(control)} under ${nameOf(element)}`)
    })
  })
