import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/**
 * Loads axe in every later document of the page. Sending its source with each check would cost more
 * than the check itself.
 */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: AXE })
}

/** The axe rules that depend on colors. All other rules give the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The result of one axe rule. */
interface Result {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly element: Element }[]
}
type Run = (
  context: Document | { readonly include: readonly Element[] },
  options: RunOptions,
) => Promise<{ readonly violations: readonly Result[]; readonly passes: readonly Result[] }>

/** Returns the accessibility faults of the page, one line each. */
export async function accessibilityFaults(
  page: Page,
  { colorsOnly = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(AXE, 'utf8'))
  const others = colorsOnly ? [] : await otherFaults(page)
  const { faults, passed } = await page.evaluate(runColors, {
    rules: COLOR_RULES,
    known: [...passedKeys],
  })
  for (const key of passed) passedKeys.add(key)
  return [...others, ...faults]
}

/** Returns the faults found by all other rules, one line each. */
const otherFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async (colorRules) => {
    const { run }: { run: Run } = Reflect.get(window, 'axe')
    const { violations } = await run(document, {
      resultTypes: ['violations'],
      rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])),
      // Axe would also load the stylesheets, which only an experimental rule reads.
      preload: { assets: ['media'] },
    })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    )
  }, COLOR_RULES)

/** Keys of the texts that already passed in this run: text color, size and background. */
const passedKeys = new Set<string>()

/**
 * Runs the color rules in the page, only on texts that look different from all texts that already
 * passed. The color rules take five times as long as all others together, and a list repeats the
 * same few colors in every row.
 */
async function runColors({ rules, known }: { rules: string[]; known: string[] }) {
  const { run }: { run: Run } = Reflect.get(window, 'axe')
  /**
   * The most elements with the same look that are checked. One is not enough: axe gives no result
   * for an element that something overlaps.
   */
  const MAX_SIMILAR = 3
  /**
   * Marks elements that may overlap something different each time, so that their keys are never
   * stored as passed.
   */
  const OVERLAPPING = 'over:'
  const isOutsideContent = (element: Element) =>
    !element.closest('main, [role=dialog], [role=alertdialog]')
  const backgrounds = new Map<Element, string>()
  /**
   * The colors behind an element, from the last opaque one up, and the classes of elements that may
   * overlap others.
   */
  const backgroundOf = (element: Element | null): string => {
    if (!element) return ''
    const found = backgrounds.get(element)
    if (found !== undefined) return found
    const style = getComputedStyle(element)
    const below = backgroundOf(element.parentElement)
    const color = style.backgroundColor
    const isTransparent = color === 'rgba(0, 0, 0, 0)'
    const isFaint = style.opacity !== '1' || style.filter !== 'none' || below.includes('faint')
    const isOpaque = !isTransparent && !isFaint && !/^rgba|\/|transparent/.test(color)
    const isPlaced = style.gridRowStart !== 'auto' && style.gridColumnStart !== 'auto'
    const isElsewhere = isPlaced || !['static', 'relative'].includes(style.position)
    const background = [
      isOpaque ? '' : below,
      isTransparent ? '' : color,
      style.backgroundImage === 'none' ? '' : style.backgroundImage.slice(0, 200),
      isFaint ? `faint ${style.opacity} ${style.filter}` : '',
      isElsewhere && !isOpaque
        ? `${isOutsideContent(element) ? 'frame' : OVERLAPPING} ${element.getAttribute('class')}`
        : '',
    ].join(' ')
    backgrounds.set(element, background.trim())
    return background.trim()
  }
  const textOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine, borderBottom } =
      getComputedStyle(element)
    const own = [color, fontSize, fontWeight, textShadow].join(' ')
    if (element.tagName !== 'A') return own
    return [own, 'link', textDecorationLine, borderBottom].join(' ')
  }
  const keyOf = (element: Element) => {
    const parent = element.tagName === 'A' && element.parentElement
    return [textOf(element), parent ? textOf(parent) : '', backgroundOf(element)].join(' | ')
  }
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
  const knownKeys = new Set(known)
  const keys = new Map<Element, string>()
  const counts = new Map<string, number>()
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    // Text for screen readers only has no colors.
    if (element.getBoundingClientRect().width <= 1) continue
    const key = keyOf(element)
    const count = counts.get(key) ?? 0
    if (knownKeys.has(key) || count >= MAX_SIMILAR) continue
    counts.set(key, count + 1)
    keys.set(element, key)
  }
  if (keys.size === 0) return { faults: [], passed: [] }
  const { violations, passes } = await run(
    { include: [...keys.keys()] },
    {
      runOnly: { type: 'rule', values: rules },
      resultTypes: ['violations', 'passes'],
      elementRef: true,
    },
  )
  const failed = new Set(
    violations.flatMap(({ nodes }) => nodes.map(({ element }) => keys.get(element))),
  )
  const passed = passes
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ element }) => keys.get(element) ?? []))
    .filter((key) => !failed.has(key) && !key.includes(OVERLAPPING))
  return {
    faults: violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    ),
    passed: [...new Set(passed)],
  }
}
