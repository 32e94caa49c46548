/** @typedef {import('./tree.js').Source} Source */

/**
 * No file imports itself by way of others. Imports of types and lazy imports count too: a reader
 * of one file of a cycle has to read them all. Each complaint is one cycle, the shortest that
 * its first file is in.
 * @param {Source[]} sources
 */
export function noImportCycles(sources) {
  const paths = new Set(sources.map((source) => source.path))
  /** @type {Map<string, string[]>} */
  const imports = new Map(
    sources.map((source) => [
      source.path,
      source.imports.flatMap(({ target }) => (target && paths.has(target) ? [target] : [])),
    ]),
  )
  /** @type {string[]} */
  const complaints = []
  const reported = new Set()
  for (const path of [...paths].sort()) {
    const cycle = reported.has(path) ? undefined : shortestCycle(path, imports)
    if (!cycle) continue
    for (const member of cycle) reported.add(member)
    complaints.push([...cycle, path].join(' -> '))
  }
  return complaints
}

/**
 * The files on the shortest way from a file back to itself, it first; undefined when there is none.
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
