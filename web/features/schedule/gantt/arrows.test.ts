import type { PlanEntry } from '@plumbline/contract/schedule.ts'
import { expect, test } from 'vitest'
import { entryId, planEntry } from '../../../testing/schedule.ts'
import { arrowBetween, arrowsOf } from './arrows.ts'
import { entryRows } from './rows.ts'
import { scaleOf } from './scale.ts'

const scale = scaleOf('2026-11-15', 40, 'days', 800)
const entry = (startDate: string, endDate: string, type: PlanEntry['scheduleType'] = 'task') =>
  planEntry(1, { startDate, endDate, scheduleType: type })

test.each([
  [
    'straight down to a later bar',
    { row: 0, entry: entry('2026-11-16', '2026-11-17') },
    { row: 1, entry: entry('2026-11-20', '2026-11-21') },
    { path: 'M60.5 15.5H105.5V32.5', tip: 'M102.5 32.5h6l-3 5z' },
  ],
  [
    'up to a bar above',
    { row: 3, entry: entry('2026-11-16', '2026-11-17') },
    { row: 1, entry: entry('2026-11-20', '2026-11-21') },
    { path: 'M60.5 105.5H105.5V57.5', tip: 'M102.5 57.5h6l-3 -5z' },
  ],
  [
    'back to a bar that starts too early',
    { row: 0, entry: entry('2026-11-16', '2026-11-20') },
    { row: 1, entry: entry('2026-11-17', '2026-11-21') },
    { path: 'M120.5 15.5h4V30.5H45.5V32.5', tip: 'M42.5 32.5h6l-3 5z' },
  ],
  [
    'between diamonds',
    { row: 0, entry: entry('2026-11-16', '2026-11-16', 'delivery') },
    { row: 1, entry: entry('2026-11-20', '2026-11-20', 'inspection') },
    { path: 'M38.5 15.5H110.5V32.5', tip: 'M107.5 32.5h6l-3 5z' },
  ],
])('an arrow leads %s', (_, from, to, expected) => {
  expect(arrowBetween(scale, 30, from, to)).toEqual(expected)
})

const chain = Array.from({ length: 400 }, (_, n) =>
  planEntry(n, { dependsOnIds: n > 0 ? [entryId(n - 1)] : [] }),
)
const rows = entryRows(chain)
const rowOf = new Map(rows.map(({ id }, index) => [id, index]))
const idsOf = (first: number, last: number, list = rows, places = rowOf) =>
  arrowsOf(list, places, { first, last }, scale, 30, (shown) => shown).map(
    ({ fromId, toId }) => `${fromId} ${toId}`,
  )

test('only arrows that cross the visible rows are drawn', () => {
  expect(idsOf(100, 102)).toEqual(
    [100, 101, 102, 103].map((n) => `${entryId(n - 1)} ${entryId(n)}`),
  )
})

test('an arrow from far outside, or from an entry without a row, is omitted', () => {
  const far = [...chain]
  far[200] = planEntry(200, { dependsOnIds: [entryId(0), entryId(999), entryId(150)] })
  const list = entryRows(far)
  expect(idsOf(198, 202, list)).toContain(`${entryId(150)} ${entryId(200)}`)
  expect(idsOf(198, 202, list).filter((id) => id.startsWith(entryId(0)))).toEqual([])
  expect(idsOf(198, 202, list).filter((id) => id.startsWith(entryId(999)))).toEqual([])
})
