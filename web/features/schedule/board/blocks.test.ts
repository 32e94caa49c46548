import type { CrewDay } from '@plumbline/contract/crew.ts'
import { isOpenDay } from '@plumbline/contract/crewDays.ts'
import { isOpenEntry, scheduleStatuses } from '@plumbline/contract/schedule.ts'
import { workCalendar } from '@plumbline/contract/workdays.ts'
import { describe, expect, test } from 'vitest'
import { crewDay } from '../../../testing/crew.ts'
import {
  awayRuns,
  blocksOf,
  bookedDays,
  countsOf,
  daysToBook,
  movedDays,
  uncrewedBlocks,
} from './blocks.ts'

// November 2026: the 16th is a Monday.
const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
let count = 0
const on = (day: number, change: Partial<CrewDay> = {}) =>
  crewDay(++count, { assignedDate: november(day), ...change })
const bay = { scheduleEntryId: '0198c0de-0000-7000-8000-e00000000002' }
const open = { confirmed: false }
const late = { startTime: '13:00' }
const completed = { entryStatus: 'completed' } as const
const calendar = workCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: [{ day: november(26) }] })
/** The 18th is marked as bad for outdoor work. */
const workdays = {
  all: calendar,
  outdoors: workCalendar({ workingDays: [1, 2, 3, 4, 5], holidays: [] }, [november(18)]),
}
const dayOf = (date: string) => Number(date.slice(8))

describe('blocks', () => {
  /** `16–17` for days that are one block, `20 1/2` for a shared day, `!` for a clash. */
  const shown = (days: readonly CrewDay[]) =>
    blocksOf(days).map(({ first, last, lane, lanes, isClash }) =>
      [
        first === last ? dayOf(first) : `${dayOf(first)}–${dayOf(last)}`,
        lanes > 1 && `${lane + 1}/${lanes}`,
        isClash && '!',
      ]
        .filter(Boolean)
        .join(' '),
    )

  test.each<[string, CrewDay[], string[]]>([
    ['none', [], []],
    ['consecutive days', [on(16), on(17), on(18)], ['16–18']],
    ['a gap', [on(16), on(18)], ['16', '18']],
    ['over a weekend that is free', [on(20), on(23)], ['20', '23']],
    ['over a weekend that is worked', [on(20), on(21), on(22)], ['20–22']],
    ['another entry', [on(16), on(17, bay)], ['16', '17']],
    ['another answer', [on(16), on(17, open), on(18, open)], ['16', '17–18']],
    ['other hours', [on(16), on(17, late)], ['16', '17']],
    ['declined', [on(16, open), on(17, { ...open, declined: true })], ['16', '17']],
    [
      'a shared day',
      [on(18), on(19), on(20), on(20, { ...bay, ...late }), on(21)],
      ['18–19', '20 1/2 !', '20 2/2 !', '21'],
    ],
    [
      'shared, one after the other',
      [on(20, { endTime: '13:00' }), on(20, { ...bay, ...late })],
      ['20 1/2', '20 2/2'],
    ],
    [
      'shared with one who declined',
      [on(20), on(20, { ...bay, ...open, declined: true })],
      ['20 1/2', '20 2/2'],
    ],
    [
      'shared with work that is over',
      [on(20), on(20, { ...bay, ...completed })],
      ['20 1/2', '20 2/2'],
    ],
    [
      'three, two of them at the same time',
      [
        on(20, { endTime: '12:00' }),
        on(20, bay),
        on(20, { ...late, startTime: '17:00', endTime: '19:00' }),
      ],
      ['20 1/3 !', '20 2/3 !', '20 3/3'],
    ],
  ])('%s', (_, days, expected) => {
    expect(shown(days)).toEqual(expected)
  })

  test('a block has the id of its first day', () => {
    const days = [on(16), on(17)]
    expect(blocksOf(days)).toMatchObject([{ id: days[0]?.id, days }])
  })
})

test('a crew day is open while its entry is', () => {
  for (const status of scheduleStatuses)
    expect(isOpenDay({ entryStatus: status }), status).toBe(isOpenEntry({ status }))
})

describe('entries without a crew', () => {
  const entry = (id: string, first: number, last: number, isOutdoors = false) => ({
    id,
    jobId: 'job',
    jobName: 'Porch',
    title: id,
    startDate: november(first),
    endDate: november(last),
    weatherDependent: isOutdoors,
    indoorWork: !isOutdoors,
  })
  const period = { first: november(15), last: november(28) }
  const shown = (...entries: ReturnType<typeof entry>[]) => {
    const { blocks, lanes } = uncrewedBlocks(entries, workdays, november(10), period)
    return [
      lanes,
      ...blocks.map(
        ({ entry: { id }, first, last, lane }) => `${id} ${lane} ${dayOf(first)}–${dayOf(last)}`,
      ),
    ]
  }

  test.each<[string, ReturnType<typeof shown>, (string | number)[]]>([
    ['none', shown(), [0]],
    ['over a weekend', shown(entry('a', 19, 24)), [1, 'a 0 19–20', 'a 0 23–24']],
    ['cut to the period', shown(entry('a', 2, 17)), [1, 'a 0 16–17']],
    ['around a holiday', shown(entry('a', 25, 27)), [1, 'a 0 25–25', 'a 0 27–27']],
    [
      'beside each other',
      shown(entry('a', 16, 18), entry('b', 17, 17)),
      [2, 'a 0 16–18', 'b 1 17–17'],
    ],
    [
      'after each other',
      shown(entry('a', 16, 18), entry('b', 19, 19)),
      [1, 'a 0 16–18', 'b 0 19–19'],
    ],
    ['indoors in bad weather', shown(entry('a', 17, 19)), [1, 'a 0 17–19']],
    ['outdoors around bad weather', shown(entry('a', 17, 19, true)), [1, 'a 0 17–17', 'a 0 19–19']],
    ['on a weekend alone', shown(entry('a', 21, 22)), [1, 'a 0 21–22']],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})

test('the remaining days of a running entry are booked, and all days of a past one', () => {
  const entry = { startDate: november(16), endDate: november(18) }
  const task = { ...entry, id: 'a', jobId: 'job', jobName: 'Porch', title: 'Deck' }
  const booked = (today: number) =>
    daysToBook({ ...task, weatherDependent: false, indoorWork: true }, workdays, november(today))
  expect(booked(17).map(dayOf)).toEqual([17, 18])
  expect(booked(19).map(dayOf)).toEqual([16, 17, 18])
})

test('days away are shown beside the bookings', () => {
  const away = (first: number, last: number, ...days: CrewDay[]) =>
    awayRuns(
      { startDate: november(first), endDate: november(last) },
      days,
      [16, 17, 18, 19, 20].map(november),
    ).map((run) => [dayOf(run.first), dayOf(run.last)])
  expect(away(17, 19)).toEqual([[17, 19]])
  expect(away(9, 30, on(18))).toEqual([
    [16, 17],
    [19, 20],
  ])
  expect(away(18, 19, on(18), on(19))).toEqual([[18, 19]])
})

test('a moved block skips days off, except as its first day', () => {
  const moved = (count: number, first: number) =>
    movedDays(calendar, count, november(first)).map(dayOf)
  expect(moved(1, 21)).toEqual([21])
  expect(moved(3, 20)).toEqual([20, 23, 24])
  expect(moved(2, 25)).toEqual([25, 27])
})

test('problems are counted from today on, for open entries only', () => {
  const sue = { subcontractorId: '0198c0de-0000-7000-8000-b00000000002' }
  const days = [
    on(18, open),
    on(18, { ...bay, ...open }),
    on(19, open),
    on(20, open),
    on(20, { ...bay, ...late }),
    on(20, { ...sue, ...open }),
    on(23, { ...sue, ...open, declined: true }),
    on(24, { ...sue, ...open, declined: true }),
  ]
  const cover = on(24, { createdAt: '2026-11-02T12:00:00.000Z' })
  const finished = [
    on(19, { ...bay, ...completed, ...open }),
    on(20, { ...bay, ...completed }),
    on(20, { ...sue, ...completed, ...open, declined: true }),
  ]
  expect(countsOf([...days, cover, ...finished], november(19))).toEqual({
    clashes: 1,
    unconfirmed: 3,
    declined: 1,
    subs: 2,
  })
  expect(bookedDays(days)).toBe(3)
})
