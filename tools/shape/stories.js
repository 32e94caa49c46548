import { nameOf } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */
/** @typedef {import('./tree.js').Node} Node */

/**
 * The names of what happy-dom does not support: focus and keys, pointer and touch, layout, tabs,
 * files, printing, storage.
 */
const BROWSER_ONLY = new Set([
  ...['keyboard', 'press', 'pressSequentially', 'focus', 'blur', 'selectText', 'toBeFocused'],
  ...['mouse', 'touchscreen', 'hover', 'tap', 'dragTo', 'dispatchEvent', 'wheel'],
  ...['boundingBox', 'setViewportSize', 'scrollIntoViewIfNeeded', 'emulateMedia', 'screenshot'],
  ...['newPage', 'newContext', 'context', 'waitForEvent', 'goBack', 'goForward'],
  ...['setInputFiles', 'pdf', 'grantPermissions', 'setOffline', 'route', 'addInitScript'],
  ...['evaluate', 'evaluateAll', 'serviceWorkers', 'cookies', 'clearCookies', 'newCDPSession'],
  ...['on', 'waitForRequest', 'waitForResponse'],
  // Errors that only a browser reports, and the server-rendered pages, which have no web tests.
  ...['startServer', 'expectError', 'anonymous'],
])

/**
 * Harness modules that only prepare a company or find elements on a screen. All others control the
 * browser.
 */
const PLAIN_HELPERS = /\/harness\/(apiClient|company|jobs|png|rentals|sample|screen|story|zip)\.ts$/

/**
 * A story must need a browser: in its own steps or the functions of its file that it calls, it uses
 * something that only a browser supports, or two pages. Anything else is a web test, which takes a
 * twentieth of the time.
 * @param {Source[]} sources
 */
export function storiesNeedABrowser(sources) {
  return sources
    .filter((source) => /^e2e\/\w+\.story\.ts$/.test(source.path))
    .flatMap((source) => {
      const helpers = helpersOf(source)
      const browserNames = new Set([...BROWSER_ONLY, ...browserHelpers(source)])
      return source.nodes
        .filter((node) => node.type === 'CallExpression' && nameOf(node.callee) === 'story')
        .filter((call) => !needsBrowser(partsOf(call, source, helpers), browserNames))
        .map(
          (call) =>
            `${source.path}: "${titleOf(call)}" does nothing that needs a browser; write a web test`,
        )
    })
}

/**
 * The functions and values at the top level of a file, by name.
 * @param {Source} source
 * @returns {Map<string, Node>}
 */
function helpersOf(source) {
  /** @type {Map<string, Node>} */
  const helpers = new Map()
  for (const node of source.nodes) {
    if (node.type !== 'FunctionDeclaration' && node.type !== 'VariableDeclarator') continue
    const name = nameOf(node.id)
    if (name) helpers.set(name, node)
  }
  return helpers
}

/**
 * The names that a file imports from harness modules that control the browser.
 * @param {Source} source
 */
function browserHelpers(source) {
  return source.nodes
    .filter((node) => node.type === 'ImportDeclaration' && node.importKind !== 'type')
    .filter((node) => {
      const { value } = /** @type {{ value: string }} */ (node.source)
      return value.includes('/harness/') && !PLAIN_HELPERS.test(value)
    })
    .flatMap((node) => /** @type {Node[]} */ (node.specifiers))
    .map((specifier) => nameOf(specifier.local) ?? '')
}

/**
 * The nodes of a call and of all helpers that it uses, directly or through other helpers.
 * @param {Node} call
 * @param {Source} source
 * @param {Map<string, Node>} helpers
 */
function partsOf(call, source, helpers) {
  const parts = new Set([call])
  // Items added during the iteration are visited too.
  for (const part of parts)
    for (const node of inside(part, source)) {
      const helper = helpers.get(nameOf(node) ?? '')
      if (helper) parts.add(helper)
    }
  return [...parts].map((part) => inside(part, source))
}

/** @param {Node} part @param {Source} source */
const inside = ({ start, end }, source) =>
  source.nodes.filter((node) => node.start >= start && node.end <= end)

/** @param {Node[][]} parts @param {Set<string>} browserNames names that need a browser */
function needsBrowser(parts, browserNames) {
  return parts.some((nodes) => {
    // Two people, or one person in two tabs, see the changes of each other.
    const visits = nodes.filter(
      (node) => node.type === 'CallExpression' && nameOf(node.callee) === 'visit',
    )
    return visits.length > 1 || nodes.some((node) => browserNames.has(nameOf(node) ?? ''))
  })
}

/** @param {Node} call */
function titleOf(call) {
  const [first] = /** @type {{ value?: string }[]} */ (call.arguments)
  return first?.value ?? ''
}
