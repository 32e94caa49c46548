import { describe, expect, test } from 'vitest'
import { cycleIn, cycleThrough } from './cycles.ts'
import { topologicalOrder } from './order.ts'
import { seededNumbers } from './testing/random.ts'

/** `waits([], [0], [0, 1])`: the second waits for the first, the third for both. */
const waits = (...others: number[][]) => new Map(others.entries())

test.each<[others: number[][], order: number[]]>([
  [[], []],
  [
    [[1, 2], [2], []],
    [2, 1, 0],
  ],
  [
    [[], [], [0], [0]],
    [0, 1, 2, 3],
  ],
  // A key that is listed twice, and one that does not exist.
  [
    [[], [0, 0], [7]],
    [0, 2, 1],
  ],
  // A cycle, and a key that waits for it.
  [
    [[], [2], [1], [1], [0]],
    [0, 4],
  ],
])('the order of %j is %j', (others, order) => {
  expect(topologicalOrder(waits(...others))).toEqual(order)
})

describe('a cycle', () => {
  test.each<[others: number[][], cycle: number[] | undefined]>([
    [[], undefined],
    [[[], [0], [0, 1]], undefined],
    [[[0]], [0, 0]],
    [
      [[1], [0]],
      [0, 1, 0],
    ],
    [
      [[], [0, 3], [1], [2]],
      [1, 2, 3, 1],
    ],
    // The last waits for the cycle and is not part of it.
    [
      [[1], [0], [1]],
      [0, 1, 0],
    ],
    // The first is not part of the cycle either.
    [
      [[1], [2], [1]],
      [1, 2, 1],
    ],
    [[[7]], undefined],
  ])('in %j is found as %j', (others, cycle) => expect(cycleIn(waits(...others))).toEqual(cycle))

  test('through a thing is the shortest one that contains it', () => {
    const things = waits([2, 4], [0], [1], [2], [3], [6], [5])
    expect(cycleThrough(things, 0)).toEqual([0, 1, 2, 0])
    expect(cycleThrough(things, 4)).toEqual([4, 0, 1, 2, 3, 4])
    expect(cycleThrough(waits([1], [2], [1]), 0)).toBeUndefined()
  })
})

test('everything outside of cycles is ordered (2,000 random graphs)', () => {
  let cyclic = 0
  for (let seed = 1; seed <= 2000; seed++) {
    const next = seededNumbers(seed)
    const count = 1 + next(9)
    const things = waits(
      ...Array.from({ length: count }, () =>
        Array.from({ length: next(3) }, () => next(count + 1)),
      ),
    )
    const order = topologicalOrder(things)
    expect(new Set(order).size, `seed ${seed}`).toBe(order.length)
    for (const [index, key] of order.entries())
      for (const other of things.get(key) ?? [])
        if (things.has(other)) expect(order.slice(0, index), `seed ${seed}`).toContain(other)

    const cycle = cycleIn(things)
    expect(cycle === undefined, `seed ${seed}`).toBe(order.length === count)
    if (!cycle) continue
    cyclic++
    expect(cycle[0], `seed ${seed}`).toBe(cycle.at(-1))
    for (const [n, key] of cycle.slice(1).entries())
      expect(things.get(key), `seed ${seed}`).toContain(cycle[n])
    // Every key that is left out waits for another one that is left out.
    for (const [key, others] of things)
      if (!order.includes(key))
        expect(
          others.some((other) => things.has(other) && !order.includes(other)),
          `seed ${seed}`,
        ).toBe(true)
  }
  expect(cyclic).toBeGreaterThan(200)
  expect(cyclic).toBeLessThan(1800)
})
