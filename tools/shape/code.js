import { isTest, nameOf } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */
/** @typedef {import('./tree.js').File} File */
/** @typedef {import('./tree.js').Node} Node */

const MAX_LINES = 400
const LARGE_FILE_LINES = 200

/**
 * No source file has more than 400 lines, and nine in ten have fewer than 200. Tests may be longer.
 * @param {Source[]} sources
 */
export function filesAreSmall(sources) {
  const counted = sources.filter((source) => !isTest(source.path))
  const large = counted.filter((source) => source.lines >= LARGE_FILE_LINES)
  const complaints = large
    .filter((source) => source.lines > MAX_LINES)
    .map((source) => `${source.path}: ${source.lines} lines, at most ${MAX_LINES}`)
  if (counted.length >= 10 && large.length > counted.length / 10) {
    const names = large.map((source) => `${source.path} (${source.lines})`).join(', ')
    complaints.push(
      `${large.length} of ${counted.length} files have ${LARGE_FILE_LINES} lines or more, at most one in ten: ${names}`,
    )
  }
  return complaints
}

/**
 * The files that handle every route on both sides. Uploads, idempotency and the sign-in pages are
 * built around them, not into them.
 */
const KERNEL = ['contract/route.ts', 'server/http/serve.ts', 'web/api/call.ts']
const MAX_KERNEL_LINES = 320

/** The kernel stays small enough to be read in one sitting. @param {Source[]} sources */
export function kernelIsSmall(sources) {
  const kernel = sources.filter((source) => KERNEL.includes(source.path))
  const lines = kernel.reduce((sum, source) => sum + source.lines, 0)
  return lines < MAX_KERNEL_LINES
    ? []
    : [`${KERNEL.join(', ')}: ${lines} lines together, they must stay under ${MAX_KERNEL_LINES}`]
}

/**
 * No `any`, and no comment that disables a check, except `@ts-expect-error` in a test of what must
 * not compile.
 * @param {Source[]} sources
 */
export function noCheckIsOff(sources) {
  return sources.flatMap((source) => {
    const complaints = []
    if (source.nodes.some((node) => node.type === 'TSAnyKeyword'))
      complaints.push(`${source.path}: any`)
    for (const comment of source.comments) {
      const directive =
        /^[\s*]*(@ts-(?:ignore|nocheck|expect-error)|biome-ignore|(?:eslint|oxlint)-disable)/.exec(
          comment,
        )?.[1]
      if (directive && !(directive === '@ts-expect-error' && isTest(source.path)))
        complaints.push(`${source.path}: ${directive}`)
    }
    if (
      source.comments.some((comment) =>
        /[@{<](type|param|returns?|typedef)\b.*\bany\b/.test(comment),
      )
    ) {
      complaints.push(`${source.path}: any in a type comment`)
    }
    return complaints
  })
}

const TEST_FUNCTIONS = new Set(['it', 'test', 'describe', 'suite', 'story'])
const MODIFIERS = new Set(['only', 'skip', 'todo', 'fails'])
const DISABLED_FUNCTIONS = new Set(['xit', 'fit', 'xdescribe', 'fdescribe', 'xtest'])

/** No test is skipped or run exclusively. @param {Source[]} sources */
export function noTestIsOff(sources) {
  return sources
    .filter((source) => isTest(source.path))
    .flatMap((source) =>
      source.nodes.flatMap((node) => {
        if (node.type === 'CallExpression' && DISABLED_FUNCTIONS.has(nameOf(node.callee) ?? ''))
          return [`${source.path}: ${nameOf(node.callee)}`]
        if (node.type !== 'MemberExpression') return []
        const property = nameOf(node.property) ?? ''
        return MODIFIERS.has(property) && TEST_FUNCTIONS.has(baseOf(node))
          ? [`${source.path}: ${baseOf(node)}.${property}`]
          : []
      }),
    )
}

/** The first name of a chain such as `it.concurrent.only`. @param {Node} node @returns {string} */
function baseOf(node) {
  const object = /** @type {Node} */ (node.object)
  return object.type === 'MemberExpression' ? baseOf(object) : (nameOf(object) ?? '')
}

/** No path of a specific machine, and no registry of a specific network. @param {File[]} files */
export function noMachinePaths(files) {
  const path =
    /(?<![\w.:/-])\/(?:home\/\w|root\/|work\/|tmp\/|Users\/\w|mnt\/\w)[\w./-]*|\b[A-Z]:\\Users\\\w+/
  return files.flatMap((file) => {
    const found = path.exec(file.text)?.[0]
    if (found) return [`${file.path}: names a path of one machine (${found})`]
    const registry =
      file.path.endsWith('package-lock.json') &&
      /"resolved": "(?!https:\/\/registry\.npmjs\.org\/|[a-z]+")([^"]+)"/.exec(file.text)?.[1]
    return registry ? [`${file.path}: names a registry of one network (${registry})`] : []
  })
}
