import type { ScheduleStatus } from '@plumbline/contract/schedule.ts'
import { expect, test } from 'vitest'
import { nowNext } from './nowNext.ts'

const TODAY = '2026-11-19'
/** Parses `Paint in_progress 18-20`: a title, a status, and the days in November 2026. */
function entryOf(line: string) {
  const [title = '', status = '', days = ''] = line.split(' ')
  const [startDate = '', endDate = ''] = days.split('-').map((day) => `2026-11-${day}`)
  return { title, status: status as ScheduleStatus, startDate, endDate }
}

test.each([
  ['nothing is planned', [], [undefined, undefined, undefined], 0],
  [
    'one is in progress, two come next',
    ['Cabinets in_progress 16-24', 'Template scheduled 25-25', 'Countertop scheduled 26-27'],
    ['Cabinets', 'Template', 'Countertop'],
    0,
  ],
  ['it has begun by its days', ['Cabinets scheduled 19-19'], ['Cabinets', undefined, undefined], 0],
  ['its last day is today', ['Cabinets delayed 16-19'], ['Cabinets', undefined, undefined], 0],
  ['it starts tomorrow', ['Cabinets scheduled 20-20'], [undefined, 'Cabinets', undefined], 0],
  [
    'what is in progress comes before what only should be, and that before what is past its days',
    ['Demolition scheduled 02-04', 'Wiring scheduled 18-20', 'Tile in_progress 19-23'],
    ['Tile', undefined, undefined],
    2,
  ],
  [
    'by its days before past its days',
    ['Demolition scheduled 02-04', 'Wiring delayed 18-20'],
    ['Wiring', undefined, undefined],
    1,
  ],
  [
    'past its last day, it is still to be done',
    ['Demolition scheduled 02-04'],
    ['Demolition', undefined, undefined],
    0,
  ],
  [
    'begun early',
    ['Tile in_progress 23-24', 'Paint scheduled 25-26'],
    ['Tile', 'Paint', undefined],
    0,
  ],
  [
    'completed and cancelled ones never count',
    [
      'Wiring completed 18-20',
      'Siding cancelled 18-20',
      'Tile completed 23-24',
      'Paint cancelled 24-25',
      'Floor scheduled 26-27',
    ],
    [undefined, 'Floor', undefined],
    0,
  ],
  [
    'the order is that of the starts',
    ['Floor scheduled 28-29', 'Paint scheduled 24-25', 'Tile scheduled 22-30'],
    [undefined, 'Tile', 'Paint'],
    0,
  ],
] as const)('%s', (_, lines, titles, others) => {
  const { now, otherCount, next, later } = nowNext(lines.map(entryOf), TODAY)
  expect([now?.title, next?.title, later?.title]).toEqual(titles)
  expect(otherCount).toBe(others)
})
