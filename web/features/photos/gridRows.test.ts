import { expect, test } from 'vitest'
import { gridRows } from './gridRows.ts'

test('each day starts a new row', () => {
  const days = ['Thu', 'Thu', 'Thu', 'Thu', 'Wed', 'Tue', 'Tue']
  expect(gridRows(days, 3)).toEqual([
    { from: 0, count: 3, isFirst: true, dayFrom: 0, dayCount: 4 },
    { from: 3, count: 1, isFirst: false, dayFrom: 0, dayCount: 4 },
    { from: 4, count: 1, isFirst: true, dayFrom: 4, dayCount: 1 },
    { from: 5, count: 2, isFirst: true, dayFrom: 5, dayCount: 2 },
  ])
  expect(gridRows([], 3)).toEqual([])
})
