import { nameOf } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */
/** @typedef {import('./tree.js').Node} Node */

/** Names of what happy-dom cannot do: focus and keys, pointer and touch, layout, tabs, files, paper, storage. */
const OF_A_BROWSER = new Set([
  ...['keyboard', 'press', 'pressSequentially', 'focus', 'blur', 'selectText', 'toBeFocused'],
  ...['mouse', 'touchscreen', 'hover', 'tap', 'dragTo', 'dispatchEvent', 'wheel'],
  ...['boundingBox', 'setViewportSize', 'scrollIntoViewIfNeeded', 'emulateMedia', 'screenshot'],
  ...['newPage', 'newContext', 'context', 'waitForEvent', 'goBack', 'goForward'],
  ...['setInputFiles', 'pdf', 'grantPermissions', 'setOffline', 'route', 'addInitScript'],
  ...['evaluate', 'evaluateAll', 'serviceWorkers', 'cookies', 'clearCookies', 'newCDPSession'],
  ...['on', 'waitForRequest', 'waitForResponse'],
  // The browser's own reports, and the pages of the server, which have no web tests.
  ...['startServer', 'expectError', 'anonymous'],
])

/** Harness modules that only prepare a company or find what is on a screen; all others work the browser. */
const PLAIN_HELPERS = /\/harness\/(apiClient|company|jobs|png|rentals|sample|screen|story|zip)\.ts$/

/**
 * A story that only fills in a form and reads a text is a web test, which costs a twentieth. It needs something that only a
 * browser has, in its own steps or in the functions of its file that it calls, or two people on screen.
 * @param {Source[]} sources
 */
export function storiesNeedABrowser(sources) {
  return sources
    .filter((source) => /^e2e\/\w+\.story\.ts$/.test(source.path))
    .flatMap((source) => {
      const helpers = helpersOf(source)
      const known = new Set([...OF_A_BROWSER, ...browserHelpers(source)])
      return source.nodes
        .filter((node) => node.type === 'CallExpression' && nameOf(node.callee) === 'story')
        .filter((call) => !needsBrowser(partsOf(call, source, helpers), known))
        .map(
          (call) =>
            `${source.path}: "${titleOf(call)}" does nothing that needs a browser; write a web test`,
        )
    })
}

/** The functions and values at the top level of a file, by name. @param {Source} source @returns {Map<string, Node>} */
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

/** The names that harness modules other than the plain ones give to a file. @param {Source} source */
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

/** A part of a file with the helpers that it names, and those that they name. @param {Node} call @param {Source} source @param {Map<string, Node>} helpers */
function partsOf(call, source, helpers) {
  const parts = new Set([call])
  // A set is read on while it grows.
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

/** @param {Node[][]} parts @param {Set<string>} known what needs a browser, by name */
function needsBrowser(parts, known) {
  return parts.some((nodes) => {
    // Two people, or one person in two tabs, who see what the other does.
    const visits = nodes.filter(
      (node) => node.type === 'CallExpression' && nameOf(node.callee) === 'visit',
    )
    return visits.length > 1 || nodes.some((node) => known.has(nameOf(node) ?? ''))
  })
}

/** @param {Node} call */
function titleOf(call) {
  const [first] = /** @type {{ value?: string }[]} */ (call.arguments)
  return first?.value ?? ''
}
