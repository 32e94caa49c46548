import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */

/**
 * No file imports itself by way of others. Imports of types and lazy imports count too: a reader
 * of one file of a cycle has to read them all. Each complaint is one cycle, the shortest that
 * its first file is in.
 * @param {Source[]} sources
 */
export function noImportCycles(sources) {
  const paths = new Set(sources.map((source) => source.path))
  return cyclesOf(
    new Map(
      sources.map((source) => [
        source.path,
        source.imports.flatMap(({ target }) => (target && paths.has(target) ? [target] : [])),
      ]),
    ),
  )
}

/**
 * No folder of the server or the web imports itself by way of others, but for imports of types: each can be changed without
 * those that import it.
 * @param {Source[]} sources
 */
export function noFolderCycles(sources) {
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  for (const { path, imports } of sources) {
    if (!hasOrder(path)) continue
    const from = folderOf(path)
    const targets = imports.flatMap(({ target, isType }) =>
      target && !isType && hasOrder(target) && folderOf(target) !== from ? [folderOf(target)] : [],
    )
    graph.set(from, [...(graph.get(from) ?? []), ...targets])
  }
  return cyclesOf(graph)
}

/** @param {string} path */
const hasOrder = (path) => /^(server|web)\/(?!testing\/)/.test(path) && !isTest(path)

/** `server/features/jobs` of `server/features/jobs/queries.ts`. @param {string} path */
const folderOf = (path) => path.split('/').slice(0, -1).slice(0, 3).join('/')

/** @param {Map<string, string[]>} imports by what imports it @returns {string[]} */
function cyclesOf(imports) {
  /** @type {string[]} */
  const complaints = []
  const reported = new Set()
  for (const path of [...imports.keys()].sort()) {
    const cycle = reported.has(path) ? undefined : shortestCycle(path, imports)
    if (!cycle) continue
    for (const member of cycle) reported.add(member)
    complaints.push([...cycle, path].join(' -> '))
  }
  return complaints
}

/**
 * The way from a file or folder back to itself, the shortest, it first; undefined when there is none.
 * @param {string} start
 * @param {Map<string, string[]>} imports
 */
function shortestCycle(start, imports) {
  /** @type {Map<string, string | undefined>} */
  const cameFrom = new Map([[start, undefined]])
  const queue = [start]
  for (const path of queue) {
    for (const target of imports.get(path) ?? []) {
      if (target === start) return pathTo(path, cameFrom)
      if (cameFrom.has(target)) continue
      cameFrom.set(target, path)
      queue.push(target)
    }
  }
  return undefined
}

/** @param {string | undefined} path @param {Map<string, string | undefined>} cameFrom */
function pathTo(path, cameFrom) {
  const way = []
  for (let at = path; at !== undefined; at = cameFrom.get(at)) way.unshift(at)
  return way
}
