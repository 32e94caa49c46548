import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** The copy of axe that its Playwright package brings. */
const AXE = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
)

/** Loads axe with every document of the page from now on: to send its source for each check costs more than the check. */
export async function loadAxe(page: Page): Promise<void> {
  await page.addInitScript({ path: AXE })
}

/** The rules of axe that depend on colors; the others give the same result in both themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The result of one rule of axe. */
interface Result {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly element: Element }[]
}
type Run = (
  context: { readonly include: readonly Element[] },
  options: object,
) => Promise<{ readonly violations: readonly Result[]; readonly passes: readonly Result[] }>

/** The accessibility faults of the page, one line each. */
export async function accessibilityFaults(
  page: Page,
  { colorsOnly = false } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(AXE, 'utf8'))
  const others = colorsOnly ? [] : await otherFaults(page)
  const { faults, passed } = await page.evaluate(runColors, {
    rules: COLOR_RULES,
    known: [...knownColors],
  })
  for (const key of passed) knownColors.add(key)
  return [...others, ...faults]
}

/** The faults by all other rules, one line each. */
async function otherFaults(page: Page): Promise<string[]> {
  const rules = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]))
  // There are no frames, so the results need not be collected in another page.
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], rules })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
}

/** The texts that passed on a page of this run, by color, size and ground. */
const knownColors = new Set<string>()

/**
 * Runs the rules of colors, in the page, on texts that look like no text that is known. They take five times as long as all others
 * together, and a list has the same few colors in each of its rows.
 */
async function runColors({ rules, known }: { rules: string[]; known: string[] }) {
  const { run }: { run: Run } = Reflect.get(window, 'axe')
  /** The most elements alike that are checked: axe gives no answer about one that something lies over. */
  const ALIKE = 3
  /** Marks what may lie over something else each time, so that it is never known. */
  const OVER = 'over:'
  const isOfFrame = (element: Element) =>
    !element.closest('main, [role=dialog], [role=alertdialog]')
  const grounds = new Map<Element, string>()
  /** The colors that an element is drawn on, from the last opaque one; its classes too where it may lie over something else. */
  const groundOf = (element: Element | null): string => {
    if (!element) return ''
    const found = grounds.get(element)
    if (found !== undefined) return found
    const style = getComputedStyle(element)
    const below = groundOf(element.parentElement)
    const color = style.backgroundColor
    const isTransparent = color === 'rgba(0, 0, 0, 0)'
    const isFaint = style.opacity !== '1' || style.filter !== 'none' || below.includes('faint')
    const isOpaque = !isTransparent && !isFaint && !/^rgba|\/|transparent/.test(color)
    const isPlaced = style.gridRowStart !== 'auto' && style.gridColumnStart !== 'auto'
    const isElsewhere = isPlaced || !['static', 'relative'].includes(style.position)
    const ground = [
      isOpaque ? '' : below,
      isTransparent ? '' : color,
      style.backgroundImage === 'none' ? '' : style.backgroundImage.slice(0, 200),
      isFaint ? `faint ${style.opacity} ${style.filter}` : '',
      isElsewhere && !isOpaque
        ? `${isOfFrame(element) ? 'frame' : OVER} ${element.getAttribute('class')}`
        : '',
    ].join(' ')
    grounds.set(element, ground.trim())
    return ground.trim()
  }
  const textOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine, borderBottom } =
      getComputedStyle(element)
    const own = [color, fontSize, fontWeight, textShadow].join(' ')
    if (element.tagName !== 'A') return own
    return [own, 'link', textDecorationLine, borderBottom].join(' ')
  }
  const keyOf = (element: Element) => {
    const around = element.tagName === 'A' && element.parentElement
    return [textOf(element), around ? textOf(around) : '', groundOf(element)].join(' | ')
  }
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    )
  const isKnown = new Set(known)
  const keys = new Map<Element, string>()
  const counts = new Map<string, number>()
  for (const element of document.body.querySelectorAll('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    // What only a screen reader reads has no colors.
    if (element.getBoundingClientRect().width <= 1) continue
    const key = keyOf(element)
    const count = counts.get(key) ?? 0
    if (isKnown.has(key) || count >= ALIKE) continue
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
    .filter((key) => !failed.has(key) && !key.includes(OVER))
  return {
    faults: violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
    ),
    passed: [...new Set(passed)],
  }
}
