import { isTest } from './tree.js'

/** @typedef {import('./tree.js').Source} Source */

/**
 * No file imports itself through others. Type imports and lazy imports count too, because a reader
 * of one file in a cycle has to read them all. Each complaint is the shortest cycle of its first
 * file.
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
 * No folder of the server or the web imports itself through others. Type imports do not count.
 * @param {Source[]} sources
 */
export function noFolderCycles(sources) {
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  for (const { path, imports } of sources) {
    if (!isChecked(path)) continue
    const from = folderOf(path)
    const targets = imports.flatMap(({ target, isType }) =>
      target && !isType && isChecked(target) && folderOf(target) !== from ? [folderOf(target)] : [],
    )
    graph.set(from, [...(graph.get(from) ?? []), ...targets])
  }
  return cyclesOf(graph)
}

/** @param {string} path */
const isChecked = (path) => /^(server|web)\/(?!testing\/)/.test(path) && !isTest(path)

/** Returns `server/features/jobs` for `server/features/jobs/queries.ts`. @param {string} path */
const folderOf = (path) => path.split('/').slice(0, -1).slice(0, 3).join('/')

/** @param {Map<string, string[]>} imports the imports by importer @returns {string[]} */
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
 * The shortest path from a file or folder back to itself, starting with it; undefined if there is
 * none.
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
  const steps = []
  for (let at = path; at !== undefined; at = cameFrom.get(at)) steps.unshift(at)
  return steps
}
