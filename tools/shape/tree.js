import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * @typedef {{ path: string, text: string }} File a file; its path is relative to the root, with `/`
 */
/**
 * @typedef {{
 *   specifier: string, target: string | undefined, package: string | undefined, isType: boolean
 * }} Import `isType`: an import of types only, which does not exist at run time
 */
/**
 * @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node a node of
 * the syntax tree
 */
/**
 * @typedef {File & { imports: Import[], nodes: Node[], comments: string[], lines: number }} Source
 */

/** Files whose text is read. For others, such as pictures and fonts, only the names matter. */
const TEXT = /(\.(ts|tsx|js|json|css|html|md|sql|txt|yml|yaml)|\/run|^LICENSE|\.gitignore|\.npmrc)$/
/** Hand-written source files: generated ones follow the rules of their generator. */
const SOURCE = /(?<!\.gen)\.(ts|tsx|js)$/

/**
 * Reads the files of the repository, except those in `.gitignore`, without using git.
 * @param {string} root
 * @returns {File[]}
 */
export function readTree(root) {
  const ignored = ignoreRules(readFileSync(join(root, '.gitignore'), 'utf8'))
  /** @type {File[]} */
  const files = []
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.name === '.git' || ignored(path)) continue
      if (entry.isDirectory()) walk(path)
      else files.push({ path, text: TEXT.test(path) ? readFileSync(join(root, path), 'utf8') : '' })
    }
  }
  walk('')
  return files
}

/**
 * Parses the patterns that our `.gitignore` uses: `name/`, `/rooted/`, `*.end` and plain names.
 * @param {string} text
 */
export function ignoreRules(text) {
  const rules = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return (/** @type {string} */ path) => {
    const name = posix.basename(path)
    return rules.some((rule) => {
      const pattern = rule.replace(/\/$/, '')
      if (pattern.startsWith('/')) return path === pattern.slice(1)
      return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : name === pattern
    })
  }
}

/** @param {string} path */
export const isTest = (path) => /\.(test|types|story|long)\.tsx?$/.test(path)

/** Parses the source files among the given files. @param {File[]} files @returns {Source[]} */
export function parseSources(files) {
  return files.filter((file) => SOURCE.test(file.path)).map(parseSource)
}

/** @param {File} file @returns {Source} */
function parseSource(file) {
  const parsed = parseSync(file.path, file.text, { preserveParens: false })
  if (parsed.errors[0]) throw new Error(`${file.path} does not parse: ${parsed.errors[0].message}`)
  const nodes = collectNodes(parsed.program)
  return {
    ...file,
    nodes,
    imports: nodes.flatMap((node) =>
      specifiersOf(node).map((specifier) => ({
        ...resolve(file.path, specifier),
        isType: importsTypes(node),
      })),
    ),
    comments: parsed.comments.map((comment) => comment.value.trim()),
    lines: file.text.split('\n').length - 1,
  }
}

/** @param {unknown} value @param {Node[]} into @returns {Node[]} */
function collectNodes(value, into = []) {
  if (Array.isArray(value)) for (const item of value) collectNodes(item, into)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value && typeof value.type === 'string') into.push(/** @type {Node} */ (value))
    for (const child of Object.values(value))
      if (typeof child === 'object') collectNodes(child, into)
  }
  return into
}

/**
 * The specifiers that a node imports: static and dynamic imports, re-exports, type imports,
 * `require` and `import.meta.glob`.
 * @param {Node} node
 * @returns {string[]}
 */
function specifiersOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return textsOf(node.source)
    case 'CallExpression': {
      const callee = /** @type {Node} */ (node.callee)
      const globs = callee.type === 'MemberExpression' && nameOf(callee.property) === 'glob'
      const first = /** @type {unknown[]} */ (node.arguments)[0]
      const targets = globs || nameOf(callee) === 'require' ? textsOf(first) : []
      return targets.filter((target) => !target.startsWith('!'))
    }
    default:
      return []
  }
}

/** Whether a node imports types only. @param {Node} node */
function importsTypes({ type, importKind, exportKind, specifiers }) {
  if (type === 'TSImportType' || importKind === 'type' || exportKind === 'type') return true
  const names = /** @type {Node[] | undefined} */ (specifiers) ?? []
  return (
    names.length > 0 &&
    names.every((name) => name.importKind === 'type' || name.exportKind === 'type')
  )
}

/** @param {unknown} node @returns {string[]} */
function textsOf(node) {
  const it = /** @type {Node | null | undefined} */ (node)
  if (it?.type === 'Literal' && typeof it.value === 'string') return [it.value]
  if (it?.type === 'ArrayExpression') return /** @type {unknown[]} */ (it.elements).flatMap(textsOf)
  return []
}

/** @param {unknown} node @returns {string | undefined} */
export function nameOf(node) {
  const it = /** @type {Node | undefined} */ (node)
  return it?.type === 'Identifier' ? String(it.name) : undefined
}

/** @param {string} from @param {string} specifier @returns {Omit<Import, 'isType'>} */
function resolve(from, specifier) {
  if (specifier.startsWith('.')) {
    return {
      specifier,
      target: posix.join(posix.dirname(from), specifier),
      package: undefined,
    }
  }
  const own = /^@plumbline\/(\w+)\/?(.*)$/.exec(specifier)
  if (own) return { specifier, target: `${own[1]}/${own[2] ?? ''}`, package: undefined }
  const name = specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.split('/')[0]
  return { specifier, target: undefined, package: specifier.startsWith('node:') ? specifier : name }
}
