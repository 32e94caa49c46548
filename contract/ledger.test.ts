import { expect, test } from 'vitest'
import { allocate, creditOf, proposed, type Source } from './ledger.ts'

const source = (id: string, left: number, from = '2026-11-01'): Source => ({
  ...{ kind: 'payment', id, left, from },
})
const invoice = (id: string, amount: number, from = '2026-11-01') => ({ id, amount, from })
const shown = (sources: readonly Source[], wanted: readonly ReturnType<typeof invoice>[]) =>
  allocate(sources, wanted).map((part) => [part.source.id, part.wanted.id, part.amount, part.day])

test('the first source is used first, and each invoice gets what is left', () => {
  const sources = [source('check', 500), source('cash', 300)]
  expect(shown(sources, [invoice('a', 400), invoice('b', 350)])).toEqual([
    ['check', 'a', 400, '2026-11-01'],
    ['check', 'b', 100, '2026-11-01'],
    ['cash', 'b', 250, '2026-11-01'],
  ])
})

test('a part counts from the day on which both its source and its invoice were there', () => {
  const sources = [source('early', 100, '2026-11-02'), source('late', 100, '2026-11-09')]
  expect(shown(sources, [invoice('a', 200, '2026-11-05')])).toEqual([
    ['early', 'a', 100, '2026-11-05'],
    ['late', 'a', 100, '2026-11-09'],
  ])
})

test('more than all sources is filled as far as they go', () => {
  expect(shown([source('check', 70)], [invoice('a', 50), invoice('b', 50)])).toEqual([
    ['check', 'a', 50, '2026-11-01'],
    ['check', 'b', 20, '2026-11-01'],
  ])
  expect(shown([], [invoice('a', 50)])).toEqual([])
})

test.each([
  ['less than the first', 3000, [['a', 3000]]],
  [
    'the first and a part',
    7000,
    [
      ['a', 5000],
      ['b', 2000],
    ],
  ],
  [
    'more than all',
    99_999,
    [
      ['a', 5000],
      ['b', 4000],
    ],
  ],
  ['nothing', 0, []],
] as const)('%s is proposed for the oldest invoices', (_, amount, expected) => {
  const open = [
    { id: 'a', owed: 5000 },
    { id: 'b', owed: 4000 },
  ]
  const parts = proposed(open, amount)
  expect(parts.map((part) => [part.invoiceId, part.amount])).toEqual(expected)
  expect(creditOf(amount, parts)).toBe(Math.max(amount - 9000, 0))
})
