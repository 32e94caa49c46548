import { builtinEnvironments } from 'vitest/runtime'

const happyDom = builtinEnvironments['happy-dom']

/**
 * The properties that queries by role ask of every element and of all that it contains, and a
 * pointer of all that is around what it presses; by the names they are asked by.
 */
const asked: ReadonlyMap<unknown, string> = new Map([
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
])

/** Everything that these depend on: tests have no style sheet that sets them. */
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
 * Remembers by what it depends on whether an element is displayed. To compute it, happy-dom goes
 * through all ancestors and copies what they inherit: nearly a millisecond, of which a query by
 * role needs hundreds.
 */
function rememberStyles(page: Window & typeof globalThis) {
  const compute = page.getComputedStyle.bind(page)
  const known = new Map<string, string>()
  return (element: Element): CSSStyleDeclaration => {
    const style = compute(element)
    let signature: string | undefined
    const read = (name: string) => {
      signature ??= signatureOf(element)
      const key = `${name} ${signature}`
      const value = known.get(key) ?? style.getPropertyValue(name)
      known.set(key, value)
      return value
    }
    const getPropertyValue = (name: string) =>
      asked.has(name) ? read(name) : style.getPropertyValue(name)
    // Not of the style itself, of which every answer would be compared with the computed one.
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue
        const property = asked.get(name)
        if (property) return read(property)
        const value: unknown = Reflect.get(style, name)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }
}

/**
 * A page of happy-dom without the console on which it prints every request that fails: a test has
 * it refused or broken off on purpose, and a read that is cancelled with its screen is printed as
 * "socket hang up". What the application prints goes to another console.
 */
export default {
  ...happyDom,
  async setup(global: typeof globalThis, options: Record<string, unknown>) {
    const { console } = global
    global.console = { ...console, error: () => undefined }
    try {
      const environment = await happyDom.setup(global, options)
      const page = global.document.defaultView
      if (page) page.getComputedStyle = global.getComputedStyle = rememberStyles(page)
      // There is no layout here, and so nothing at any point.
      global.document.elementsFromPoint = () => []
      return environment
    } finally {
      global.console = console
    }
  },
}
