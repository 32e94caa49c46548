import { describe, expect, test } from 'vitest'
import { circleThrough, type Links, relink, strangers } from './links.ts'

/** Random numbers in [0, 1) that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const graphOf = (edges: readonly (readonly [string, string])[], ids: readonly string[]) =>
  new Map(
    ids.map((id) => [
      id,
      {
        dependsOnIds: edges.filter(([, after]) => after === id).map(([before]) => before),
        blocksIds: edges.filter(([before]) => before === id).map(([, after]) => after),
      },
    ]),
  )

/** The edges of the graph, seen from one side and from the other. */
const edgesOf = (graph: ReadonlyMap<string, Links>) => ({
  forward: [...graph]
    .flatMap(([id, { blocksIds }]) => blocksIds.map((after) => `${id}>${after}`))
    .sort(),
  backward: [...graph]
    .flatMap(([id, { dependsOnIds }]) => dependsOnIds.map((before) => `${before}>${id}`))
    .sort(),
})

/** Whether the entries can be put into an order: takes away what waits for nothing until nothing is left. */
function canBeOrdered(edges: readonly string[]): boolean {
  let left = edges.map((edge) => edge.split('>'))
  for (;;) {
    const waiting = new Set(left.map(([, after]) => after))
    const next = left.filter(([before]) => waiting.has(before))
    if (next.length === left.length) return left.length === 0
    left = next
  }
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'random edits keep both sides the inverse of each other and without circles (seed %i)',
  (seed) => {
    const random = seeded(seed)
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
    const ids = Array.from({ length: 3 + Math.floor(random() * 9) }, (_, n) => `e${n}`)
    let graph: ReadonlyMap<string, Links> = graphOf([], ids)
    let refused = 0
    for (let edit = 0; edit < 120; edit++) {
      const id = pick(ids)
      const some = () =>
        random() < 0.4 ? undefined : ids.filter(() => random() < 1.5 / ids.length)
      const change = { dependsOnIds: some(), blocksIds: some() }
      const changed = relink(graph, id, change)
      const wanted = new Map([...graph, ...changed])
      const { forward, backward } = edgesOf(wanted)
      expect(forward).toEqual([...new Set(forward)])
      const self = change.dependsOnIds?.includes(id) || change.blocksIds?.includes(id)
      if (!self) expect(forward).toEqual(backward)

      const circle = circleThrough(graph, changed, id)
      expect(circle === undefined).toBe(!self && canBeOrdered(forward))
      if (circle) {
        refused++
        expect([circle[0], circle.at(-1)]).toEqual([id, id])
        for (const [n, at] of circle.slice(0, -1).entries()) {
          const edge = `${at}>${circle[n + 1]}`
          expect([...forward, ...backward]).toContain(edge)
        }
        continue
      }
      // What was sent stands, and nothing changed but the edges at the entry.
      if (change.dependsOnIds) expect(wanted.get(id)?.dependsOnIds).toEqual(change.dependsOnIds)
      if (change.blocksIds) expect(wanted.get(id)?.blocksIds).toEqual(change.blocksIds)
      const elsewhere = (edges: string[]) => edges.filter((edge) => !edge.split('>').includes(id))
      expect(elsewhere(forward)).toEqual(elsewhere(edgesOf(graph).forward))
      graph = wanted
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(120)
  },
)

describe('the circle', () => {
  const chain = graphOf(
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['b', 'd'],
    ],
    ['a', 'b', 'c', 'd'],
  )

  test('is the shortest way round', () => {
    expect(circleThrough(chain, relink(chain, 'a', { dependsOnIds: ['d'] }), 'a')).toEqual([
      'a',
      'b',
      'd',
      'a',
    ])
  })

  test('of an entry that waits for itself is itself', () => {
    for (const side of ['dependsOnIds', 'blocksIds'])
      expect(circleThrough(chain, relink(chain, 'c', { [side]: ['c'] }), 'c')).toEqual(['c', 'c'])
  })

  test('is not there when the links are taken away', () => {
    const changed = relink(chain, 'b', { dependsOnIds: [], blocksIds: [] })
    expect(circleThrough(chain, changed, 'b')).toBeUndefined()
    expect([...changed.keys()].sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

test('strangers are the ids of no entry of the job', () => {
  expect(strangers(graphOf([], ['a', 'b']), 'new', ['a', 'new', 'x'])).toEqual(['x'])
  expect(strangers(graphOf([], []), 'new')).toEqual([])
})
