import { seeded } from '@plumbline/contract/testing/random.ts'
import { describe, expect, test } from 'vitest'
import { type Dependency, findCycle, predecessorsOf, withChange, without } from './dependencies.ts'

/** `a>b`: b depends on a. */
const edgesOf = (dependencies: readonly Dependency[]) =>
  dependencies.map(({ entryId, dependsOnId }) => `${dependsOnId}>${entryId}`).sort()

const dependency = (edge: string): Dependency => {
  const [dependsOnId = '', entryId = ''] = edge.split('>')
  return { entryId, dependsOnId, lagDays: 0 }
}

/**
 * Whether the entries can be sorted topologically: removes entries without predecessors until none
 * remain.
 */
function canBeOrdered(edges: readonly string[]): boolean {
  let remaining = edges.map((edge) => edge.split('>'))
  for (;;) {
    const waiting = new Set(remaining.map(([, after]) => after))
    const next = remaining.filter(([before]) => waiting.has(before))
    if (next.length === remaining.length) return remaining.length === 0
    remaining = next
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'random edits change only the dependencies sent, and every cycle is found (seed %i)',
  (seed) => {
    const random = seeded(seed)
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
    const ids = Array.from({ length: 3 + Math.floor(random() * 9) }, (_, n) => `e${n}`)
    let dependencies: readonly Dependency[] = []
    let refused = 0
    for (let edit = 0; edit < 120; edit++) {
      const id = pick(ids)
      const some = () =>
        random() < 0.4 ? undefined : ids.filter(() => random() < 1.5 / ids.length)
      const change = { dependsOnIds: some(), blocksIds: some() }
      const updated = withChange(dependencies, id, change)
      const edges = edgesOf(updated)
      const self = change.dependsOnIds?.includes(id) || change.blocksIds?.includes(id)
      if (!self) expect(edges).toEqual([...new Set(edges)])

      const cycle = findCycle(updated, id)
      expect(cycle === undefined).toBe(!self && canBeOrdered(edges))
      if (cycle) {
        refused++
        expect([cycle[0], cycle.at(-1)]).toEqual([id, id])
        for (const [n, at] of cycle.slice(0, -1).entries())
          expect(edges).toContain(`${at}>${cycle[n + 1]}`)
        continue
      }
      if (change.dependsOnIds)
        expect(predecessorsOf(updated, id)).toEqual(change.dependsOnIds.sort())
      if (change.blocksIds) {
        const successors = updated.filter((pair) => pair.dependsOnId === id)
        expect(successors.map(({ entryId }) => entryId).sort()).toEqual(change.blocksIds.sort())
      }
      const elsewhere = (list: string[]) => list.filter((edge) => !edge.split('>').includes(id))
      expect(elsewhere(edges)).toEqual(elsewhere(edgesOf(dependencies)))
      const unchanged = without(dependencies, without(dependencies, updated))
      expect(edgesOf([...unchanged, ...without(updated, dependencies)])).toEqual(edges)
      dependencies = updated
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(120)
  },
)

describe('the cycle', () => {
  const chain = ['a>b', 'b>c', 'c>d', 'b>d'].map(dependency)

  test('is the shortest', () => {
    const changed = withChange(chain, 'a', { dependsOnIds: ['d'] })
    expect(findCycle(changed, 'a')).toEqual(['a', 'b', 'd', 'a'])
  })

  test('of an entry that depends on itself has only that entry', () => {
    for (const side of ['dependsOnIds', 'blocksIds'])
      expect(findCycle(withChange(chain, 'c', { [side]: ['c'] }), 'c')).toEqual(['c', 'c'])
  })

  test('is resolved when the dependencies are removed', () => {
    const changed = withChange(chain, 'b', { dependsOnIds: [], blocksIds: [] })
    expect(findCycle(changed, 'b')).toBeUndefined()
    expect(edgesOf(changed)).toEqual(['c>d'])
  })
})
