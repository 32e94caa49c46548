/** An entry's dependencies: those it waits for, and those that wait for it. */
export interface Links {
  readonly dependsOnIds: readonly string[]
  readonly blocksIds: readonly string[]
}

/** The entries of one job by id. */
export type Graph<E extends Links = Links> = ReadonlyMap<string, E>

/** Either side may be left as it is. */
export interface LinkChange {
  readonly dependsOnIds?: readonly string[] | undefined
  readonly blocksIds?: readonly string[] | undefined
}

const NONE: Links = { dependsOnIds: [], blocksIds: [] }

const withId = (ids: readonly string[], id: string, wanted: boolean): readonly string[] => {
  if (ids.includes(id) === wanted) return ids
  return wanted ? [...ids, id] : ids.filter((one) => one !== id)
}

/**
 * The links, both columns, of every entry that has others once `id` has those of the change; `id` itself, which may be
 * new, is always among them. The only place where links are worked out, so that one side is always the inverse of the other.
 */
export function relink(graph: Graph, id: string, change: LinkChange): Map<string, Links> {
  const own = graph.get(id) ?? NONE
  const next = {
    dependsOnIds: change.dependsOnIds ?? own.dependsOnIds,
    blocksIds: change.blocksIds ?? own.blocksIds,
  }
  const changed = new Map<string, Links>([[id, next]])
  for (const [other, links] of graph) {
    if (other === id) continue
    const dependsOnIds = withId(links.dependsOnIds, id, next.blocksIds.includes(other))
    const blocksIds = withId(links.blocksIds, id, next.dependsOnIds.includes(other))
    if (dependsOnIds !== links.dependsOnIds || blocksIds !== links.blocksIds) {
      changed.set(other, { dependsOnIds, blocksIds })
    }
  }
  return changed
}

/** The ids among the links that are neither in the graph nor `id`. */
export function strangers(graph: Graph, id: string, ids: readonly string[] = []): string[] {
  return ids.filter((one) => one !== id && !graph.has(one))
}

/** The shortest way from `id` along those that wait for it back to `id`, both ends included; undefined when there is none. */
export function circleThrough(graph: Graph, changed: Graph, id: string): string[] | undefined {
  if (changed.get(id)?.dependsOnIds.includes(id)) return [id, id]
  const cameFrom = new Map<string, string>()
  const queue = [id]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of (changed.get(at) ?? graph.get(at) ?? NONE).blocksIds) {
      if (cameFrom.has(next)) continue
      cameFrom.set(next, at)
      if (next === id) return wayBack(cameFrom, id)
      queue.push(next)
    }
  }
  return undefined
}

function wayBack(cameFrom: ReadonlyMap<string, string>, id: string): string[] {
  const way = [id]
  for (let at = cameFrom.get(id); at !== undefined && at !== id; at = cameFrom.get(at))
    way.unshift(at)
  return [id, ...way]
}
