import { builtinEnvironments } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * The style properties that queries by role read from every element and its descendants, and
 * pointer events from an element's ancestors, by the name under which they are read.
 */
const cachedProperties: ReadonlyMap<unknown, string> = new Map([
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
])

/**
 * A key with everything that these properties depend on. Tests have no style sheet that sets them.
 */
function signatureOf(element: Element): string {
  let signature = ''
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = at.getAttribute('style')
    signature += style === null ? `${at.tagName}>` : `${at.tagName} ${style}>`
    if (at.tagName === 'DIALOG') signature += at.hasAttribute('open')
  }
  return signature
}

/**
 * Caches whether an element is displayed. To compute it, happy-dom walks through all ancestors and
 * copies inherited values. This takes nearly a millisecond, and a query by role does it hundreds of
 * times.
 */
function cacheStyles(page: Window & typeof globalThis) {
  const compute = page.getComputedStyle.bind(page)
  const cache = new Map<string, string>()
  return (element: Element): CSSStyleDeclaration => {
    const style = compute(element)
    let signature: string | undefined
    const read = (name: string) => {
      signature ??= signatureOf(element)
      const key = `${name} ${signature}`
      const value = cache.get(key) ?? style.getPropertyValue(name)
      cache.set(key, value)
      return value
    }
    const getPropertyValue = (name: string) =>
      cachedProperties.has(name) ? read(name) : style.getPropertyValue(name)
    // Not a proxy of the style itself, whose invariants would compare every value with the computed
    // one.
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue
        const property = cachedProperties.get(name)
        if (property) return read(property)
        const value: unknown = Reflect.get(style, name)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }
}

/**
 * The happy-dom environment without its console, which prints every failed request. Tests cause
 * such failures on purpose, and a read that is canceled with its screen is printed as "socket hang
 * up". The application prints to another console.
 */
export default {
  ...happyDom,
  async setup(global: typeof globalThis, options: Record<string, unknown>) {
    const { console } = global
    global.console = { ...console, error: () => undefined }
    try {
      const environment = await happyDom.setup(global, options)
      const page = global.document.defaultView
      if (page) page.getComputedStyle = global.getComputedStyle = cacheStyles(page)
      // Without layout there is nothing at any point.
      global.document.elementsFromPoint = () => []
      return environment
    } finally {
      global.console = console
    }
  },
}
